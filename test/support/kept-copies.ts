import { expect } from 'vitest';
import type { Page } from 'playwright-core';

const copies = `new Promise((resolve) => {
  const opening = indexedDB.open('quoin-admin');
  opening.onsuccess = () => {
    const reading = opening.result.transaction('kept-work').objectStore('kept-work').getAll();
    reading.onsuccess = () => {
      opening.result.close();
      const replacer = (_, value) => (value instanceof Map ? [...value] : value);
      resolve(JSON.stringify(reading.result, replacer));
    };
  };
})`;

/** Waits until the copies of unsaved work in the browser contain a text. */
export const untilKept = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate(copies), { timeout: 10_000 }).toContain(text);

/** Waits until the unsaved work contains a text, then loads the page again, which restores it. */
export const reloadOnceKept = async (page: Page, text: string): Promise<void> => {
  await untilKept(page, text);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('unsaved changes of').waitFor();
};

/** Opens a copy of a tab, which starts with the same session storage. */
export const duplicateTab = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await page.evaluate('void window.open(location.href)');
  return opened;
};

/** Stores unsaved work as version 0.1.0 of the admin did. */
export const putOldCopy = async (page: Page, what: string, title: string): Promise<void> => {
  const text = { title, slug: '', data: {} };
  const base = { title: '', slug: '', data: {} };
  await page.evaluate(`(async () => {
    const { user } = await (await fetch('/auth/me')).json();
    const work = { text: ${JSON.stringify(text)}, base: ${JSON.stringify(base)}, unfinished: new Map(), hasOwnSlug: false };
    const database = await new Promise((resolve) => {
      const opening = indexedDB.open('quoin-admin');
      opening.onsuccess = () => resolve(opening.result);
    });
    const writing = database.transaction('kept-work', 'readwrite');
    writing.objectStore('kept-work').put({ work, at: Date.now() }, user.id + ':${what}');
    await new Promise((resolve) => writing.addEventListener('complete', resolve));
    database.close();
  })()`);
};
