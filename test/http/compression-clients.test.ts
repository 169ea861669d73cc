import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressEnd, compressStart } from '../../adapters/koa/answer/compression.ts';
import type { ContentCoding } from '../../adapters/koa/answer/content-coding.ts';
import { withChromium } from '../support/chromium.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { multiByteText } from '../support/http/sample-texts.ts';

interface Served {
  readonly path: string;
  readonly coding: ContentCoding;
  readonly text: string;
  readonly bytes: Buffer;
}

const kib64 = 65_536;

/** Texts that are cut within characters, too. */
const serve = async (): Promise<readonly Served[]> => {
  const random = seededRandom(1);
  const served: Served[] = [];
  for (const coding of ['br', 'gzip'] as const) {
    for (const [size, rest] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1_023, 600],
      [kib64 - 1, 601],
      [kib64, 602],
      [kib64 + 1, kib64],
      [16 * kib64, 3 * kib64 + 1],
    ] as const) {
      const all = Buffer.from(multiByteText(size + rest, random).toString());
      const start = await compressStart(all.subarray(0, size), coding);
      const bytes = Buffer.concat([start.bytes, compressEnd(start, all.subarray(size))]);
      served.push({ path: `/${coding}-${size}-${rest}`, coding, text: all.toString(), bytes });
    }
  }
  return served;
};

const served = await serve();

const server = createServer((request, response) => {
  const found = served.find(({ path }) => path === request.url);
  response.setHeader('Content-Type', found ? 'text/plain; charset=utf-8' : 'text/html');
  if (found !== undefined) response.setHeader('Content-Encoding', found.coding);
  response.end(found?.bytes);
});
let url: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('fetch decodes every text', async () => {
  for (const { path, text } of served) {
    const received = await (await fetch(url + path)).text();
    expect([path, received === text]).toEqual([path, true]);
  }
});

withChromium((openBrowser) => {
  test('Chromium decodes every text', async () => {
    const page = await (await openBrowser()).newPage();
    await page.goto(`${url}/page`);
    for (const { path, text } of served) {
      const received = await page.evaluate(async (each) => (await fetch(each)).text(), path);
      expect([path, received === text]).toEqual([path, true]);
    }
    await page.close();
  });
});

const hasGzip = spawnSync('gzip', ['--version']).status === 0;

test.skipIf(!hasGzip)('the gzip command decodes every text', () => {
  for (const { path, coding, text, bytes: input } of served) {
    if (coding !== 'gzip') continue;
    const { stdout, stderr } = spawnSync('gzip', ['-dc'], { input, maxBuffer: 2 ** 24 });
    const found = [path, stdout.toString() === text, stderr.toString()];
    expect(found).toEqual([path, true, '']);
  }
});
