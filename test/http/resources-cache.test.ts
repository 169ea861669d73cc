import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let id: string;

beforeEach(async () => {
  app = await serveApp();
  const [collection] = await app.cms.collections.list(operator);
  const item = { collectionId: collection!.id, title: 'Kept' };
  ({ id } = await app.cms.content.create(operator, item));
});

afterEach(() => app[Symbol.asyncDispose]());

const cacheHeaders = async (path: string): Promise<readonly (string | null)[]> => {
  const { headers } = await app.request(path);
  return ['x-cache-status', 'x-cache-source', 'x-cache-ttl'].map((name) => headers.get(name));
};

const switchOn = (): Promise<unknown> =>
  app.cms.plugins.configure(operator, 'cache', { active: true, settings: { ttlSeconds: 60 } });

test('nothing speaks of the cache while its plugin is off', async () => {
  for (const path of ['/api/content', `/api/content/${id}`]) {
    expect(await cacheHeaders(path)).toEqual([null, null, null]);
    expect((await app.request(path)).headers.get('x-response-time')).toBeNull();
  }
});

test('the first answer is a miss, the next a hit with less time left', async () => {
  await switchOn();
  for (const path of [
    '/api/content',
    '/api/collections/blog-posts/content',
    `/api/content/${id}`,
  ]) {
    expect(await cacheHeaders(path)).toEqual(['MISS', 'database', '60']);
    app.clock.advance(10_500);
    expect(await cacheHeaders(path)).toEqual(['HIT', 'memory', '50']);
  }
});

test('a hit is the same data with a meta of its own', async () => {
  await switchOn();
  const first = (await app.request('/api/content')).json();
  app.clock.advance(1_000);
  const { headers, json } = await app.request('/api/content');
  const { data, meta } = json();
  expect(data).toEqual(first.data);
  expect(meta).toEqual({
    ...first.meta,
    cache: { hit: true, source: 'memory' },
    timestamp: new Date(app.clock.now()).toISOString(),
    timing: expect.anything(),
  });
  expect(headers.get('x-response-time')).toBe(`${meta.timing.total}ms`);
});

test('an entry that another instance stored comes from the key-value store', async () => {
  await switchOn();
  await app.request('/api/content');
  const ports = { ...app.ports, processCache: new MemoryKeyValueCache(app.clock) };
  await using other = await serveApp({ core: { ports } });
  const { headers, json } = await other.request('/api/content');
  expect([headers.get('x-cache-status'), headers.get('x-cache-source')]).toEqual(['HIT', 'kv']);
  expect(json().meta.cache).toEqual({ hit: true, source: 'kv' });
});
