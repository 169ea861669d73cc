import type { Locator, Page } from 'playwright-core';
import { operator, type Cms } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';

const blocks = {
  hero: {
    title: 'Hero',
    properties: {
      heading: { type: 'string', title: 'Heading', maxLength: 80 },
      intro: { type: 'markdown', title: 'Introduction' },
      photo: { type: 'media', title: 'Photo' },
    },
    required: ['heading'],
  },
  quote: {
    properties: {
      text: { type: 'textarea', title: 'Text' },
      stars: { type: 'number', title: 'Stars' },
      source: { type: 'reference', title: 'Source', collection: 'landing' },
      links: {
        type: 'array',
        title: 'Links',
        items: { type: 'object', properties: { label: { type: 'string', title: 'Label' } } },
      },
    },
  },
};

const schema = {
  type: 'object',
  properties: {
    sections: { type: 'blocks', title: 'Sections', maxItems: 6, blocks },
    texts: {
      type: 'blocks',
      title: 'Texts',
      blocks: {
        text: { title: 'Text', properties: { body: { type: 'markdown', title: 'Body' } } },
      },
    },
    parts: { type: 'array', title: 'Parts', items: { type: 'markdown' } },
    aside: {
      type: 'object',
      title: 'Aside',
      properties: {
        notes: { type: 'blocks', title: 'Notes', blocks: { quote: blocks.quote } },
      },
    },
  },
};

/** Creates the collection `landing`, whose items have two fields of blocks, and a draft in it. */
export const createLanding = async (
  cms: Cms,
  sections: readonly Record<string, unknown>[],
  title = 'Landing',
): Promise<ContentItem> => {
  const found = await cms.collections.list(operator, {});
  if (!found.some(({ name }) => name === 'landing')) {
    await cms.collections.create(operator, { name: 'landing', displayName: 'Landing', schema });
  }
  const data = { sections } as never;
  return cms.content.create(operator, { collection: 'landing', title, data });
};

/** The rows of the blocks of a field. */
export const rowsOf = (page: Page, field = 'Sections'): Locator =>
  page.getByRole('list', { name: `Blocks of ${field}` }).locator('> li');

/** What the rows say, one text for each. */
export const headings = (page: Page, field = 'Sections'): Promise<readonly string[]> =>
  rowsOf(page, field).locator('button[aria-expanded]').filter({ hasText: /^\d/ }).allTextContents();

/** Adds a block to the end of a field, which gets the focus. @param type as the menu names it. */
export const addBlock = async (page: Page, type: string, field = 'Sections'): Promise<void> => {
  await page.getByRole('button', { name: `Add to ${field}` }).click();
  await page
    .getByRole('navigation', { name: `Types of blocks for ${field}` })
    .getByRole('button', { name: type })
    .click();
  await rowsOf(page, field).last().locator('[role=group] :focus').waitFor();
};

/** Does something from the menu of the block in a row. */
export const doWith = async (row: Locator, action: string): Promise<void> => {
  await row.getByRole('button', { name: /^More: / }).click();
  await row.getByRole('navigation').getByRole('button', { name: action }).click();
};
