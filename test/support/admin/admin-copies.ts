import type { Page } from 'playwright-core';
import { operator, type Cms } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { createArticle } from './admin-articles.ts';

/** Creates a published article. Its collection must not exist. */
export const publishedArticle = async (
  cms: Cms,
  title: string,
  data: Record<string, unknown>,
): Promise<ContentItem> => {
  const item = await createArticle(cms, title, data);
  return cms.content.update(operator, item.id, { status: 'published' });
};

/** The data of the working copy of an item. */
export const copyDataOf = async (cms: Cms, id: string): Promise<Record<string, unknown>> =>
  JSON.parse((await cms.drafts.get(operator, id)).data) as Record<string, unknown>;

export const hasCopy = async (cms: Cms, id: string): Promise<boolean> =>
  (await cms.drafts.list(operator, {})).some((entry) => entry.contentId === id);

/** Waits until the editor says that the working copy is saved. */
export const savedBeside = (page: Page): Promise<void> =>
  page.getByText(/^Saved \d.*, not published$/).waitFor();

/** Publishes the changes of the open item. */
export const publishChanges = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const question = page.getByRole('dialog', { name: 'Change the published text?' });
  await question.getByRole('button', { name: 'Publish changes' }).click();
};
