import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { ContentStatus } from '../../core/vocabulary.ts';
import { createArticle } from '../support/admin/admin-articles.ts';
import { notes, saved, writeItems } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { fieldNames } from '../support/admin/builder-page.ts';
import { act } from '../support/admin/editor-page.ts';

const sightings = {
  type: 'object',
  properties: {
    sightings: {
      type: 'array',
      title: 'Sightings',
      items: {
        type: 'object',
        properties: {
          species: { type: 'string', title: 'Species' },
          count: { type: 'number', title: 'Count' },
          photos: {
            type: 'array',
            title: 'Photos',
            items: {
              type: 'object',
              properties: {
                caption: { type: 'string', title: 'Caption' },
                marks: { type: 'array', title: 'Marks', items: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  },
};

withAdmin(({ open, cms, closeProfile }) => {
  const statusOf = async (id: string): Promise<ContentStatus> =>
    (await cms().content.readItem(operator, { of: { id }, client: 'a test' })).value.item.status;

  test('a removed entry comes back with everything in it, by the toast and by Ctrl+Z', async () => {
    await cms().collections.create(operator, {
      name: 'walks',
      displayName: 'Walks',
      schema: sightings,
    });
    const item = await cms().content.create(operator, {
      collection: 'walks',
      title: 'At low tide',
      data: {
        sightings: [
          { species: 'Anemone', photos: [{ caption: 'Open', marks: ['red, or pink', 'large'] }] },
          { species: 'Crab' },
        ],
      },
    });
    const page = await open(`/admin/content/${item.id}`);
    const species = page.getByLabel('Species');
    const marks = page.getByRole('textbox', { name: /^Marks \d/ });
    await page.getByLabel('Count', { exact: true }).first().fill('many');
    await inspect(page, 'editor-entries');
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await marks.first().boundingBox())?.width).toBeGreaterThan(250);

    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
    await remove('Sightings 1').click();
    expect(await species.count()).toBe(1);
    await expect
      .poll(() => page.evaluate('document.activeElement.ariaLabel'))
      .toBe('Remove Sightings 1');
    await page.getByText('Sightings 1 was removed.').waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    expect(await species.first().inputValue()).toBe('Anemone');
    expect(await marks.last().inputValue()).toBe('large');
    expect(await page.getByLabel('Count', { exact: true }).first().inputValue()).toBe('many');
    await page.getByLabel('Count', { exact: true }).first().fill('3');

    await remove('Marks 2').click();
    await remove('Sightings 2').click();
    await remove('Sightings 1').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: 'Add to Sightings' })
      .and(page.locator(':focus'))
      .waitFor();
    for (const name of ['Sightings 1', 'Sightings 2']) {
      await page.keyboard.press('Control+z');
      await remove(name).and(page.locator(':focus')).waitFor();
    }
    expect(await species.last().inputValue()).toBe('Crab');
    expect(await marks.count()).toBe(1);
    await page.keyboard.press('Control+z');
    await remove('Marks 2').and(page.locator(':focus')).waitFor();
    expect(await marks.last().inputValue()).toBe('large');
  });

  test('a removed field of a collection comes back to its place', async () => {
    const page = await open('/admin/collections/pages');
    const remove = page.getByRole('button', { name: 'Remove Excerpt' });
    await remove.waitFor();
    const before = await fieldNames(page);
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove field' }).click();
    expect(await fieldNames(page)).toEqual(before.slice(1));
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    expect(await fieldNames(page)).toEqual(before);
  });

  test('a change of the status is undone, and never saves what is typed', async () => {
    const item = await createArticle(cms(), 'Moved', { summary: 'stored' });
    await cms().content.update(operator, item.id, { status: 'published' });
    const page = await open('/admin/media');
    // A draft saves itself two seconds after the last key, however long the steps of the test take.
    await page.addInitScript(`{
      const start = setTimeout;
      window.setTimeout = (work, delay, ...given) => (delay === 2_000 ? 0 : start(work, delay, ...given));
    }`);
    await page.goto(`/admin/content/${item.id}`);
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    const statusIs = (status: ContentStatus) => expect.poll(() => statusOf(item.id)).toBe(status);
    await page.getByLabel('Summary').fill('typed');
    await act(page, 'Archive');
    await page.getByText('Archived.').waitFor();
    await statusIs('archived');
    await undo.click();
    await statusIs('published');
    await act(page, 'Archive');
    await act(page, 'Unarchive');
    await page.getByText('Now a draft.').waitFor();
    await statusIs('draft');
    // Outside of a text; the button that had the focus is gone.
    await page.keyboard.press('Control+z');
    await statusIs('archived');
    const {
      value: { item: stored },
    } = await cms().content.readItem(operator, { of: { id: item.id }, client: 'a test' });
    expect(JSON.parse(stored.data)).toEqual({ summary: 'stored' });
    expect(await page.getByLabel('Summary').inputValue()).toBe('typed');
    await act(page, 'Unarchive');
    await page.getByLabel('Summary').fill('typed more');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published.').waitFor();
    await saved(page);
    await statusIs('published');
    await undo.click();
    await statusIs('draft');
  });

  test('toasts replace each other, and wait while they have the focus', async () => {
    await writeItems(cms(), notes(2));
    const page = await open('/admin/media');
    closeProfile();
    await page.clock.install();
    await page.goto('/admin/content');
    const toast = page.locator('.toast');
    let replaced: Awaited<ReturnType<typeof toast.elementHandle>> | undefined;
    for (const name of ['Note 1', 'Note 2']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      // The toast before it has the same text.
      await replaced?.waitForElementState('hidden');
      await page.getByText('1 item published.').waitFor();
      replaced = await toast.elementHandle();
    }
    expect(await toast.count()).toBe(1);
    await toast.getByRole('button', { name: 'Undo' }).focus();
    await page.clock.runFor(60_000);
    expect(await toast.count()).toBe(1);
    await page.locator('#main').focus();
    await page.clock.runFor(10_100);
    expect(await toast.count()).toBe(0);
  });

  test('ten items and more are published only after a question', async () => {
    await writeItems(cms(), notes(10));
    const page = await open('/admin/content');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Publish 10 items?' });
    await question.getByText('Readers see them at once.').waitFor();
    await question.getByRole('button', { name: 'Publish 10 items' }).click();
    await page.getByText('10 items published.').waitFor();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('10 items restored.').waitFor();
  });
});
