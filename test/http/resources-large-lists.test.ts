import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operator, type ContentRepository } from '../../core/index.ts';
import { altered } from '../support/altered.ts';
import { serveApp, type TestApp } from '../support/app.ts';
import { memoryCms } from '../support/memory-cms.ts';

let app: TestApp;
let contents: ContentRepository;
/** How often a portion was read. */
let reads = 0;
let isAway = false;

interface Meta {
  readonly count: number;
  readonly filter: { readonly limit: number };
}

const count = 20;
const path = `/api/content?limit=${count}`;

beforeAll(async () => {
  const { ports } = await memoryCms();
  contents = altered(ports.contents, {
    listAmong: async (ids, filter) => {
      reads += 1;
      if (isAway && reads > 1) throw new Error('The store is away');
      return ports.contents.listAmong(ids, filter);
    },
  });
  app = await serveApp({ core: { ports: { ...ports, contents } } });
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

/** Leaving takes effect once a portion that is being read has come. */
const isFree = () =>
  vi.waitFor(async () => expect(await statusOf()).toBe(200), { timeout: 20_000 });

test('a large list is item by item what the items are, in the form of every list', async () => {
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

test('the list of a collection is the same', async () => {
  const { text } = await app.request(`/api/collections/pages/content?limit=${count}`);
  const { text: other } = await app.request(`/api/collections/blog-posts/content?limit=${count}`);
  const counts = [text, other].map((body) => JSON.parse(body).data.length);
  expect(counts.toSorted((left, right) => left - right)).toEqual([0, count]);
});

test('asked for its head only, nothing of it is read', async () => {
  reads = 0;
  const { status, headers, text } = await app.request(path, { method: 'HEAD' });
  expect([status, headers.get('content-type'), text]).toEqual([
    200,
    'application/json; charset=utf-8',
    '',
  ]);
  expect(reads).toBe(0);
});

test('of many that are asked for at once some are told to come again, and all others answered', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, begin));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused).toHaveLength(12);
  for (const { statusCode, headers } of refused) {
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

test('a client that does not read keeps all but the first of it from being read, and may leave', async () => {
  reads = 0;
  const answers = await Promise.all(Array.from({ length: 8 }, begin));
  await sleep(200);
  // A socket takes some of it without anybody reading: no more than a few mebibytes.
  expect(reads).toBeLessThan(8 * 8);
  for (const answer of answers) answer.destroy();
  await isFree();
});

test('one that breaks off in the middle is no whole answer, and makes room', async () => {
  isAway = true;
  for (let n = 0; n < 9; n += 1) {
    reads = 0;
    await expect(fetch(`${app.url}${path}`).then((answer) => answer.text())).rejects.toThrow();
  }
  isAway = false;
  expect(await statusOf()).toBe(200);
});

test('one whose beginning cannot be read is answered as any failure is', async () => {
  isAway = true;
  reads = 1;
  expect(await statusOf()).toBe(500);
  isAway = false;
});
