import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { ContentItem, JsonText } from '../../core/vocabulary.ts';
import { updateOf } from '../conformance/content/content-changes.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;

let editor: SignedIn;

let posts: string;

let pages: string;

beforeAll(async () => {
  app = await serveApp();
  editor = await app.signIn('editor');
  const collections = await app.cms.collections.list(operator);
  [posts = '', pages = ''] = collections.map(({ id }) => id);
});

afterAll(() => app[Symbol.asyncDispose]());

const write = (title: string, fields: object = {}): Promise<ContentItem> =>
  app.cms.content.create(operator, { collectionId: posts, title, ...fields });

const tagOf = async (id: string): Promise<string> =>
  (await app.request(`/api/content/${id}`)).headers.get('etag')!;

describe('one item', () => {
  test('is returned without its author, version and origin', async () => {
    const created = await app.request('/api/content', {
      method: 'POST',
      headers: editor.bearer,
      json: { collectionId: posts, title: 'A first item', data: { excerpt: 'Short' } },
    });
    const { data } = created.json();
    expect(Object.keys(data).toSorted()).toEqual(
      'collectionId created_at data id published_at slug status title updated_at'.split(' '),
    );
    expect([data.slug, data.status, data.data]).toEqual([
      'a-first-item',
      'draft',
      { excerpt: 'Short' },
    ]);
    expect(created.headers.get('location')).toBe(`/api/content/${data.id}`);
    const read = await app.request(`/api/content/${data.id}`);
    expect(read.json()).toEqual({ data });
    expect(created.headers.get('etag')).toMatch(/^"1-[\w-]{22}"$/);
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
  });

  test('gets 304 for a current ETag, until the next write', async () => {
    const { id } = await write('An item with versions');
    const { bearer } = await app.signIn('editor');
    const path = `/api/content/${id}`;
    const known = { headers: { 'If-None-Match': await tagOf(id) } };
    expect((await app.request(path, known)).status).toBe(304);
    const changed = await app.request(path, {
      method: 'PUT',
      headers: bearer,
      json: { status: 'published' },
    });
    expect(changed.json().data.status).toBe('published');
    expect(changed.headers.get('etag')).toBe(await tagOf(id));
    expect((await app.request(path, known)).status).toBe(200);
  });

  test('is updated and deleted only if If-Match names its state', async () => {
    const { id } = await write('An item under condition');
    const { bearer } = await app.signIn('editor');
    const path = `/api/content/${id}`;
    const send = (method: string, ifMatch: string) =>
      app.request(path, {
        method,
        headers: { ...bearer, 'If-Match': ifMatch },
        ...(method === 'PUT' && { json: { title: `After ${ifMatch}` } }),
      });
    const first = await tagOf(id);
    const others = [
      '"1"',
      first.replace('1-', '2-'),
      `W/${first}`,
      first.slice(0, -2),
      'nonsense',
      '',
    ];
    for (const stale of others) {
      expect([stale, (await send('PUT', stale)).status]).toEqual([stale, 412]);
      expect([stale, (await send('DELETE', stale)).status]).toEqual([stale, 412]);
    }
    expect((await send('PUT', `"7", ${first}`)).status).toBe(200);
    expect((await send('DELETE', first)).status).toBe(412);
    const deleted = await send('DELETE', await tagOf(id));
    expect(deleted.json()).toEqual({ data: { id, deleted: true } });
    expect((await app.request(path)).status).toBe(404);
  });

  test('is deleted by an id in upper case; the response has the stored id', async () => {
    const { id } = await write('An item with a loud id');
    const { bearer } = await app.signIn('editor');
    const path = `/api/content/${id.toUpperCase()}`;
    const deleted = await app.request(path, { method: 'DELETE', headers: bearer });
    expect(deleted.json().data.id).toBe(id);
  });

  test('is returned with its data byte for byte', async () => {
    const { id } = await write('An item with exact data');
    const item = (await app.ports.store.repositories.contents.findById(id))!;
    const data = '{"price":1.50,"big":12345678901234567890}' as JsonText;
    const change = updateOf(item, { ...item, data, version: 2 });
    expect(await app.ports.store.commit([change])).toBe(true);
    expect((await app.request(`/api/content/${id}`)).text).toContain(`"data":${data}`);
    expect((await app.request('/api/content')).text).toContain(`"data":${data}`);
  });
});

