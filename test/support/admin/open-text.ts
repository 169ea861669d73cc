import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { createArticle } from './admin-articles.ts';
import type { AdminWorld } from './admin-world.ts';

interface OpenText {
  readonly page: Page;
  readonly area: Locator;
  /** Of the item. */
  readonly id: string;
}

/** Opens an item with this Markdown, with the caret at its end. */
export const openText = async (
  { open, cms }: Pick<AdminWorld, 'open' | 'cms'>,
  body: string,
): Promise<OpenText> => {
  const { id } = await createArticle(cms(), 'Pools', { summary: 's', body });
  const page = await open(`/admin/content/${id}`);
  const area = page.getByRole('textbox', { name: 'Body' });
  await area.press('Control+End');
  return { page, area, id };
};

/** Waits until an area has this text. */
export const has = (area: Locator, text: string): Promise<void> =>
  expect.poll(() => area.inputValue()).toBe(text);
