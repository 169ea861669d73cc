import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { idOfNewItem, saved } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { act } from '../../support/admin/editor-page.ts';
import { ApiError } from '../../../contracts/client/index.ts';
import type { ContentSummaryDto } from '../../../contracts/operations/content-summaries.ts';
import { groupFailures } from '../../../adapters/admin/screens/content/bulk/group-failures.ts';
import { placeLabel } from '../../../adapters/admin/screens/editor/error-links.ts';

const invalid = (path: string, message: string): ApiError =>
  new ApiError(
    { status: 400, headers: new Headers() },
    { error: 'Invalid', issues: [{ path, message }] },
  );

const itemOf = (title: string): ContentSummaryDto =>
  ({ id: title, title, collection: 'walks' }) as ContentSummaryDto;

const walks = {
  name: 'walks',
  schema: {
    type: 'object',
    required: [],
    properties: {
      summary: { type: 'textarea', title: 'Short text' },
      stops: {
        type: 'array',
        title: 'Stops',
        items: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
      },
    },
  },
} as const;

test('an issue is named by the titles of its fields and the numbers of its entries', () => {
  const labels = ['title', 'data', 'data.stops.1.name', 'data.other.deep'].map((path) =>
    placeLabel(path, walks.schema),
  );
  expect(labels).toEqual(['Title', 'Data', 'Stops 2 Name', 'other deep']);
});

test('items of a bulk action that failed for the same reason are one group with one sentence', () => {
  const missing = invalid('data.summary', 'is required for published content');
  const failed = [
    { item: itemOf('a'), error: invalid('data.stops.0.name', 'must be text') },
    { item: itemOf('b'), error: missing },
    { item: itemOf('c'), error: missing },
    { item: itemOf('d'), error: new Error('No answer') },
  ];
  const groups = groupFailures(failed, [walks as never]);
  expect(groups.map(({ reason, items }) => [reason, items.map(({ id }) => id)])).toEqual([
    ['Short text is missing.', ['b', 'c']],
    ['Stops 1 Name must be text.', ['a']],
    ['No answer', ['d']],
  ]);
  expect(groupFailures(failed, []).map(({ reason }) => reason)).toContain('summary is missing.');
});

