import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { operator } from '../../core/index.ts';
import { contentStatuses, type ContentItem } from '../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { httpAdapters } from '../support/http/http-adapters.ts';
import { randomRuns } from '../support/seeded-random.ts';

describe.each(httpAdapters)('on $adapter', ({ create }) => {
  let app: TestApp;

  beforeEach(async () => {
    app = await serveApp({ create });
  });

  afterEach(() => app[Symbol.asyncDispose]());

  const publish = (slug: string, title = slug): Promise<ContentItem> =>
    app.cms.content.create(operator, { collection: 'pages', slug, title, status: 'published' });

  const bySlug = (slug: string): string => `/api/collections/pages/content/${slug}`;

  const tagOf = async (path: string): Promise<string> =>
    (await app.request(path)).headers.get('etag') ?? '';

  /** The title that a client shows that has the answer with the tag. */
  const revalidate = async (path: string, tag: string) => {
    const { status, json } = await app.request(path, { headers: { 'If-None-Match': tag } });
    return status === 304 ? 304 : json().data?.title;
  };

  describe('the tag of an item', () => {
    test('is that of its version and its content, and the same on all paths', async () => {
      const { bearer } = await app.signIn('editor');
      const json = { collection: 'pages', title: 'One', status: 'published' };
      const made = await app.request('/api/content', { method: 'POST', headers: bearer, json });
      const tag = made.headers.get('etag');
      expect(tag).toMatch(/^"1-[\w-]{22}"$/);
      const path = made.headers.get('location')!;
      expect([await tagOf(path), await tagOf(bySlug('one'))]).toEqual([tag, tag]);
      const change = { method: 'PUT', headers: bearer, json: { title: 'Two' } };
      const changed = (await app.request(path, change)).headers.get('etag');
      expect(changed).toMatch(/^"2-[\w-]{22}"$/);
      expect(await tagOf(path)).toBe(changed);
    });

    test('does not validate a later item with the same slug', async () => {
      const { id } = await publish('home', 'Secret offer');
      const tag = await tagOf(bySlug('home'));
      expect(await revalidate(bySlug('home'), tag)).toBe(304);
      await app.cms.content.delete(operator, id);
      await publish('home', 'Public page');
      expect(await revalidate(bySlug('home'), tag)).toBe('Public page');
    });

    test('does not validate another item of the same version that gets the slug', async () => {
      const [one, two] = [await publish('one'), await publish('two')];
      const tag = await tagOf(bySlug('one'));
      for (const [{ id }, slug] of [
        [one, 'spare'],
        [two, 'one'],
        [one, 'two'],
      ] as const) {
        await app.cms.content.update(operator, id, { slug });
      }
      expect(await revalidate(bySlug('one'), tag)).toBe('two');
      const later = await tagOf(bySlug('two'));
      expect(await revalidate(bySlug('one'), later)).toBe('two');
    });

    test('does not validate an item that was imported again with the same id', async () => {
      const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
      const path = `/api/content/${id}`;
      const { bearer } = await app.signIn('editor');
      const importOne = (title: string) => {
        const records = [{ id, collection: 'pages', title, slug: 's', createdAt: 1, updatedAt: 1 }];
        return app.cms.transfer.importContent(operator, { records });
      };
      await importOne('Old');
      const tag = await tagOf(path);
      await app.cms.content.delete(operator, id);
      await app.cms.trash.delete(operator, id);
      await importOne('New');
      expect(await revalidate(path, tag)).toBe('New');
      const headers = { ...bearer, 'If-Match': tag };
      for (const [method, json] of [
        ['PUT', { title: 'Lost' }],
        ['DELETE', undefined],
      ] as const) {
        expect((await app.request(path, { method, headers, json })).status).toBe(412);
      }
      const known = { ...bearer, 'If-Match': await tagOf(path) };
      const update = { method: 'PUT', headers: known, json: { title: 'Newer' } };
      expect((await app.request(path, update)).status).toBe(200);
    });

    test('changes with a change by another program that leaves the version', async () => {
      const item = await publish('one');
      const tag = await tagOf(bySlug('one'));
      const { store } = app.ports;
      const after = { ...item, title: 'By hand' };
      await store.commit([{ kind: 'update', before: item, item: after, expected: {}, parts: {} }]);
      expect(await revalidate(bySlug('one'), tag)).toBe('By hand');
    });
  });

  describe('for each URL, equal tags have equal answers', () => {
    const step = fc.record({
      kind: fc.constantFrom('create', 'update', 'move', 'delete', 'hide', 'close', 'cache'),
      item: fc.nat(2),
      status: fc.constantFrom(...contentStatuses),
    });

    test('after any sequence of writes, for all callers', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (plan) => {
          await using world = await serveApp({ create });
          const { cms } = world;
          const { bearer } = await world.signIn('viewer');
          const { secret } = await cms.apiTokens.create(operator, {
            name: 'scoped',
            collections: ['pages'],
          });
          const callers = [{}, bearer, { 'X-API-Key': secret }];
          const answers = new Map<string, string>();
          const ids: string[] = [];
          for (const [n, { kind, item, status }] of plan.entries()) {
            const id = ids[item] ?? ids[0];
            const isEven = n % 2 === 0;
            const collection = isEven ? 'pages' : 'blog-posts';
            const { content, settings, collections, plugins } = cms;
            const slug = isEven ? 'one' : 'two';
            const write = {
              create: async () =>
                ids.push((await content.create(operator, { collection, title: slug, status })).id),
              update: async () => id && content.update(operator, id, { title: `T${n}`, status }),
              move: async () => id && content.update(operator, id, { collection, slug }),
              delete: async () => {
                await (id && content.delete(operator, id));
                ids.splice(0, 1);
              },
              hide: () =>
                settings.update(operator, { publicContent: isEven ? 'all' : 'published' }),
              close: () => collections.update(operator, 'pages', { isActive: isEven }),
              cache: () => plugins.configure(operator, 'cache', { active: isEven }),
            }[kind];
            await write().catch(() => undefined);
            const paths = [
              '/api/content',
              '/api/content?limit=1&offset=1',
              '/api/content?status=draft',
              '/api/content?slug=one',
              '/api/collections/pages/content',
              '/api/collections/pages/content/one',
              ...ids.map((each) => `/api/content/${each}`),
            ];
            for (const path of paths) {
              for (const headers of callers) {
                const { headers: fields, json } = await world.request(path, { headers });
                const tag = fields.get('etag');
                if (tag === null) continue;
                const { data, meta } = json();
                const answer = JSON.stringify([data, meta?.count, meta?.filter]);
                const key = `${path} ${tag}`;
                expect([key, answers.get(key) ?? answer]).toEqual([key, answer]);
                answers.set(key, answer);
              }
            }
          }
        }),
        { numRuns: randomRuns(15) },
      );
    });
  });

  test('the tag of a list changes with the version of the program', async () => {
    await publish('one');
    const tags = [await tagOf('/api/content')];
    for (const version of ['1.0.0', '1.0.1']) {
      await using other = await serveApp({ create, version, core: { ports: app.ports } });
      tags.push((await other.request('/api/content')).headers.get('etag') ?? '');
    }
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  });
});
