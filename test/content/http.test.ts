import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator, type JsonText } from '../../core/index.ts';
import { updateOf } from '../conformance/content-changes.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let posts: string;

beforeAll(async () => {
  app = await serveApp();
  const [collection] = await app.cms.collections.list(operator);
  posts = collection!.id;
});

afterAll(() => app[Symbol.asyncDispose]());

const write = (title: string, status?: 'published'): Promise<{ readonly id: string }> =>
  app.cms.content.create(operator, { collectionId: posts, title, status });

const tagOf = async (id: string): Promise<string> =>
  (await app.request(`/api/content/${id}`)).headers.get('etag')!;

describe('one item', () => {
  test('is returned without its author, version and origin', async () => {
    const editor = await app.signIn('editor');
    const created = await app.request('/api/content', {
      method: 'POST',
      headers: editor.bearer,
      json: { collectionId: posts, title: 'A first item', data: { excerpt: 'Short' } },
    });
    const { data } = created.json();
    expect(Object.keys(data).toSorted()).toEqual(
      'collectionId created_at data id slug status title updated_at'.split(' '),
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
    await write('Listed', 'published');
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
