import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';
import type { Answer, RequestOptions } from '../support/http/http-client.ts';
import { boundary, multipart, multipartType } from '../support/http/multipart.ts';
import { tinyGif } from '../support/media/tiny-gif.ts';

let app: TestApp;
let editor: SignedIn;
let posts: string;

beforeAll(async () => {
  app = await serveApp();
  editor = await app.signIn('editor');
  posts = (await app.cms.collections.list(operator))[0]?.id ?? '';
});

afterAll(() => app[Symbol.asyncDispose]());

let keys = 0;
const newKey = (): string => `key-${(keys += 1)}`;

const send = (
  method: string,
  path: string,
  key: string,
  { headers, ...options }: RequestOptions = {},
): Promise<Answer> =>
  app.request(path, {
    method,
    ...options,
    headers: { ...editor.bearer, 'Idempotency-Key': key, ...headers },
  });

const post = (key: string, fields: object): Promise<Answer> =>
  send('POST', '/api/content', key, { json: { collectionId: posts, ...fields } });

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

const codeOf = (answer: Answer): unknown => [answer.status, answer.json().code];

/** What a client sees of a response, without what belongs to each response. */
const seen = ({ status, headers, text }: Answer): unknown => ({
  status,
  text,
  headers: Object.fromEntries(
    ['etag', 'location', 'content-type', 'cache-control'].map((name) => [name, headers.get(name)]),
  ),
});

/** Sends a request twice. The second response must be the stored one. */
const twice = async (request: () => Promise<Answer>): Promise<Answer> => {
  const first = await request();
  expect(isReplay(first)).toBe(false);
  const second = await request();
  expect(seen(second)).toEqual(seen(first));
  expect(isReplay(second)).toBe(true);
  return first;
};

describe('a repeated request gets the response of the first one', () => {
  test('for a new item, which exists once', async () => {
    const key = newKey();
    const created = await twice(() => post(key, { title: 'Written once' }));
    expect(created.status).toBe(201);
    expect(created.headers.get('etag')).toBeTruthy();
    expect(created.headers.get('location')).toBe(`/api/content/${created.json().data.id}`);
    const list = await app.request('/api/content?limit=1000', { headers: editor.bearer });
    const { data } = list.json() as { readonly data: readonly { readonly title: string }[] };
    const titles = data.map(({ title }) => title);
    expect(titles.filter((title) => title === 'Written once')).toHaveLength(1);
  });

  test('for an update and a deletion', async () => {
    const { id } = (await post(newKey(), { title: 'Changed and deleted' })).json().data;
    const [update, deletion] = [newKey(), newKey()];
    const json = { title: 'Changed' };
    const changed = await twice(() => send('PUT', `/api/content/${id}`, update, { json }));
    expect(changed.headers.get('etag')).toMatch(/^"2-/);
    const gone = await twice(() => send('DELETE', `/api/content/${id}`, deletion));
    expect(gone.json()).toEqual({ data: { id, deleted: true } });
    expect(isReplay(await send('PUT', `/api/content/${id}`, update, { json }))).toBe(true);
  });

  test('for collections', async () => {
    const { bearer } = await app.signIn('admin');
    const as = (method: string, path: string, key: string, json?: object) =>
      send(method, path, key, { headers: bearer, ...(json && { json }) });
    const [create, update, remove] = [newKey(), newKey(), newKey()];
    const created = await twice(() => as('POST', '/api/collections', create, { name: 'once' }));
    expect(created.headers.get('location')).toBe('/api/collections/once');
    const path = '/api/collections/once';
    expect((await twice(() => as('PUT', path, update, { displayName: 'Two' }))).status).toBe(200);
    expect((await twice(() => as('DELETE', path, remove))).status).toBe(200);
    expect((await app.request(path, { headers: bearer })).status).toBe(404);
  });

  test('for errors below 500', async () => {
    await post(newKey(), { title: 'Taken', slug: 'taken-slug' });
    const taken = newKey();
    expect((await twice(() => post(taken, { title: 'Taken', slug: 'taken-slug' }))).status).toBe(
      409,
    );
    const [invalid, unreadable, missing, outdated] = [newKey(), newKey(), newKey(), newKey()];
    expect((await twice(() => post(invalid, { title: 7 }))).status).toBe(400);
    const broken = { body: '{"title": ', headers: { 'Content-Type': 'application/json' } };
    const sent = () => send('POST', '/api/content', unreadable, broken);
    expect(codeOf(await twice(sent))).toEqual([400, 'malformed_body']);
    const unknown = '/api/content/00000000-0000-7000-8000-000000000000';
    expect((await twice(() => send('DELETE', unknown, missing))).status).toBe(404);
    const { id } = (await post(newKey(), { title: 'Newer than expected' })).json().data;
    const options = { json: { title: 'Late' }, headers: { 'If-Match': '"0-other"' } };
    const late = () => send('PUT', `/api/content/${id}`, outdated, options);
    expect((await twice(late)).status).toBe(412);
  });

  test('also if white space, escapes and the order of members differ', async () => {
    const key = newKey();
    const headers = { 'Content-Type': 'application/json' };
    const text = (body: string) => send('POST', '/api/content', key, { body, headers });
    const first = await text(`{"collectionId":"${posts}","title":"One","data":{"a":1,"b":"é"}}`);
    const second = await text(
      `{ "title": "One", "data": {"b": "\\u00e9", "a": 1.0}, "collectionId": "${posts}" }`,
    );
    expect([second.text, isReplay(second)]).toEqual([first.text, true]);
  });

  test('from each session of the user, and in either form of the key', async () => {
    const key = newKey();
    const first = await post(key, { title: 'From two sessions' });
    const { email } = editor;
    const login = { email, password: 'correct horse battery', client: 'another' };
    const { token } = await app.cms.accounts.logIn(login);
    const again = await send('POST', '/api/content', `"${key}"`, {
      headers: { Authorization: `Bearer ${token}` },
      json: { collectionId: posts, title: 'From two sessions' },
    });
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);
  });
});

