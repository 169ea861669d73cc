import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

interface Ids {
  /** Of an item of the collection `articles`. */
  readonly item: string;
  readonly user: string;
}

/** The path of every screen of the admin, in each of its forms. */
export const screenPaths = ({ item, user }: Ids): readonly string[] => [
  '/admin',
  '/admin/content',
  '/admin/content?collection=articles',
  '/admin/content/new',
  '/admin/content/new?collection=articles',
  `/admin/content/${item}`,
  '/admin/content/redirects',
  '/admin/collections',
  '/admin/collections/articles',
  '/admin/translations',
  '/admin/schedule',
  '/admin/trash',
  '/admin/media',
  '/admin/media?view=list',
  '/admin/health',
  '/admin/users',
  `/admin/users/${user}`,
  '/admin/api-tokens',
  '/admin/audit',
  '/admin/webhooks',
  '/admin/plugins',
  '/admin/settings',
  '/admin/settings/languages',
  '/admin/profile',
  '/admin/nothing',
];

/** Returns a function that waits until the page has read everything, and shows a path if there is one. */
export const screenWaiter = (page: Page): ((path?: string) => Promise<void>) => {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    // What waits for changes ends only with the page.
    if (!request.url().includes('/api/changes?')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async (path) => {
    if (path !== undefined) await page.waitForURL(`**${path}`);
    await expect
      .poll(async () => {
        await page.locator('#main:not([aria-busy=true])').waitFor();
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
        return pending.size + (await page.locator('.loading').count());
      })
      .toBe(0);
  };
};
