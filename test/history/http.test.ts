import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let author: SignedIn;
let path: string;
let tag: string;

beforeEach(async () => {
  app = await serveApp();
  author = await app.signIn('author');
  const json = { collection: 'pages', title: 'Tides', data: { body: 'a' } };
  const made = await app.request('/api/content', { method: 'POST', headers: author.bearer, json });
  path = made.headers.get('location')!;
  tag = made.headers.get('etag')!;
});

afterEach(() => app[Symbol.asyncDispose]());

type Headers = Record<string, string>;

const put = (json: object, headers: Headers = {}, { bearer }: SignedIn = author) =>
  app.request(path, { method: 'PUT', headers: { ...bearer, ...headers }, json });

const revisions = async (query = '') =>
  (await app.request(`${path}/revisions${query}`, { headers: author.bearer })).json();

const restore = (version: unknown, headers: Headers = {}) =>
  app.request(`${path}/restore`, {
    method: 'POST',
    headers: { ...author.bearer, ...headers },
    json: { version },
  });

/** The bytes of the text as `fetch` sends them. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

test('revisions have the documented form', async () => {
  const note = 'Größe, корректор, 🌊';
  await put({ title: 'Ebb', data: { body: 'a', new: null } }, { 'X-Change-Note': bytesOf(note) });
  await put({ status: 'published' }, { Prefer: 'autosave' });
  const { data, meta } = await revisions();
  const { id } = (await app.request('/auth/me', { headers: author.bearer })).json().user;
  const by = { id, name: expect.any(String) };
  const created_at = expect.any(Number);
  expect(data).toEqual([
    {
      version: 3,
      created_at,
      author: by,
      status: 'published',
      title: 'Ebb',
      changed: ['status'],
      autosave: true,
    },
    {
      version: 2,
      created_at,
      author: by,
      status: 'draft',
      title: 'Ebb',
      changed: ['title', 'data.new'],
      note,
    },
    {
      version: 1,
      created_at,
      author: by,
      status: 'draft',
      title: 'Tides',
      changed: ['title', 'slug', 'status', 'collectionId', 'data.body'],
    },
  ]);
  expect(meta).toMatchObject({ count: 3, cache: { hit: false } });
  expect((await revisions('?limit=1&offset=1')).meta.count).toBe(1);
  await app.cms.content.update(operator, path.split('/').at(-1)!, { title: 'Flood' });
  expect((await revisions('?limit=1')).data).toMatchObject([{ version: 4, author: null }]);
  await app.cms.users.delete(operator, id);
  const { bearer } = await app.signIn('viewer');
  const answer = await app.request(`${path}/revisions`, { headers: bearer });
  expect(answer.json().data).toMatchObject(Array.from({ length: 4 }, () => ({ author: null })));
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('an earlier version has the members of an item', async () => {
  const { json: item } = await app.request(path, { headers: author.bearer });
  await put({ title: 'Ebb', data: {} });
  const answer = await app.request(`${path}/revisions/1`, { headers: author.bearer });
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual(item());
  expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const version of ['0', '3', '-1', '1.0', '01x', 'x', '99999999999', '2147483648', '%00']) {
    const { status } = await app.request(`${path}/revisions/${version}`, {
      headers: author.bearer,
    });
    expect([version, status]).toEqual([version, 404]);
  }
});

describe('restoring', () => {
  test('returns the item and its tag, and accepts a note', async () => {
    const before = await put({ title: 'Ebb', slug: 'ebb', data: {}, status: 'published' });
    const restored = await restore(1, { 'X-Change-Note': 'Back' });
    expect(restored.status).toBe(200);
    expect(restored.json().data).toMatchObject({
      title: 'Tides',
      slug: 'tides',
      data: { body: 'a' },
      status: 'published',
    });
    expect(restored.headers.get('etag')).toMatch(/^"3-/);
    expect((await app.request(path)).headers.get('etag')).toBe(restored.headers.get('etag'));
    expect((await revisions()).data[0]).toMatchObject({
      version: 3,
      note: 'Back',
      changed: ['title', 'slug', 'data.body'],
    });
    expect((await restore(1)).headers.get('etag')).toBe(restored.headers.get('etag'));
    const outdated = await restore(2, { 'If-Match': before.headers.get('etag')! });
    expect([outdated.status, outdated.json().code]).toEqual([412, 'version_mismatch']);
    expect((await restore(2, { 'If-Match': restored.headers.get('etag')! })).status).toBe(200);
  });

  test('fails for an unknown version, a taken slug, and a body that is none', async () => {
    await put({ slug: 'ebb' });
    await app.cms.content.create(operator, { collection: 'pages', title: 'Tides' });
    const taken = await restore(1);
    expect([taken.status, taken.json().code]).toEqual([409, 'slug_taken']);
    expect(taken.json().details).toContain('tides-2');
    for (const version of [0, 3, -1, 2 ** 31, 2 ** 53 - 1])
      expect((await restore(version)).status).toBe(404);
    for (const version of ['1', 1.5, null, undefined]) {
      const answer = await restore(version);
      expect(answer.status).toBe(400);
      expect(answer.json().issues).toMatchObject([{ path: 'version' }]);
    }
  });
});

describe('a note', () => {
  const most = '🌊'.repeat(200);
  test.each([
    [
      'POST',
      () => app.request('/api/content', note('POST', { collection: 'pages', title: 'Note' })),
    ],
    ['PUT', () => app.request(path, note('PUT', { title: 'Note' }))],
    [
      'a restore',
      async () => {
        await put({ title: 'Ebb' });
        return app.request(`${path}/restore`, note('POST', { version: 1 }));
      },
    ],
  ])('of 200 characters is accepted by %s, and a longer one is not', async (_, write) => {
    text = bytesOf(most);
    const answer = await write();
    expect(answer.status).toBeLessThan(300);
    const { id } = answer.json().data;
    const list = await app.request(`/api/content/${id}/revisions`, { headers: author.bearer });
    expect(list.json().data[0].note).toBe(most);
    for (const wrong of [bytesOf(`${most}x`), '\xe9t\xe9']) {
      text = wrong;
      const rejected = await write();
      expect(rejected.status).toBe(400);
      expect(rejected.json().issues).toMatchObject([{ path: 'X-Change-Note' }]);
    }
  });

  test('without text is none', async () => {
    await put({ title: 'Ebb' }, { 'X-Change-Note': ' ' });
    expect((await revisions()).data[0]).not.toHaveProperty('note');
  });

  let text = '';
  const note = (method: string, json: object) => ({
    method,
    headers: { ...author.bearer, 'X-Change-Note': text },
    json,
  });
});

describe('an autosave', () => {
  test('replaces the one before it, and the response says so', async () => {
    for (const title of ['Ebb', 'Flood']) {
      const { headers } = await put({ title }, { Prefer: 'autosave' });
      expect(headers.get('preference-applied')).toBe('autosave');
    }
    expect((await revisions()).data).toMatchObject([{ version: 3 }, { version: 1 }]);
    const strict = await put({ title: 'Ebb' }, { Prefer: 'handling=strict, Autosave' });
    expect(strict.headers.get('preference-applied')).toBe('handling=strict, autosave');
    const failed = await put({ title: '' }, { Prefer: 'autosave' });
    expect([failed.status, failed.headers.get('preference-applied')]).toEqual([400, null]);
  });

  test.each(['autosaves', 'autosave=no', 'x="autosave"', ''])(
    'is not asked for by %j',
    async (Prefer) => {
      const { headers } = await put({ title: 'Ebb' }, { Prefer });
      expect(headers.get('preference-applied')).toBeNull();
      expect((await revisions()).data[0]).not.toHaveProperty('autosave');
    },
  );

  test.each(['autosave=""', 'autosave; x=1', 'respond-async, autosave'])(
    'is asked for by %j',
    async (Prefer) => {
      expect((await put({ title: 'Ebb' }, { Prefer })).headers.get('preference-applied')).toBe(
        'autosave',
      );
    },
  );
});

describe('a save that merges', () => {
  const merge = (json: object, ifMatch = tag, prefer = 'merge') =>
    put(json, { 'If-Match': ifMatch, Prefer: prefer });

  test('is applied to the current version', async () => {
    await put({ title: 'Ebb' });
    const merged = await merge({ data: { body: 'b' } });
    expect(merged.status).toBe(200);
    expect(merged.json().data).toMatchObject({ title: 'Ebb', data: { body: 'b' } });
    expect(merged.headers.get('preference-applied')).toBe('merge');
    expect(merged.headers.get('etag')).toMatch(/^"3-/);
    const weak = await merge({ data: { body: 'b' } }, `W/"9-x", ${tag}`);
    expect(weak.headers.get('preference-applied')).toBe('merge');
    const both = await merge({ slug: 'ebb' }, tag, 'handling=strict, autosave, merge');
    expect(both.headers.get('preference-applied')).toBe('handling=strict, autosave, merge');
  });

  test('of the current version is a save, as is one without a tag', async () => {
    for (const ifMatch of ['TAG', '*', '"9-unknown", TAG']) {
      const saved = await merge({ title: `${ifMatch} Ebb` }, ifMatch.replace('TAG', tag));
      expect([saved.status, saved.headers.get('preference-applied')]).toEqual([200, null]);
      tag = saved.headers.get('etag')!;
    }
    await put({ title: 'Flood' });
    expect((await put({ title: 'Ebb' }, { Prefer: 'merge' })).status).toBe(200);
  });

  test('is rejected with the places that both have changed', async () => {
    await put({ title: 'Ebb', data: { body: 'b' } });
    const answer = await merge({ title: 'Flood', slug: 'flood', data: {} });
    expect(answer.status).toBe(412);
    expect(answer.json()).toMatchObject({
      code: 'version_mismatch',
      details: 'Changed by both: title, data.body',
      issues: [{ path: 'title' }, { path: 'data.body' }],
    });
    expect(answer.headers.get('preference-applied')).toBeNull();
    expect((await app.request(path)).json().data).toMatchObject({ title: 'Ebb', slug: 'tides' });
  });

  test('is rejected with a tag that the item never had, or whose version is gone', async () => {
    await put({ title: 'Ebb' });
    const forged = [
      '"1-AAAAAAAAAAAAAAAAAAAAAA"',
      `W/${tag}`,
      '"1"',
      '',
      '"1-"',
      '"9999999999-x"',
      '"other"',
    ];
    for (const ifMatch of [...forged, tag.replace('"1-', '"2-')]) {
      expect([ifMatch, (await merge({ slug: 'ebb' }, ifMatch)).status]).toEqual([ifMatch, 412]);
    }
    await app.cms.settings.update(operator, { historyMaxPerItem: 1 });
    await app.cms.history.prune();
    expect((await merge({ slug: 'ebb' })).status).toBe(412);
  });

  test('has a base of its own in an autosave, until another one replaces it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = await put({ title: 'Ebb' }, { Prefer: 'autosave' });
    await put({ slug: 'ebb' });
    expect((await merge({ data: {} }, first.headers.get('etag')!)).status).toBe(200);
    const second = await put({ title: 'Flood' }, { Prefer: 'autosave' });
    await put({ slug: 'flood' }, { Prefer: 'autosave' });
    expect((await merge({ data: {} }, second.headers.get('etag')!)).status).toBe(412);
    vi.useRealTimers();
  });
});