interface Form {
  readonly folder: string;
  readonly limit: string;
}

describe('uploads', () => {
  const upload = (key: string, filename: string, bytes: Uint8Array, more: Partial<Form> = {}) => {
    const { folder = 'a', limit = boundary } = more;
    const whole = multipart([{ name: 'folder' }, folder], [{ name: 'file', filename }, bytes]);
    const body = Buffer.from(whole.toString('latin1').replaceAll(boundary, limit), 'latin1');
    const type = multipartType.replace(boundary, limit);
    return send('POST', '/api/media/upload', key, { body, headers: { 'Content-Type': type } });
  };

  test('are stored once, whatever their boundary', async () => {
    const key = newKey();
    const first = await upload(key, 'dot.gif', tinyGif);
    const second = await upload(key, 'dot.gif', tinyGif, { limit: 'another-one' });
    expect(first.status).toBe(201);
    expect(seen(second)).toEqual(seen(first));
    expect(isReplay(second)).toBe(true);
    const { data } = (await app.request('/api/media', { headers: editor.bearer })).json();
    expect(data).toHaveLength(1);
    const other = new Uint8Array([...tinyGif, 0]);
    for (const [name, bytes, folder] of [
      ['dot.gif', other, 'a'],
      ['dot.gif', tinyGif, 'b'],
      ['other.gif', tinyGif, 'a'],
    ] as const) {
      const different = await upload(key, name, bytes, { folder });
      expect(codeOf(different)).toEqual([422, 'idempotency_mismatch']);
    }
  });

  test('that are rejected early get their response again', async () => {
    const key = newKey();
    const bytes = new Uint8Array(300_000).fill(1);
    const rejected = () => upload(key, 'program.exe', bytes);
    expect(codeOf(await twice(rejected))).toEqual([400, 'media_type_refused']);
  });

  test('and deletions of files leave no bytes', async () => {
    const { data } = (await upload(newKey(), 'gone.gif', tinyGif)).json();
    const key = newKey();
    const path = new URL(String(data.url)).pathname;
    expect((await app.request(path)).status).toBe(200);
    await twice(() => send('DELETE', `/api/media/${data.id}`, key));
    expect((await app.request(path)).status).toBe(404);
    const objects = await app.ports.blobs.list(undefined, 100);
    expect(objects.filter(({ key: stored }) => path.endsWith(stored))).toEqual([]);
  });
});

