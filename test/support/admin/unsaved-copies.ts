import { expect } from 'vitest';
import type { Page } from 'playwright-core';

const copies = `new Promise((resolve) => {
  const opening = indexedDB.open('quoin-admin');
  opening.onsuccess = () => {
    const reading = opening.result.transaction('unsaved-work').objectStore('unsaved-work').getAll();
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

/** Waits until the browser has no unsaved work. */
export const untilNoneKept = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(copies), { timeout: 10_000 }).toBe('[]');

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