withAdmin(({ open, cms, closeProfile }) => {
  /** Opens an item; the clock of the page moves when the test says so. */
  const openItem = async (id: string): Promise<Page> => {
    const page = await open('/admin/media');
    closeProfile();
    await page.clock.install();
    await page.goto(`/admin/content/${id}`);
    await page.getByLabel('Summary').waitFor();
    return page;
  };

  const state = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  describe('keys that neither the schema nor the stored item has', () => {
    const typed = { summary: 'typed', sumary: 'x', place: { nmae: 'y' } };

    const writeJson = async (page: Page): Promise<void> => {
      await act(page, 'JSON view');
      await page.getByRole('textbox', { name: 'Data' }).fill(JSON.stringify(typed));
      await page.keyboard.press('Control+s');
    };

    test('are named before they are stored: nothing is lost, and they can be kept', async () => {
      const item = await createArticle(cms(), 'Keys', { summary: 'stored' });
      const page = await open(`/admin/content/${item.id}`);
      await writeJson(page);
      const dialog = page.getByRole('dialog', { name: 'Keep unknown keys?' });
      await dialog.waitFor();
      expect(await dialog.locator('li').allTextContents()).toEqual(['sumary', 'place.nmae']);
      await dialog.getByRole('button', { name: 'Go back' }).click();
      const data = page.getByRole('textbox', { name: 'Data' });
      expect(JSON.parse(await data.inputValue())).toEqual(typed);
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored' });
      await page.keyboard.press('Control+s');
      await dialog.getByRole('button', { name: 'Keep and save' }).click();
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual(typed);
      // What is stored is known.
      await data.fill(JSON.stringify({ ...typed, sumary: 'z' }));
      await page.keyboard.press('Control+s');
      await saved(page);
      expect(await dialog.count()).toBe(0);
    });

    test('can be kept in a new item, and a duplicate keeps them', async () => {
      await createArticle(cms(), 'Other');
      const page = await open('/admin/content/new?collection=articles');
      await page.getByRole('textbox', { name: 'Title' }).fill('New keys');
      await writeJson(page);
      await page.getByRole('button', { name: 'Keep and save' }).click();
      await saved(page);
      const id = await idOfNewItem(page);
      expect(await dataOf(cms(), id)).toEqual(typed);
      await act(page, 'Duplicate');
      expect(await dataOf(cms(), await idOfNewItem(page, id))).toEqual(typed);
    });
  });

  describe('a stored draft', () => {
    test('saves itself after the last key, and the text can still be undone', async () => {
      const item = await createArticle(cms(), 'Draft', { summary: 'stored' });
      const page = await openItem(item.id);
      const summary = page.getByLabel('Summary');
      await summary.press('End');
      await summary.pressSequentially(' and typed');
      await page.clock.runFor(2_000);
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored and typed' });
      expect(await page.locator('.toast').getByRole('button', { name: 'Undo' }).count()).toBe(0);
      for (let steps = 0; steps < 20 && (await summary.inputValue()) !== 'stored'; steps += 1) {
        await page.keyboard.press('Control+z');
      }
      expect(await summary.inputValue()).toBe('stored');
      await page.clock.runFor(2_000);
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'stored' });

      // Leaving saves what waits, without a question.
      await summary.fill('left');
      await page.getByRole('link', { name: 'Media' }).click();
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
      expect(await dataOf(cms(), item.id)).toEqual({ summary: 'left' });
    });

    test('stays under the typing hand when the service rejects it; the next save leads to the mistakes', async () => {
      const item = await createArticle(cms(), 'Draft', { summary: 'stored' });
      const page = await openItem(item.id);
      await page.getByLabel('Rating').fill('9');
      await page.getByLabel('Accent', { exact: true }).fill('blue');
      await page.getByLabel('Summary').fill('typed');
      await page.clock.runFor(2_000);
      await state(page, 'Not saved: 2 fields need attention');
      expect(await page.evaluate('document.activeElement.id')).toBe('field-summary');
      expect(await page.getByRole('heading', { name: /need a change/ }).count()).toBe(0);
      await page.keyboard.press('Control+s');
      await page.getByRole('link', { name: 'Rating must be at most 5.' }).waitFor();
      await page.getByLabel('Rating').fill('5');
      await page.getByLabel('Accent', { exact: true }).fill('#112233');
      await page.clock.runFor(2_000);
      await saved(page);
    });

    test('waits for decisions about a conflict without a dialog over the text', async () => {
      const item = await createArticle(cms(), 'Draft', { summary: 'the old words', kind: 'news' });
      const page = await openItem(item.id);
      await page.getByLabel('Summary').fill('the new words');
      await cms().content.update(operator, item.id, {
        data: { summary: 'the other words', kind: 'essay' },
      });
      await page.clock.runFor(2_000);
      await state(page, 'Not saved: somebody else changed the same text');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.getByRole('button', { name: 'Decide' }).click();
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this item' });
      await dialog.getByText(/^Somebody else saved just now\./).waitFor();
      await dialog.locator('del', { hasText: 'new' }).waitFor();
      await dialog.locator('ins', { hasText: 'other' }).waitFor();
      await dialog.getByRole('button', { name: 'Decide later' }).click();
      // A later save decides nothing by itself.
      await page.keyboard.press('Control+s');
      await dialog.getByLabel('Keep both').check();
      expect(await dialog.getByLabel('Result').inputValue()).toBe(
        'the new words\n\nthe other words',
      );
      await dialog.getByLabel('Keep mine').check();
      await dialog.getByLabel('Result').fill('the new and other words');
      await inspect(page, 'conflict-result');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await saved(page);
      expect(await dataOf(cms(), item.id)).toEqual({
        summary: 'the new and other words',
        kind: 'essay',
      });
    });
  });

  test('a save without a connection goes on by itself once it is back, and failed lists load again', async () => {
    const item = await createArticle(cms(), 'Offline', { summary: 'stored' });
    const page = await openItem(item.id);
    const banner = page.getByText('Unsaved work stays in this browser');
    await page.context().setOffline(true);
    await banner.waitFor();
    await page.getByLabel('Summary').fill('typed');
    await state(page, 'Offline: kept in this browser');
    await page.clock.runFor(2_000);
    await page.context().setOffline(false);
    // Chromium can report the connection before requests succeed. Then the service is asked again 10 s later.
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000);
        return page.getByText(/^Saved \d/).count();
      })
      .toBe(1);
    expect(await dataOf(cms(), item.id)).toEqual({ summary: 'typed' });
    expect(await banner.count()).toBe(0);

    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByRole('link', { name: 'Offline' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('combobox', { name: 'Collection' }).selectOption('Pages');
    await page.getByText('It loads by itself once the connection is back.').waitFor();
    await banner.waitFor();
    expect(await page.getByText(/cannot be reached/).count()).toBe(1);
    // The browser does not say that the service is back: it is asked now and then.
    await page.evaluate(
      "addEventListener('online', (event) => event.stopImmediatePropagation(), true)",
    );
    await page.context().setOffline(false);
    await page.clock.runFor(10_000);
    await page.getByRole('heading', { name: 'No items in Pages yet' }).waitFor();
  });

  test('a save names all mistakes at once, in the order of the form', async () => {
    await createArticle(cms(), 'Taken');
    const page = await open('/admin/content/new?collection=articles');
    await page.getByLabel('Slug').fill('taken');
    await page.getByLabel('Settings').fill('{"a": ');
    await page.getByLabel('Accent', { exact: true }).fill('blue');
    await page.getByLabel('Rating').fill('9');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '6 fields need a change' }).waitFor();
    const links = page.getByRole('alert').getByRole('link');
    const texts = await links.allTextContents();
    expect(texts.slice(0, 5)).toEqual([
      'Title: Enter a title.',
      'Slug: This slug is taken.',
      'Summary is missing.',
      'Rating must be at most 5.',
      'Accent must be a color such as #1a2b3c.',
    ]);
    expect(texts[5]).toMatch(/^Settings: Line 1: A value is missing/);
    expect(await page.locator('#field-summary-error').textContent()).toBe('Summary is missing.');

    // Now the service finds the mistakes. It reports those of one kind.
    await page.getByLabel('Title (required)').fill('Tides');
    await page.getByLabel('Settings').fill('{}');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: '4 fields need a change' }).waitFor();
    expect((await links.allTextContents()).map((text) => text.split(/ |:/)[0])).toEqual([
      'Slug',
      'Summary',
      'Rating',
      'Accent',
    ]);
  });
});