describe('a key', () => {
  test('of another request is rejected', async () => {
    const key = newKey();
    const { id } = (await post(key, { title: 'The first' })).json().data;
    for (const request of [
      post(key, { title: 'The second' }),
      send('PUT', `/api/content/${id}`, key, { json: { title: 'The first' } }),
      send('DELETE', `/api/content/${id}`, key),
    ]) {
      expect(codeOf(await request)).toEqual([422, 'idempotency_mismatch']);
    }
    const update = newKey();
    const put = (ifMatch: string) =>
      send('PUT', `/api/content/${id}`, update, {
        json: { title: 'The first' },
        headers: { 'If-Match': ifMatch },
      });
    expect((await put('*')).status).toBe(200);
    expect((await put('"1"')).status).toBe(422);
  });

  test('belongs to one user', async () => {
    const key = newKey();
    const { bearer } = await app.signIn('admin');
    const json = { collectionId: posts, title: 'Of two users' };
    const first = await send('POST', '/api/content', key, { json });
    const other = await send('POST', '/api/content', key, { json, headers: bearer });
    // The slug is taken by the first one.
    expect([first.status, other.status, isReplay(other)]).toEqual([201, 409, false]);
  });

  test.each(['', ' ', 'two words', '\u00e9', 'x'.repeat(256), '""', '"a b"'])(
    'cannot be %j',
    async (key) => {
      const rejected = await post(key, { title: 'Nothing' });
      expect(codeOf(rejected)).toEqual([400, 'invalid_input']);
    },
  );

  test('has up to 255 characters', async () => {
    expect((await post(`${'~!'.repeat(127)}z`, { title: 'Long key' })).status).toBe(201);
  });

  test('counts after the credentials', async () => {
    const anonymous = await app.request('/api/content', {
      method: 'POST',
      headers: { 'Idempotency-Key': 'not valid' },
      json: {},
    });
    expect(anonymous.status).toBe(401);
  });

  test('has no effect on reads and on other operations', async () => {
    const key = newKey();
    for (let count = 0; count < 2; count += 1) {
      const read = await send('GET', '/api/content', key);
      expect([read.status, isReplay(read)]).toEqual([200, false]);
      const own = await send('PUT', '/auth/me', key, { json: { firstName: 'Ada' } });
      expect(isReplay(own)).toBe(false);
    }
  });
});

describe('the rights of the caller', () => {
  test('are checked again before a stored response is sent', async () => {
    await using own = await serveApp();
    const { bearer, userId } = await own.signIn('author');
    const [collection, other] = await own.cms.collections.list(operator);
    const json = { collectionId: collection?.id, title: 'Of an author' };
    const request = (method: string, path: string, key: string, sent?: object) =>
      own.request(path, {
        method,
        headers: { ...bearer, 'Idempotency-Key': key },
        ...(sent && { json: sent }),
      });
    const create = () => request('POST', '/api/content', 'create', json);
    const { id } = (await create()).json().data;
    const remove = () => request('DELETE', `/api/content/${id}`, 'delete');
    expect((await remove()).status).toBe(200);
    const statuses = async () => [(await create()).status, (await remove()).status];
    expect(await statuses()).toEqual([201, 200]);

    const grants = (name: string | undefined) =>
      own.cms.users.setPermissions(
        operator,
        userId,
        name === undefined ? [] : [{ collection: name, role: 'viewer' }],
      );
    await grants(collection?.name);
    expect(await statuses()).toEqual([403, 403]);
    await grants(other?.name);
    expect(await statuses()).toEqual([201, 200]);
    await grants(undefined);
    await own.cms.users.update(operator, userId, { role: 'viewer' });
    expect(await statuses()).toEqual([403, 403]);
    await own.cms.users.update(operator, userId, { isActive: false });
    expect(await statuses()).toEqual([401, 401]);
  });

  test('are those in the locale of the item', async () => {
    await using own = await serveApp();
    const { bearer, userId } = await own.signIn('viewer');
    const locales = ['en', 'de'].map((code) => ({ code }));
    await own.cms.locales.update(operator, { locales });
    const { name: collection } = await own.cms.collections.update(operator, 'blog-posts', {
      localized: true,
    });
    const grant = (...codes: readonly string[]) =>
      own.cms.users.setPermissions(operator, userId, [
        { collection, role: 'editor', locales: codes },
      ]);
    const create = async () =>
      (
        await own.request('/api/content', {
          method: 'POST',
          headers: { ...bearer, 'Idempotency-Key': 'local' },
          json: { collection, title: 'Tides', locale: 'en' },
        })
      ).status;
    await grant('en');
    expect(await create()).toBe(201);
    await grant('de');
    expect(await create()).toBe(403);
    await grant('de', 'en');
    expect(await create()).toBe(201);
  });

  test('decide first: 403 is not stored', async () => {
    await using own = await serveApp();
    const { bearer, userId } = await own.signIn('viewer');
    const [collection] = await own.cms.collections.list(operator);
    const create = () =>
      own.request('/api/content', {
        method: 'POST',
        headers: { ...bearer, 'Idempotency-Key': 'early' },
        json: { collectionId: collection?.id, title: 'Later allowed' },
      });
    expect((await create()).status).toBe(403);
    await own.cms.users.update(operator, userId, { role: 'author' });
    const allowed = await create();
    expect([allowed.status, isReplay(allowed)]).toEqual([201, false]);
  });
});
