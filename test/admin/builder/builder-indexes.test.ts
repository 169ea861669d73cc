import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { openParts, panelOf } from '../../support/admin/builder-page.ts';

withAdmin(({ open, cms }) => {
  const schemaOf = async (name: string) => (await cms().collections.get(operator, name)).schema;

  const createGoods = async (skus: readonly string[]): Promise<readonly string[]> => {
    await cms().collections.create(operator, {
      name: 'goods',
      displayName: 'Goods',
      schema: {
        properties: {
          sku: { type: 'string', title: 'Number' },
          price: { type: 'number', title: 'Price' },
          link: { type: 'url', title: 'Link' },
          tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
          notes: { type: 'json', title: 'Notes' },
          size: {
            type: 'object',
            title: 'Size',
            properties: { width: { type: 'number', title: 'Width' } },
          },
          parts: {
            type: 'blocks',
            title: 'Parts',
            blocks: {
              screw: { title: 'Screw', properties: { name: { type: 'string', title: 'Name' } } },
            },
          },
          similar: {
            type: 'array',
            title: 'Similar',
            items: { type: 'reference', collection: 'goods' },
          },
        },
      },
    });
    const ids: string[] = [];
    for (const [index, sku] of skus.entries()) {
      const title = `Thing ${index + 1}`;
      const { id } = await cms().content.create(operator, {
        collection: 'goods',
        title,
        data: { sku },
      });
      ids.push(id);
    }
    return ids;
  };

  const openField = async (page: Page, name: string) => {
    await page
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first()
      .click();
    const panel = panelOf(page, name).first();
    await openParts(panel);
    return panel;
  };

  test('fields get indexes where the service has them, and their state is shown', async () => {
    await createGoods(['a']);
    const page = await open('/admin/collections/goods');
    const number = await openField(page, 'Number');
    await number.getByLabel('Indexed').check();
    await number.getByText('The index is built in the background after you save.').waitFor();
    await number.getByText('Filter by this field and sort by another').click();
    await number.getByLabel('Price').check();
    await number.getByLabel('Unique').check();
    const tags = await openField(page, 'Tags');
    await tags.getByLabel('Indexed').check();
    expect(await tags.getByLabel('Unique').count()).toBe(0);
    const width = await (await openField(page, 'Size'), openField(page, 'Width'));
    await width.getByLabel('Indexed').check();
    for (const name of ['Notes', 'Parts', 'Screw', 'Name']) {
      const panel = await openField(page, name);
      expect(await panel.getByLabel('Indexed').count(), name).toBe(0);
    }
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'What this change does' });
    await dialog.getByText('An index of Number is built in the background.').waitFor();
    await dialog.getByText('An index of Number in the order of Price is built').waitFor();
    await dialog.getByText('An index of Size › Width is built in the background.').waitFor();
    await dialog.getByText('No two items may have the same value of Number.').waitFor();
    await inspect(page, 'builder-index-effects');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The collection is saved.').waitFor();
    const { properties } = await schemaOf('goods');
    expect(properties['sku']).toMatchObject({
      indexed: true,
      indexedWith: ['data.price'],
      unique: true,
    });
    expect(properties['tags']).toMatchObject({ indexed: true });
    expect(properties['size']?.properties?.['width']).toMatchObject({ indexed: true });
    // A service of another file may have stopped in a build on this database. Its claim ends after a minute, and this
    // service looks again every half a minute.
    await number.getByText('Index ready').waitFor({ timeout: 100_000 });
    await number.getByText('Index ready').scrollIntoViewIfNeeded();
    await inspect(page, 'builder-indexes');
  });

  test('the JSON and the form show the same indexes, and an index can be removed', async () => {
    await createGoods(['a']);
    const { properties: created } = await schemaOf('goods');
    const sku = { ...created['sku'], indexed: true, unique: true };
    await cms().collections.update(operator, 'goods', {
      schema: { properties: { ...created, sku } as never },
    });
    const page = await open('/admin/collections/goods');
    const number = await openField(page, 'Number');
    await number.getByText('Index ready').waitFor();
    const dialog = page.getByRole('dialog', { name: 'What this change does' });
    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = page.getByLabel('Schema');
    expect(JSON.parse(await json.inputValue())).toMatchObject({ properties: { sku } });
    const text = await json.inputValue();
    await json.fill(text.replace('"type": "json"', '"type": "json", "indexed": true'));
    await page.getByText('schema.properties.notes cannot have an index.').waitFor();
    await json.fill(text.replace('"unique": true', '"unique": false'));
    await page.getByRole('tab', { name: 'Fields' }).click();
    expect(await number.getByLabel('Unique').isChecked()).toBe(false);
    expect(await number.getByLabel('Indexed').isChecked()).toBe(true);

    // A type without an index drops it, and gives it back.
    await number.getByLabel('Type').selectOption('json');
    expect(await number.getByLabel('Indexed').count()).toBe(0);
    await number.getByLabel('Type').selectOption('string');
    expect(await number.getByLabel('Indexed').isChecked()).toBe(true);
    await number.getByLabel('Indexed').uncheck();
    await page.keyboard.press('Control+s');
    await dialog.getByText('The index of Number is removed.').waitFor();
    await dialog.getByText('Several items may have the same value of Number.').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The collection is saved.').waitFor();
    await number.getByText('Index ready').waitFor({ state: 'detached' });
    expect((await schemaOf('goods')).properties['sku']).toEqual({
      type: 'string',
      title: 'Number',
    });
  });

  test('a field with equal values cannot become unique: the items are linked', async () => {
    const [first, second] = await createGoods(['a', 'a', 'b']);
    const page = await open('/admin/collections/goods');
    const number = await openField(page, 'Number');
    await number.getByLabel('Unique').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('dialog', { name: 'What this change does' })
      .getByRole('button', { name: 'Save', exact: true })
      .click();
    const dialog = page.getByRole('dialog', {
      name: 'Several items have the same value of Number',
    });
    await dialog.getByRole('link', { name: 'Thing 1' }).waitFor();
    const links = await dialog
      .getByRole('link')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    expect(new Set(links)).toEqual(
      new Set([`/admin/content/${first}`, `/admin/content/${second}`]),
    );
    await inspect(page, 'builder-not-unique');
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await number.getByText('Several items have the same value.').waitFor();
    await page.getByRole('link', { name: /^Number, unique/ }).waitFor();
    expect((await schemaOf('goods')).properties['sku']).not.toHaveProperty('unique');

    // Nothing that was set is lost.
    await cms().content.update(operator, second ?? '', { data: { sku: 'c' } });
    expect(await number.getByLabel('Unique').isChecked()).toBe(true);
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The collection is saved.').waitFor();
    await number.getByText('Index ready').waitFor();

    // The editor says it at the field.
    await page.goto(`/admin/content/${second}`);
    await page.getByLabel('Number').fill('a');
    await page.keyboard.press('Control+s');
    await page.getByText('Number is taken: another item has the same value.').first().waitFor();
    expect(await page.getByLabel('Number').getAttribute('aria-invalid')).toBe('true');
    await inspect(page, 'editor-value-taken');
  });

  test('the state of an index is followed while it is built, and a failure has its reason', async () => {
    await createGoods([]);
    const page = await open('/admin');
    const states = [
      { state: 'building' },
      { state: 'building' },
      { state: 'failed', reason: 'There is no space left' },
    ];
    await page.route('**/api/collections/goods', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as { data: object };
      const index = {
        field: 'data.size.width',
        ...(states.length > 1 ? states.shift() : states[0]),
      };
      await route.fulfill({ response, json: { data: { ...json.data, indexes: [index] } } });
    });
    await page.goto('/admin/collections/goods');
    // Also in the heading of the group that contains it.
    await page.getByRole('button', { name: /^Size.*Building the index/ }).click();
    const width = await openField(page, 'Width');
    await width.getByText('There is no space left. The service tries again').waitFor();
    await page.getByRole('button', { name: /^Size.*Index failed/ }).waitFor();
    await width.getByText('Index failed').scrollIntoViewIfNeeded();
    await inspect(page, 'builder-index-failed');
  });

  test('the search leaves out fields, and references say what a deletion does', async () => {
    await createGoods(['a']);
    const page = await open('/admin/collections/goods');
    const number = await openField(page, 'Number');
    expect(await number.getByLabel('Searched').isChecked()).toBe(true);
    await number.getByLabel('Searched').uncheck();
    const price = await openField(page, 'Price');
    expect(await price.getByLabel('Searched').count()).toBe(0);
    const link = await openField(page, 'Link');
    expect(await link.getByLabel('Searched').isChecked()).toBe(false);
    await link.getByText('Usually off for “URL”.').waitFor();
    await link.getByLabel('Searched').check();
    const similar = await openField(page, 'Similar');
    await similar.getByLabel('When its item is deleted').selectOption('refuse');
    await similar.scrollIntoViewIfNeeded();
    await inspect(page, 'builder-search');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'What this change does' });
    await dialog.getByText('The search no longer finds items by Number.').waitFor();
    await dialog.getByText('The search finds items by Link.').waitFor();
    await dialog.getByText('The search index is rebuilt in the background.').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The collection is saved.').waitFor();
    const { properties } = await schemaOf('goods');
    expect(properties['sku']).toMatchObject({ searchable: false });
    expect(properties['link']).toMatchObject({ searchable: true });
    expect(properties['similar']?.items).toMatchObject({ onDelete: 'refuse' });

    // What is usual for a type is not stored.
    await number.getByLabel('Searched').check();
    await page.keyboard.press('Control+s');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await schemaOf('goods')).properties['sku'])
      .toEqual({ type: 'string', title: 'Number' });
  });
});
