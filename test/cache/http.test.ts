import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';

describe.each(httpAdapters)('on $adapter', ({ create }) => {
  let app: TestApp;
  let id: string;

  beforeEach(async () => {
    app = await serveApp({ create });
    const [collection] = await app.cms.collections.list(operator);
    const item = { collectionId: collection!.id, title: 'Kept' };
    ({ id } = await app.cms.content.create(operator, item));
  });

  afterEach(() => app[Symbol.asyncDispose]());

  const cacheHeaders = async (path: string): Promise<readonly (string | null)[]> => {
    const { headers } = await app.request(path);
    return ['x-cache-status', 'x-cache-source', 'x-cache-ttl'].map((name) => headers.get(name));
  };

  const setUp = (): Promise<unknown> =>
    app.cms.plugins.configure(operator, 'cache', { active: true, settings: { ttlSeconds: 60 } });

  test('responses have no cache headers while the plugin is off', async () => {
    await app.cms.plugins.configure(operator, 'cache', { active: false });
    for (const path of ['/api/content', `/api/content/${id}`]) {
      expect(await cacheHeaders(path)).toEqual([null, null, null]);
      expect((await app.request(path)).headers.get('x-response-time')).toBeNull();
    }
  });

  test('the first response is a miss, the next a hit with less remaining time', async () => {
    await setUp();
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

  test('a hit has the same data, and its own time and timing in meta', async () => {
    await setUp();
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

  test('the statistics agree with the headers of the responses', async () => {
    const { bearer } = await app.signIn('admin');
    const statistics = async (instance = app) => {
      const { status, json } = await instance.request('/api/plugins/cache/stats', {
        headers: bearer,
      });
      expect(status).toBe(200);
      return json().data;
    };
    const before = await statistics();
    expect(before).toMatchObject({ since: app.clock.now(), hits: 0, misses: 0, hitRate: null });
    expect(before.memory).toEqual({ entries: 0, bytes: 0 });
    await setUp();
    const shown: (string | null)[] = [];
    for (const path of ['/api/content', '/api/content?limit=3', '/api/content', '/api/content/x']) {
      shown.push((await cacheHeaders(path))[0] ?? null);
    }
    expect(shown).toEqual(['MISS', 'MISS', 'HIT', null]);
    const after = await statistics();
    expect(after).toMatchObject({ hits: 1, misses: 2, hitRate: 1 / 3 });
    // Two pages, and two whole answers.
    expect(after.memory.entries).toBe(4);
    await using other = await serveApp({ create, core: { ports: app.ports } });
    expect(await statistics(other)).toMatchObject({ hits: 0, misses: 0, hitRate: null });
  });
});
