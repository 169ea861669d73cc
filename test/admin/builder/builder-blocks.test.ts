import { expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { writeItems } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { addField, openParts, panelOf } from '../../support/admin/builder-page.ts';

withAdmin(({ open, cms }) => {
  test('a field of blocks gets types with fields; groups, advice and the singleton are stored', async () => {
    await cms().collections.create(operator, { name: 'home', displayName: 'Home' });
    const page = await open('/admin/collections/home');
    await addField(page, 'Sections', 'Blocks');
    const panel = panelOf(page, 'Sections');
    const dialog = page.getByRole('dialog');
    for (const name of ['Hero', 'Quote']) {
      await panel.getByRole('button', { name: 'Add type of block to Sections' }).click();
      expect(await dialog.getByRole('radio').count()).toBe(0);
      await dialog.getByLabel('Label').fill(name);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    const quote = panelOf(page, 'Quote');
    await quote.getByRole('button', { name: 'Add field to Quote' }).click();
    await dialog.getByLabel('Label').fill('Text');
    // A block contains no blocks.
    expect(await dialog.getByRole('radio', { name: 'Blocks', exact: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await panelOf(page, 'Text').getByRole('checkbox', { name: 'Required' }).check();
    await panelOf(page, 'Text').getByLabel('Key').fill('id');
    await page.keyboard.press('Control+s');
    // The service rejects the name; the link leads to the field.
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Text, key/ })
      .click();
    const key = panelOf(page, 'Text').getByLabel('Key');
    await expect.poll(() => key.evaluate((field) => field.matches(':focus'))).toBe(true);
    await key.fill('text');
    await openParts(panel);
    await panel.getByLabel('Maximum of blocks').fill('8');
    await panel.getByLabel('Group in the form').last().fill('Page');
    await panel.getByLabel('Advice').last().fill('Begin with a hero.');
    await inspect(page, 'builder-blocks');
    await panel.getByRole('button', { name: 'Move up: Quote' }).click();
    await page.getByText('Quote is now at position 1 of 2.').waitFor();
    await page.getByLabel('One item only').check();
    await page.keyboard.press('Control+s');
    await page.getByText('The collection is saved.').waitFor();
    await page.getByRole('list', { name: 'Collections' }).getByText('Home').waitFor();
    const stored = {
      type: 'blocks',
      title: 'Sections',
      maxItems: 8,
      group: 'Page',
      help: 'Begin with a hero.',
      blocks: {
        quote: {
          title: 'Quote',
          properties: { text: { type: 'string', title: 'Text' } },
          required: ['text'],
        },
        hero: { title: 'Hero', properties: {} },
      },
    };
    const collection = await cms().collections.get(operator, 'home');
    expect(collection).toMatchObject({ isSingleton: true });
    expect(collection.schema.properties['sections']).toEqual(stored);
    expect(Object.keys(collection.schema.properties['sections']?.blocks ?? {})[0]).toBe('quote');

    // A save without a change of the fields keeps everything.
    await page.reload();
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = page.getByLabel('Schema');
    expect(JSON.parse(await json.inputValue())).toMatchObject({ properties: { sections: stored } });
    await json.fill((await json.inputValue()).replace('"title": "Hero"', '"titel": "Hero"'));
    await page.getByText('titel is not a member of a type of block').waitFor();
    await json.fill((await json.inputValue()).replace('"titel": "Hero"', '"title": "Top"'));
    await page.getByLabel('One item only').uncheck();
    await page.keyboard.press('Control+s');
    await page.getByText('The collection is saved.').waitFor();
    await writeItems(cms(), ['One', 'Two'], { collection: 'home' });
    await page.getByLabel('One item only').check();
    await page.keyboard.press('Control+s');
    await page.getByRole('link', { name: /has several items/ }).waitFor();
    const changed = await cms().collections.get(operator, 'home');
    expect(changed.schema.properties['sections']?.blocks?.['hero']).toMatchObject({ title: 'Top' });
    expect(changed.isSingleton).toBeUndefined();
  });
});
