import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { Role } from '../../core/vocabulary.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';
import { serveApp, testPassword, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let secretId: string;
let itemId: string;

beforeEach(async () => {
  app = await serveApp();
  const { cms } = app;
  await cms.plugins.configure(operator, 'cache', { active: true });
  secretId = (await cms.collections.create(operator, { name: 'vault', access: 'private' })).id;
  const command = { collection: 'vault', title: 'Hidden item', status: 'published' } as const;
  itemId = (await cms.content.create(operator, command)).id;
});

afterEach(() => app[Symbol.asyncDispose]());

const key = async (...collections: readonly string[]) => ({
  'X-API-Key': (await app.cms.apiTokens.create(operator, { name: 'site', collections })).secret,
});

const person = async (name: string, role: Role, ...grants: readonly Role[]) => {
  const { cms } = app;
  const email = `${name}@example.org`;
  const { user } = await cms.users.create(operator, { email, password: testPassword, role });
  const give = (...roles: readonly Role[]) =>
    cms.users.setPermissions(
      operator,
      user.id,
      roles.map((each) => ({ collection: 'vault', role: each })),
    );
  await give(...grants);
  const { token } = await cms.accounts.logIn({ email, password: testPassword, client: name });
  return { id: user.id, headers: { Authorization: `Bearer ${token}` }, give };
};

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  app.request(path, { headers });

test('a token gets 404 for an item of a private collection outside its scope, as for an unknown id', async () => {
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const headers of [await key(), await key('pages'), {}]) {
    const [there, other] = [
      await get(`/api/content/${itemId}`, headers),
      await get(`/api/content/${unknown}`, headers),
    ];
    expect([there.status, there.text]).toEqual([404, other.text]);
  }
  expect((await get(`/api/content/${itemId}`, await key('vault'))).status).toBe(200);
  const outside = await app.cms.content.create(operator, { collection: 'blog-posts', title: 'P' });
  expect((await get(`/api/content/${outside.id}`, await key('pages'))).status).toBe(403);
});

describe('answers to those who may see a private collection', () => {
  test('are private, and no cache gives them to others', async () => {
    const member = await person('member', 'viewer', 'viewer');
    const insiders = [member.headers, await key('vault'), (await app.signIn('admin')).bearer];
    const outsiders = [{}, await key(), (await app.signIn('viewer')).bearer];
    const paths = [
      `/api/content/${itemId}`,
      '/api/collections/vault/content',
      '/api/collections/vault/content/hidden-item',
      '/api/collections/vault/query',
      '/api/content?collection=vault',
      '/api/content',
      '/api/search?q=hidden',
      '/api/redirects?collection=vault',
      '/api/changes?after=start',
      '/api/collections',
    ];
    for (const path of paths) {
      for (const n of [1, 2]) {
        for (const headers of insiders) {
          const answer = await get(path, headers);
          expect([path, n, answer.status]).toEqual([path, n, 200]);
          expect([path, answer.headers.get('cache-control')]).toEqual([
            path,
            expect.stringMatching(/private|no-store/),
          ]);
        }
        for (const headers of outsiders) {
          const { text } = await get(path, headers);
          expect([path, text.includes('Hidden'), text.includes(secretId)]).toEqual([
            path,
            false,
            false,
          ]);
        }
      }
    }
  });

  test('end with the next request after the access has ended', async () => {
    const member = await person('member', 'viewer', 'viewer');
    const path = `/api/content/${itemId}`;
    const status = async () => (await get(path, member.headers)).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    await member.give();
    expect(await status()).toBe(404);
    await app.cms.users.update(operator, member.id, { role: 'editor' });
    expect(await status()).toBe(200);
    await app.cms.users.update(operator, member.id, { role: 'viewer' });
    expect(await status()).toBe(404);
    await app.cms.collections.update(operator, 'vault', { access: 'public' });
    expect([await status(), (await get(path)).status]).toEqual([200, 200]);
    await app.cms.collections.update(operator, 'vault', { access: 'private' });
    expect([await status(), (await get(path)).status]).toEqual([404, 404]);
  });
});

