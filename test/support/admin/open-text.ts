import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import { createArticle } from './admin-articles.ts';
import type { AdminWorld } from './admin-world.ts';

interface OpenText {
  readonly page: Page;
  readonly area: Locator;
  /** Of the item. */
  readonly id: string;
}

/** How the texts of a page are written. */
export const showMode = async (page: Page, mode: 'formatted' | 'source'): Promise<void> => {
  const button = page.getByRole('button', { name: 'Source' });
  const isSource = (await button.getAttribute('aria-pressed')) === 'true';
  if (isSource !== (mode === 'source')) await button.click();
  const text = page.getByRole('textbox', { name: 'Body' });
  await text.and(page.locator(mode === 'source' ? 'textarea' : '.cm-content')).waitFor();
};

/** Opens an item with this Markdown, with the caret at its end: formatted, or as its source. */
export const openText = async (
  { open, cms }: Pick<AdminWorld, 'open' | 'cms'>,
  body: string,
  mode: 'formatted' | 'source' = 'formatted',
): Promise<OpenText> => {
  const { id } = await createArticle(cms(), 'Pools', { summary: 's', body });
  const page = await open(`/admin/content/${id}`);
  await showMode(page, mode);
  const area = page.getByRole('textbox', { name: 'Body' });
  await area.press('Control+End');
  return { page, area, id };
};

/** The same with HTML, in a collection of its own. Without a body, the field has no value. */
export const openHtml = async (
  { open, cms }: Pick<AdminWorld, 'open' | 'cms'>,
  body?: string,
  mode: 'formatted' | 'source' = 'formatted',
): Promise<OpenText> => {
  const properties = {
    summary: { type: 'textarea', title: 'Summary' },
    body: { type: 'richtext', title: 'Body' },
  };
  await cms().collections.create(operator, {
    name: 'stories',
    displayName: 'Stories',
    schema: { type: 'object', properties },
  });
  const data = body === undefined ? {} : { body };
  const item = { title: 'Pools', collection: 'stories', data };
  const { id } = await cms().content.create(operator, item);
  const page = await open(`/admin/content/${id}`);
  await showMode(page, mode);
  const area = page.getByRole('textbox', { name: 'Body' });
  await area.press('Control+End');
  return { page, area, id };
};

/** The source of a text, formatted or not. CodeMirror has its view at the element of the text. */
export const sourceOf = (area: Locator): Promise<string> =>
  area.evaluate<string, unknown>((element) => {
    const { cmTile, value } = element as unknown as ShownText;
    return cmTile === undefined ? value : cmTile.view.state.doc.toString();
  }, undefined);

interface ShownText {
  readonly cmTile?: {
    readonly view: { readonly state: { readonly doc: { readonly toString: () => string } } };
  };
  readonly value: string;
}

/** Waits until a text has this source. */
export const has = (area: Locator, text: string): Promise<void> =>
  expect.poll(() => sourceOf(area)).toBe(text);
