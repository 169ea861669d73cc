/**
 * Measures the admin in Chromium: `node test/bench/admin.ts`. Starts a service on the embedded database
 * with 10,000 items and prints milliseconds and bytes. Run it on a machine that does nothing else.
 */
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { readConfig } from '../../bootstrap/config.ts';
import { openService } from '../../bootstrap/start/open-service.ts';
import { serveHttp } from '../../bootstrap/start/serve-http.ts';
import { operator } from '../../core/index.ts';
import { projectRoot } from '../architecture/sources.ts';
import { freePort } from '../support/service/server-process.ts';

const items = 10_000;
const rounds = 5;
const user = { email: 'bench@example.com', password: 'correct horse battery' };

const print = (what: string, value: string): void => {
  process.stdout.write(`${what.padEnd(52)} ${value}\n`);
};

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

const folder = await mkdtemp(join(tmpdir(), 'quoin-bench-'));
const port = await freePort();
const url = `http://localhost:${port}`;
const config = readConfig({
  PORT: String(port),
  HOST: 'localhost',
  PUBLIC_URL: url,
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
});
const service = await openService(config, { holder: 'a benchmark' });
const { stop } = await serveHttp(service);
const { cms } = service;
await cms.users.create(operator, { ...user, role: 'admin' });
const { id: collectionId } = await cms.collections.get(operator, 'blog-posts');
for (let n = 0; n < items; n += 1) {
  await cms.content.create(operator, { collectionId, title: `Item ${n}`, data: {} });
}
const paragraph = `${'A sentence about tidal pools in winter. '.repeat(12)}\n\n`;
const text = paragraph.repeat(Math.ceil(100_000 / paragraph.length));
const large = await cms.content.create(operator, {
  collectionId,
  title: 'A large document',
  data: { content: text },
});
const { token } = await cms.accounts.logIn({ ...user, client: 'a benchmark' });

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

/** A page with an empty cache. */
const open = async (path: string): Promise<{ page: Page; ms: number; bytes: number }> => {
  const context = await browser.newContext();
  await context.addCookies([{ name: 'auth_token', value: token, url, httpOnly: true }]);
  const page = await context.newPage();
  let bytes = 0;
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    bytes += Number(response.headers()['content-length'] ?? 0);
  });
  const startedAt = performance.now();
  await page.goto(url + path, { waitUntil: 'commit' });
  await page.locator('main[aria-busy=false] h1').waitFor();
  return { page, ms: performance.now() - startedAt, bytes };
};

const assets = join(projectRoot, 'adapters/admin/dist/assets');
const size = (pattern: RegExp): number =>
  readdirSync(assets)
    .filter((name) => pattern.test(name))
    .reduce((sum, name) => sum + statSync(join(assets, name)).size, 0);
print('all JavaScript, gzip', `${(size(/\.js\.gz$/) / 1_000).toFixed(1)} kB`);

for (const path of ['/admin', '/admin/content', '/admin/media', `/admin/content/${large.id}`]) {
  const times: number[] = [];
  let sent = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { page, ms, bytes } = await open(path);
    times.push(ms);
    sent = bytes;
    await page.context().close();
  }
  const name = path.replace(large.id, '<id>');
  print(`${name}: navigation to first heading`, `${median(times).toFixed(0)} ms`);
  print(`${name}: JavaScript sent (br)`, `${(sent / 1_000).toFixed(1)} kB`);
}

const { page } = await open(`/admin/content/${large.id}`);
const area = page.getByRole('textbox', { name: 'Content' });
await area.click();
await page.keyboard.press('Control+End');
const keys: number[] = [];
for (let n = 0; n < 60; n += 1) {
  // From the key to the second frame after it, which shows the character.
  keys.push(
    await page.evaluate<number>(`new Promise((resolve) => {
      const startedAt = performance.now();
      document.activeElement.setRangeText('x', document.activeElement.value.length, document.activeElement.value.length, 'end');
      document.activeElement.dispatchEvent(new InputEvent('input', { bubbles: true }));
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
    })`),
  );
}
print('a keystroke in 100 kB of Markdown until it is painted', `${median(keys).toFixed(1)} ms`);
print('  the slowest of 60', `${Math.max(...keys).toFixed(1)} ms`);

const { page: list } = await open('/admin/content');
await list.mouse.move(700, 400);
await list.evaluate(`{
  globalThis.gaps = [];
  let last = performance.now();
  const note = (now) => {
    globalThis.gaps.push(now - last);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}`);
for (let step = 0; step < 60; step += 1) await list.mouse.wheel(0, step < 30 ? 60 : -60);
const gaps = await list.evaluate<number[]>('globalThis.gaps');
print('frames while the list scrolls, median', `${median(gaps).toFixed(1)} ms`);
print('  the slowest of them', `${Math.max(...gaps).toFixed(1)} ms`);

await browser.close();
await stop();
await rm(folder, { recursive: true, force: true });