describe('check-slug', () => {
  test('returns the normalized slug, and suggests a free one only if it is taken', async () => {
    await write('Taken');
    const check = async (query: string) =>
      (await app.request(`/api/content/check-slug?${query}`)).json().data;
    expect(await check('slug=Quite%20Free!')).toEqual({ slug: 'quite-free', available: true });
    expect(await check('slug=taken')).toEqual({
      slug: 'taken',
      available: false,
      suggestion: 'taken-2',
    });
  });

  test('returns the slug of a long title only if it may truncate it', async () => {
    const path = `/api/content/check-slug?slug=${'a'.repeat(431)}`;
    expect((await app.request(path)).json().code).toBe('invalid_slug');
    expect((await app.request(`${path}&truncate=false`)).json().code).toBe('invalid_slug');
    expect((await app.request(`${path}&truncate=true`)).json().data).toEqual({
      slug: 'a'.repeat(200),
      available: true,
    });
  });
});

describe('lists', () => {
  test('return the filter and the timing in meta, but nothing about the caller', async () => {
    await write('Listed', { status: 'published' });
    const { bearer, userId } = await app.signIn('editor');
    const path = '/api/content?status=published&limit=5000&offset=0&collection=blog-posts';
    const { data, meta } = (await app.request(path, { headers: bearer })).json();
    expect(meta.filter).toEqual({
      limit: 1000,
      offset: 0,
      where: {
        and: [
          { field: 'status', operator: 'equals', value: 'published' },
          { field: 'collectionId', operator: 'equals', value: expect.any(String) },
        ],
      },
    });
    expect(meta.count).toBe(data.length);
    expect(meta.timestamp).toBe(new Date(app.clock.now()).toISOString());
    expect(meta.cache).toEqual({ hit: false, source: 'database' });
    expect(meta.timing.unit).toBe('ms');
    expect(meta.timing.execution).toBeLessThanOrEqual(meta.timing.total);
    expect(JSON.stringify(meta)).not.toContain(userId);
  });

  test('of one collection contain its items; a missing collection gets 404', async () => {
    const { id } = await write('In its collection');
    const { data } = (await app.request('/api/collections/blog-posts/content')).json();
    expect(data).toContainEqual(expect.objectContaining({ id }));
    expect((await app.request('/api/collections/nothing/content')).status).toBe(404);
  });
});

const one = (idOrSlug: string, collection = 'blog-posts', headers = {}) =>
  app.request(`/api/collections/${collection}/content/${encodeURIComponent(idOrSlug)}`, {
    headers,
  });

describe('one item of a collection', () => {
  test('is found by id and by slug, and is the same as by id alone', async () => {
    const { id, slug } = await write('Große Pools');
    const alone = await app.request(`/api/content/${id}`);
    for (const text of [id, id.toUpperCase(), slug, 'Große Pools!', ' GROSSE--pools ']) {
      const answer = await one(text.replace('GROSSE', 'GROßE'));
      expect([text, answer.status, answer.json()]).toEqual([text, 200, alone.json()]);
      expect(answer.headers.get('etag')).toBe(alone.headers.get('etag'));
      expect(answer.headers.get('cache-control')).toBe(alone.headers.get('cache-control'));
      expect(answer.headers.get('vary')).toBe(alone.headers.get('vary'));
    }
  });

  test('gets 304 for a current ETag, until the next write', async () => {
    const { id, slug } = await write('Conditional');
    const tag = (await one(slug)).headers.get('etag')!;
    const known = { 'If-None-Match': tag };
    expect((await one(slug, 'blog-posts', known)).status).toBe(304);
    await app.cms.content.update(operator, id, { title: 'Changed' });
    expect((await one(slug, 'blog-posts', known)).status).toBe(200);
  });

  test('is not found in another collection, or under a text that no slug can be', async () => {
    const { id, slug } = await write('Elsewhere');
    for (const [text, collection] of [
      [id, 'pages'],
      [slug, 'pages'],
      [id, 'nothing'],
      [slug, 'nothing'],
      ['no-such-slug', 'blog-posts'],
      ['!!!', 'blog-posts'],
      ['x'.repeat(3_000), 'blog-posts'],
    ] as const) {
      const { status, json } = await one(text, collection);
      expect([text, status, json().code]).toEqual([text, 404, 'not_found']);
    }
  });

  test('is found by id before another item whose slug is that id', async () => {
    const first = await write('First');
    const impostor = await write('Impostor', { slug: first.id });
    expect((await one(first.id)).json().data.id).toBe(first.id);
    // In another collection, and after the deletion, the text is only a slug.
    await app.cms.content.update(operator, first.id, { collectionId: pages });
    expect((await one(first.id)).json().data.id).toBe(impostor.id);
    expect((await one(first.id, 'pages')).json().data.id).toBe(first.id);
  });

  test('of an inactive collection is found by users only, with the same error as an unknown one', async () => {
    await app.cms.collections.create(operator, { name: 'retired' });
    const { slug } = await app.cms.content.create(operator, {
      collection: 'retired',
      title: 'Old',
    });
    await app.cms.collections.update(operator, 'retired', { isActive: false });
    expect((await one(slug, 'retired', editor.bearer)).status).toBe(200);
    expect((await one(slug, 'retired')).text).toBe((await one(slug, 'nothing')).text);
  });
});

