import { expect, test } from 'vitest';
import { ApiError } from '../../contracts/client/client.ts';
import type { ContentSummaryDto } from '../../contracts/operations/content-summaries.ts';
import { groupFailures } from '../../adapters/admin/screens/content/bulk/group-failures.ts';
import { placeLabel } from '../../adapters/admin/screens/editor/error-links.ts';
import { createArticle } from '../support/admin/admin-articles.ts';
import { withAdmin } from '../support/admin/admin-world.ts';

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

withAdmin(({ open, cms }) => {
  test('a save names all mistakes at once, in the order of the form', async () => {
    await createArticle(cms(), 'Taken');
    const page = await open('/admin/content/new?collection=articles');
    await page.getByLabel('Slug').fill('taken');
    await page.getByLabel('Settings').fill('{"a": ');
    await page.getByRole('button', { name: 'Add to Tags' }).click();
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
