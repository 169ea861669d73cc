import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { alteredStore } from '../support/core/altered-store.ts';
import { altered } from '../support/core/altered.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { memoryCms } from '../support/core/memory-cms.ts';

let app: TestApp;
/** How often a portion was read. */
let reads = 0;
let isDown = false;

interface Meta {
  readonly count: number;
  readonly filter: { readonly limit: number };
}

const count = 20;
const path = `/api/content?limit=${count}`;

beforeAll(async () => {
  const { ports } = await memoryCms();
  const store = alteredStore(ports.store, ({ contents }) => ({
    contents: altered(contents, {
      listAmong: async (...query) => {
        reads += 1;
        if (isDown && reads > 1) throw new Error('The store is unreachable');
        return contents.listAmong(...query);
      },
    }),
  }));
  app = await serveApp({ core: { ports: { ...ports, store } } });
  const [collection] = await app.cms.collections.list(operator);
  for (let n = 0; n < count; n += 1) {
    app.clock.advance(1);
    const data = { n, text: `"${n}" é 日本 ${'x'.repeat(1024 * 1024)}` };
    const fields = { collectionId: collection!.id, title: `Item ${n}`, data };
    await app.cms.content.create(operator, fields);
  }
});

afterAll(() => app[Symbol.asyncDispose]());

const begin = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${app.url}${path}`, resolve).on('error', reject);
  });

const statusOf = async (): Promise<number> => (await app.request(path)).status;

/** A disconnect takes effect when the portion in progress has been read. */
const isFree = () =>
  vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 20_000 });

test('a large list contains the same items as single reads, with the headers and meta of every list', async () => {
  const short = await app.request('/api/content?limit=1');
  const { status, headers, text } = await app.request(path);
  expect([status, headers.get('content-length')]).toEqual([200, null]);
  for (const name of ['content-type', 'cache-control', 'vary', 'x-content-type-options']) {
    expect(headers.get(name), name).toBe(short.headers.get(name));
  }
  const { data, meta }: { data: readonly { id: string; title: string }[]; meta: Meta } =
    JSON.parse(text);
  expect(Object.keys(meta)).toEqual(Object.keys(short.json().meta));
  expect([meta.count, meta.filter.limit, data.length]).toEqual([count, count, count]);
  for (const [place, item] of data.entries()) {
    expect(item.title).toBe(`Item ${count - 1 - place}`);
    const alone = (await app.request(`/api/content/${item.id}`)).text;
    expect(JSON.stringify({ data: item }) === alone, item.title).toBe(true);
  }
});

test('the list of a collection can be large, too', async () => {
  const { text } = await app.request(`/api/collections/pages/content?limit=${count}`);
  const { text: other } = await app.request(`/api/collections/blog-posts/content?limit=${count}`);
  const counts = [text, other].map((body) => JSON.parse(body).data.length);
  expect(counts.toSorted((left, right) => left - right)).toEqual([0, count]);
});

test('HEAD reads no items', async () => {
  reads = 0;
  const { status, headers, text } = await app.request(path, { method: 'HEAD' });
  expect([status, headers.get('content-type'), text]).toEqual([
    200,
    'application/json; charset=utf-8',
    '',
  ]);
  expect(reads).toBe(0);
});

test('of 20 concurrent large lists, 12 are rejected with Retry-After and 8 succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, begin));
  const rejected = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(rejected).toHaveLength(12);
  for (const { statusCode, headers } of rejected) {
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
  }
  expect(await statusOf()).toBe(503);
  for (const answer of answers) answer.destroy();
  await isFree();
});

test('portions are read only as fast as the client receives them, and a client can disconnect', async () => {
  reads = 0;
  const answers = await Promise.all(Array.from({ length: 8 }, begin));
  await sleep(200);
  // Sockets buffer a few mebibytes that the client has not read.
  expect(reads).toBeLessThan(8 * 8);
  for (const answer of answers) answer.destroy();
  await isFree();
});

test('a failure in the middle breaks the response off and frees its slot', async () => {
  isDown = true;
  for (let n = 0; n < 9; n += 1) {
    reads = 0;
    await expect(fetch(`${app.url}${path}`).then((answer) => answer.text())).rejects.toThrow();
  }
  isDown = false;
  expect(await statusOf()).toBe(200);
});

test('a failure before the first portion is an ordinary error response', async () => {
  isDown = true;
  reads = 1;
  expect(await statusOf()).toBe(500);
  isDown = false;
});