test('a feed by name goes on with a reset after a grant or a role was given and taken', async () => {
  const reader = await person('reader', 'viewer');
  let after = (await get('/api/changes?collection=vault', reader.headers)).json().meta.cursor;
  const changes: readonly (() => Promise<unknown>)[] = [
    () => reader.give('viewer'),
    () => reader.give(),
    () => app.cms.users.update(operator, reader.id, { role: 'editor' }),
    () => app.cms.users.update(operator, reader.id, { role: 'viewer' }),
  ];
  for (const [n, change] of changes.entries()) {
    await change();
    const path = `/api/changes?collection=vault&after=${after}`;
    const answer = await get(path, reader.headers);
    expect([n, answer.status]).toEqual([n, 200]);
    const { data, meta } = answer.json();
    expect([n, data]).toEqual([n, [expect.objectContaining({ type: 'reset' })]]);
    after = meta.cursor;
  }
});

describe('preview tokens', () => {
  const preview = async (headers: Readonly<Record<string, string>>, path: string) =>
    (await app.request(path, { method: 'POST', headers, json: {} })).json().data.token as string;

  test('of an item show only this item, also in its collection by name and slug', async () => {
    const { cms } = app;
    await cms.content.create(operator, {
      collection: 'vault',
      title: 'Other',
      status: 'published',
    });
    const { bearer } = await app.signIn('editor');
    const token = await preview(bearer, `/api/content/${itemId}/preview`);
    for (const path of [`/api/content/${itemId}`, '/api/collections/vault/content/hidden-item']) {
      expect((await get(`${path}?preview=${token}`)).json().data.id).toBe(itemId);
    }
    for (const path of ['/api/collections/vault/content', '/api/content']) {
      const { data } = (await get(`${path}?preview=${token}`)).json();
      expect(data).toEqual([expect.objectContaining({ id: itemId })]);
    }
    const other = await get(`/api/collections/vault/content/other?preview=${token}`);
    expect(other.status).toBe(404);
  });

  test('of an item end when its creator no longer sees the collection, and say no more than unknown ones', async () => {
    const member = await person('member', 'viewer', 'viewer');
    const token = await preview(member.headers, `/api/content/${itemId}/preview`);
    const path = (value: string) => `/api/content/${itemId}?preview=${value}`;
    expect((await get(path(token))).status).toBe(200);
    await member.give();
    const [ended, unknown] = [await get(path(token)), await get(path(`pv_${'A'.repeat(32)}`))];
    expect([ended.status, ended.json().code]).toEqual([401, 'invalid_preview']);
    expect(ended.text).toBe(unknown.text);
  });

  test('of the site show what their creator sees at that moment', async () => {
    const member = await person('member', 'viewer', 'viewer');
    const token = await preview(member.headers, '/api/preview');
    const status = async () =>
      (await get(`/api/content/${itemId}?preview=${token}&perspective=drafts`)).status;
    expect(await status()).toBe(200);
    await member.give();
    expect(await status()).toBe(404);
    await member.give('author');
    expect(await status()).toBe(200);
  });
});

test('a repeated request is not answered from the receipt after the grant is gone', async () => {
  const member = await person('member', 'viewer', 'editor');
  const write = () =>
    app.request('/api/content', {
      method: 'POST',
      headers: { ...member.headers, 'Idempotency-Key': 'once' },
      json: { collection: 'vault', title: 'Written once' },
    });
  expect((await write()).status).toBe(201);
  expect((await write()).status).toBe(201);
  await member.give();
  const again = await write();
  expect(again.status).toBeGreaterThanOrEqual(400);
  expect(again.text).not.toMatch(/Written once|vault/);
  const other = await person('other', 'author', 'author');
  const create = () =>
    app.request('/api/content', {
      method: 'POST',
      headers: { ...other.headers, 'Idempotency-Key': 'once' },
      json: { collection: 'vault', title: 'Written by another' },
    });
  expect((await create()).status).toBe(201);
  await other.give();
  const refused = await create();
  expect([refused.status, refused.json().code]).toEqual([400, 'collection_not_found']);
  const author = await person('author', 'author', 'author');
  const edit = (key: string) =>
    app.request(`/api/content/${itemId}`, {
      method: 'PUT',
      headers: { ...author.headers, 'Idempotency-Key': key },
      json: { title: 'Hidden item' },
    });
  expect((await edit('edit')).status).toBe(403);
  await author.give('editor');
  expect((await edit('edit-2')).status).toBe(200);
  await author.give();
  expect((await edit('edit-2')).status).toBe(404);
});