describe('a list with a slug', () => {
  const list = async (query: string, path = '/api/content') =>
    (await app.request(`${path}?${query}`)).json();

  test('contains the one item, and the normalized slug as a condition', async () => {
    const item = await write('Rock pools', { status: 'published' });
    for (const path of ['/api/content', '/api/collections/blog-posts/content']) {
      const { data, meta } = await list('slug=Rock%20Pools!&status=published&limit=5', path);
      expect(data).toEqual([expect.objectContaining({ id: item.id })]);
      expect([meta.count, meta.filter.limit]).toEqual([1, 5]);
      expect(meta.filter.where.and).toContainEqual({
        field: 'slug',
        operator: 'equals',
        value: 'rock-pools',
      });
      expect(meta.filter.where.and).toHaveLength(path === '/api/content' ? 2 : 3);
    }
  });

  test('is empty if another condition does not match, and after the first page', async () => {
    await write('Lonely', { status: 'published' });
    for (const query of ['status=draft', 'collection=pages', 'collection=nothing', 'offset=1']) {
      expect([query, (await list(`slug=lonely&${query}`)).data]).toEqual([query, []]);
    }
    expect((await list('slug=lonely', '/api/collections/pages/content')).data).toEqual([]);
  });

  test.each(['', '!!!', 'x'.repeat(201), 'a&slug=b'])(
    'is rejected with slug=%.20s',
    async (slug) => {
      const { status, json } = await app.request(`/api/content?slug=${slug}`);
      expect([status, json().issues[0].path]).toEqual([400, 'slug']);
    },
  );
});

describe('while the cache is on', () => {
  test('reads by slug come from the cache until a write changes what they show', async () => {
    await app.cms.plugins.configure(operator, 'cache', { active: true });
    const first = await write('Cached', { status: 'published' });
    const paths = [
      '/api/content?slug=cached',
      '/api/collections/blog-posts/content?slug=cached',
      '/api/collections/blog-posts/content/cached',
    ];
    const read = async (path: string) => {
      const { status, headers, json } = await app.request(path);
      const { data } = json();
      const found = data === undefined ? undefined : Array.isArray(data) ? data[0] : data;
      return [status, found?.id, headers.get('x-cache-status')];
    };
    const expectShown = async (id: string | undefined) => {
      for (const path of paths) {
        const isItem = path.endsWith('/cached');
        if (id === undefined && isItem) expect(await read(path)).toEqual([404, undefined, null]);
        else {
          expect(await read(path)).toEqual([200, id, 'MISS']);
          expect(await read(path)).toEqual([200, id, 'HIT']);
        }
      }
    };
    await expectShown(first.id);
    // Another slug has other entries, and an item with another slug changes no list. Single items are kept only
    // until the next write.
    await write('Other');
    expect((await app.request('/api/content?slug=other')).json().data[0].slug).toBe('other');
    for (const path of paths) {
      const status = path.endsWith('/cached') ? 'MISS' : 'HIT';
      expect(await read(path)).toEqual([200, first.id, status]);
    }
    // The former slug leads to the item until another one has it.
    await app.cms.content.update(operator, first.id, { slug: 'renamed' });
    await expectShown(first.id);
    const second = await write('Cached');
    await expectShown(second.id);
    await app.cms.content.update(operator, second.id, { collectionId: pages });
    expect((await read(paths[0]!)).slice(0, 2)).toEqual([200, second.id]);
    expect((await read(paths[1]!)).slice(0, 2)).toEqual([200, undefined]);
    expect((await read(paths[2]!))[0]).toBe(404);
    await app.cms.content.delete(operator, second.id);
    // Once another item has had the slug, it no longer leads to the first.
    expect((await read(paths[0]!)).slice(0, 2)).toEqual([200, undefined]);
    await app.cms.plugins.configure(operator, 'cache', { active: false });
  });
});
