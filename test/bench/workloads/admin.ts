import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { openServices, send } from '../servers/service.ts';
import { valueRow, type Row } from '../table.ts';
import type { Workload } from '../workload.ts';

/** Where Debian installs Chromium; `CHROMIUM` names another one. */
const executablePath = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path !== undefined && existsSync(path));

const text = `${'A sentence about tidal pools in winter. '.repeat(12)}\n\n`.repeat(208);

/** Types a letter. @returns the milliseconds from the key to the second frame, which shows it. */
const typeLetter = `new Promise((resolve) => {
  const startedAt = performance.now();
  const area = document.activeElement;
  area.setRangeText('x', area.value.length, area.value.length, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
})`;

/** The admin in Chromium: the time from a navigation to the heading, the JavaScript sent, and typing. */
export const admin: Workload = async (conditions) => {
  if (executablePath === undefined) return [];
  await using opened = await openServices(conditions, 1, false);
  const [service] = opened.services;
  const { url, token } = service;
  const document = { collection: 'blog-posts', title: 'A large document', data: { content: text } };
  const { data: large } = await send(service, 'POST', '/api/content', document, token);
  await using stack = new AsyncDisposableStack();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  stack.defer(() => browser.close());

  /** Opens a page with an empty cache. */
  const open = async (path: string): Promise<{ page: Page; ms: number; kilobytes: number }> => {
    const context = await browser.newContext();
    await context.addCookies([{ name: 'auth_token', value: token, url, httpOnly: true }]);
    const page = await context.newPage();
    let kilobytes = 0;
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return;
      kilobytes += Number(response.headers()['content-length'] ?? 0) / 1_000;
    });
    const startedAt = performance.now();
    await page.goto(url + path, { waitUntil: 'commit' });
    await page.locator('main[aria-busy=false] h1').waitFor();
    return { page, ms: performance.now() - startedAt, kilobytes };
  };

  const rows: Row[] = [];
  for (const path of ['', '/content', '/media', `/content/${large.id}`]) {
    const times: number[] = [];
    const sizes: number[] = [];
    for (let round = 0; round < conditions.rounds; round += 1) {
      const { page, ms, kilobytes } = await open(`/admin${path}`);
      times.push(ms);
      sizes.push(kilobytes);
      await page.context().close();
    }
    const name = `/admin${path.replace(large.id, '<id>')}`;
    rows.push(valueRow(`${name} until its heading is shown`, 'ms', times));
    rows.push(valueRow(`JavaScript of ${name}, compressed`, 'kB', sizes));
  }

  const { page } = await open(`/admin/content/${large.id}`);
  await page.getByRole('textbox', { name: 'Content' }).click();
  const keys: number[] = [];
  for (let count = 0; count < 60; count += 1) keys.push(await page.evaluate<number>(typeLetter));
  return [...rows, valueRow('a key in 100 kB of Markdown until it is painted', 'ms', keys)];
};