test('a slug that is taken in a private collection is answered with nothing but a free one', async () => {
  const author = await person('author', 'author');
  const answer = await app.request('/api/content', {
    method: 'POST',
    headers: author.headers,
    json: { collection: 'pages', title: 'Mine', slug: 'hidden-item' },
  });
  expect([answer.status, answer.json().code]).toEqual([409, 'slug_taken']);
  expect(answer.text).toContain('hidden-item-2');
  expect(answer.text).not.toMatch(/Hidden|vault/);
  expect(answer.text).not.toContain(itemId);
});

test('a reference to a private item is absent for outsiders, and its schema names no target', async () => {
  const { cms } = app;
  const properties = { link: { type: 'reference', collection: 'vault' } };
  await cms.collections.create(operator, { name: 'open', schema: { type: 'object', properties } });
  const command = { title: 'Referrer', status: 'published', data: { link: itemId } } as const;
  const { id } = await cms.content.create(operator, { collection: 'open', ...command });
  const { bearer } = await app.signIn('admin');
  const viewer = (await app.signIn('viewer')).bearer;
  for (const headers of [{}, viewer]) {
    const { headers: head, ...answer } = await get(`/api/content/${id}?expand=link`, headers);
    expect(answer.json().data.data).toEqual({ link: itemId });
    expect(answer.json().included).toEqual({});
    expect(JSON.stringify([...head])).not.toContain(itemId);
    for (const path of ['/api/collections', '/api/openapi']) {
      const text = (await get(path, headers)).text;
      expect([path, text.includes('vault'), text.includes('"open"')]).toEqual([path, false, true]);
    }
  }
  expect(
    Object.keys((await get(`/api/content/${id}?expand=link`, bearer)).json().included),
  ).toEqual([itemId]);
  expect((await get('/api/collections', bearer)).text).toContain('"collection":"vault"');
});

test('only admins and editors are told the access of collections', async () => {
  const read = async (headers = {}): Promise<readonly (string | undefined)[]> => {
    const { data } = (await get('/api/collections', headers)).json();
    return (data as readonly { readonly access?: string }[]).map((each) => each.access);
  };
  const member = await person('member', 'viewer', 'viewer');
  for (const headers of [
    {},
    await key(),
    await key('vault'),
    member.headers,
    (await app.signIn('author')).bearer,
  ]) {
    expect(new Set(await read(headers))).toEqual(new Set([undefined]));
  }
  for (const role of ['admin', 'editor'] as const) {
    const told = await read((await app.signIn(role)).bearer);
    expect(told.filter((each) => each === 'private')).toHaveLength(1);
    expect(told.filter((each) => each === 'public')).toHaveLength(2);
  }
});

test('a file that only a private item uses is nobody’s unused file, and its usage is told to insiders', async () => {
  const { cms } = app;
  const admin = await cms.accounts.authenticate((await app.signIn('admin')).token);
  async function* body() {
    yield tinyGif;
  }
  const upload = (originalName: string) =>
    cms.media.upload(admin, { originalName, body: body(), folder: () => undefined });
  const [used, unused] = [await upload('used.gif'), await upload('unused.gif')];
  await cms.collections.update(operator, 'vault', {
    schema: { type: 'object', properties: { image: { type: 'media' } } },
  });
  await cms.content.update(operator, itemId, { data: { image: used.id } });
  for (const [role, users] of [
    ['viewer', 0],
    ['admin', 1],
  ] as const) {
    const { bearer } = await app.signIn(role);
    const found = (await get('/api/health/media?problem=unused', bearer)).json();
    expect([role, found.data]).toEqual([role, [expect.objectContaining({ id: unused.id })]]);
    const usage = (await get(`/api/media/${used.id}/usage`, bearer)).json();
    expect([role, usage.data.length]).toEqual([role, users]);
  }
});
