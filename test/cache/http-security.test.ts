import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemoryKeyValueCache } from '../../adapters/memory/memory-key-value-cache.ts';
import { operations } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import type { ContentItem, Json } from '../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';

describe.each(httpAdapters)('on $adapter', ({ create }) => {
  let app: TestApp;
  /** Another instance on the same stores, with its own process cache. */
  let other: TestApp;
  let posts: string;
  let pages: string;
  let item: ContentItem;

  beforeEach(async () => {
    app = await serveApp({ create });
    const processCache = new MemoryKeyValueCache(app.clock);
    other = await serveApp({ create, core: { ports: { ...app.ports, processCache } } });
    const { cms } = app;
    const collections = await cms.collections.list(operator);
    posts = collections.find(({ name }) => name === 'blog-posts')?.id ?? '';
    pages = collections.find(({ name }) => name === 'pages')?.id ?? '';
    await cms.settings.update(operator, { publicContent: 'published' });
    await cms.plugins.configure(operator, 'cache', { active: true });
    const fields = { collectionId: posts, title: 'The secret', status: 'published' } as const;
    item = await cms.content.create(operator, fields);
  });

  afterEach(async () => {
    await app[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  const paths = () => [
    '/api/content',
    '/api/content?limit=7&status=published',
    '/api/content?collection=blog-posts',
    '/api/collections/blog-posts/content',
    `/api/content/${item.id}`,
  ];

  /** Whether an anonymous caller sees the item: on both instances, on every path. */
  const look = async (): Promise<readonly boolean[]> => {
    const seen: boolean[] = [];
    for (const instance of [app, other]) {
      for (const path of paths())
        seen.push((await instance.request(path)).text.includes('The secret'));
    }
    return seen;
  };

  const everywhere = (seen: boolean): readonly boolean[] => paths().flatMap(() => [seen, seen]);

  describe('after a write no instance serves what it has cached before (directus#28181)', () => {
    const writes: Readonly<Record<string, () => Promise<unknown>>> = {
      'an item becomes a draft': () =>
        app.cms.content.update(operator, item.id, { status: 'draft' }),
      'an item is archived': () =>
        app.cms.content.update(operator, item.id, { status: 'archived' }),
      'an item is changed': () => app.cms.content.update(operator, item.id, { title: 'Nothing' }),
      'an item is deleted': () => app.cms.content.delete(operator, item.id),
      'a collection is deactivated': () =>
        app.cms.collections.update(operator, 'blog-posts', { isActive: false }),
      'an import overwrites the item': async () => {
        const record = { id: item.id, collection: 'blog-posts', title: 'Nothing', slug: 'x' };
        await app.cms.transfer.importContent(operator, { records: [record], overwrite: true });
      },
      'an import of collections deactivates the collection': async () => {
        const [stored] = (await app.ports.store.repositories.collections.list()).filter(
          ({ id }) => id === posts,
        );
        if (stored === undefined) return;
        const schema = { ...stored.schema } as unknown as Readonly<Record<string, Json>>;
        await app.cms.transfer.importCollections(operator, [
          { ...stored, schema, isActive: false },
        ]);
      },
    };

    test.each(Object.entries(writes))('%s', async (_, write) => {
      expect(await look()).toEqual(everywhere(true));
      expect(await look()).toEqual(everywhere(true));
      await write();
      expect(await look()).toEqual(everywhere(false));
      const known = { headers: { 'If-None-Match': '"1"' } };
      for (const instance of [app, other]) {
        expect((await instance.request(`/api/content/${item.id}`, known)).status).not.toBe(304);
      }
    });

    test('publicContent changes from all to published', async () => {
      await app.cms.settings.update(operator, { publicContent: 'all' });
      await app.cms.content.update(operator, item.id, { status: 'draft' });
      const open = paths().filter((path) => !path.includes('status'));
      for (const path of open) expect((await other.request(path)).text).toContain('The secret');
      await app.cms.settings.update(operator, { publicContent: 'published' });
      expect(await look()).toEqual(everywhere(false));
    });

    test('an item moves out of the scope of a token', async () => {
      const { secret } = await app.cms.apiTokens.create(operator, {
        name: 't',
        collections: ['blog-posts'],
      });
      const headers = { 'X-API-Key': secret };
      for (const path of paths())
        expect((await other.request(path, { headers })).text).toContain('secret');
      await app.cms.content.update(operator, item.id, { collectionId: pages });
      for (const path of paths()) {
        const { text } = await other.request(path, { headers });
        expect([path, text.includes('The secret')]).toEqual([path, false]);
      }
    });
  });

  describe('different requests share no cache entry (CVE-2024-45596)', () => {
    test('lists with different filters and callers, requested in both orders', async () => {
      for (let n = 0; n < 12; n += 1) {
        const status = n % 3 === 0 ? 'published' : 'draft';
        const collectionId = n % 2 === 0 ? posts : pages;
        await app.cms.content.create(operator, { collectionId, title: `Item ${n}`, status });
      }
      const { bearer } = await app.signIn('viewer');
      const keys = await Promise.all(
        [[], ['pages'], ['blog-posts'], ['blog-posts', 'pages']].map(async (collections) => ({
          'X-API-Key': (await app.cms.apiTokens.create(operator, { name: 'k', collections }))
            .secret,
        })),
      );
      const queries = [1, 11, 111].flatMap((limit) =>
        [0, 1, 11].flatMap((offset) =>
          ['', '&status=draft', '&status=published'].flatMap((status) =>
            [
              '/api/content?',
              '/api/content?collection=pages&',
              '/api/collections/blog-posts/content?',
            ].map((path) => `${path}limit=${limit}&offset=${offset}${status}`),
          ),
        ),
      );
      const ask = async (query: string, headers: Readonly<Record<string, string>>) => {
        const answer = await app.request(query, { headers });
        const { data, meta } = answer.json();
        return JSON.stringify([answer.status, data, meta?.filter, meta?.count, meta?.query]);
      };
      const asked = [{}, bearer, ...keys].flatMap((who) =>
        queries.map((what) => [what, who] as const),
      );
      await app.cms.plugins.configure(operator, 'cache', { active: false });
      const right = new Map<unknown, string>();
      for (const each of asked) right.set(each, await ask(...each));
      await app.cms.plugins.configure(operator, 'cache', { active: true });
      for (const each of [...asked, ...asked.toReversed()]) {
        expect([each, await ask(...each)]).toEqual([each, right.get(each)]);
      }
    });

    test('headers that are not part of the cache key change neither this response nor a later one', async () => {
      const poison = {
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-For': '203.0.113.1',
        'X-Original-URL': '/api/users',
        'Accept-Language': 'evil',
        'X-HTTP-Method-Override': 'POST',
        Accept: 'text/evil',
        Range: 'bytes=0-1',
        Origin: 'https://evil.example',
        'User-Agent': 'evil',
      };
      for (const path of paths()) {
        const first = await app.request(path, { headers: poison });
        await app.request(path);
        const later = await app.request(path);
        expect(later.headers.get('x-cache-status')).toBe('HIT');
        expect(later.json().data).toEqual(first.json().data);
        for (const { headers, text } of [first, later]) {
          expect(text).not.toContain('evil');
          expect(JSON.stringify([...headers])).not.toContain('evil');
          expect(headers.getSetCookie()).toEqual([]);
        }
      }
    });

    test('error responses are not cached', async () => {
      const path = '/api/collections/late/content';
      for (const status of [404, 404]) expect((await app.request(path)).status).toBe(status);
      await app.cms.collections.create(operator, { name: 'late' });
      expect((await app.request(path)).status).toBe(200);
      expect((await app.request('/api/content?limit=0')).status).toBe(400);
    });
  });

  describe('HTTP caches', () => {
    test('may not share responses that depend on the caller', async () => {
      const { bearer } = await app.signIn('admin');
      const reads = operations.filter(
        ([, { method, path }]) => method === 'get' && !path.includes('{'),
      );
      for (const [id, { path, auth }] of reads) {
        const options = path === '/auth/logout' ? {} : { headers: bearer };
        const { headers } = await app.request(`${path}?slug=x&q=x`, options);
        const isFeed = path.startsWith('/api/changes');
        const publicPolicy = isFeed ? 'private, no-store' : 'private, no-cache';
        const policy = auth === 'public' ? publicPolicy : 'no-store';
        if (auth !== 'none') expect([id, headers.get('cache-control')]).toEqual([id, policy]);
      }
    });

    test('may not store errors, and must revalidate public content', async () => {
      for (const path of ['/api/nothing', '/auth/me', '/api/content?limit=0', '/api/content/x']) {
        expect((await app.request(path)).headers.get('cache-control')).toBe('no-store');
      }
      for (const path of paths()) {
        const { headers } = await app.request(path);
        expect(headers.get('cache-control')).toBe('no-cache');
        expect(headers.get('vary')).toContain('Authorization, Cookie, X-API-Key');
      }
    });
  });
});
