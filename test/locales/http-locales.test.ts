import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let admin: SignedIn;

beforeEach(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
});

afterEach(() => app[Symbol.asyncDispose]());

const get = (headers: Readonly<Record<string, string>> = {}) =>
  app.request('/api/locales', { headers });

const put = (json: unknown, headers: Readonly<Record<string, string>> = admin.bearer) =>
  app.request('/api/locales', { method: 'PUT', headers, json });

const german = { code: 'DE', name: 'Deutsch', searchLanguage: 'simple' };
const arabic = { code: 'ar', fallback: ['de'] };

test('everybody reads the locales in their order', async () => {
  expect((await get()).json()).toEqual({ data: [] });
  const changed = await put({ locales: [german, arabic] });
  expect(changed.status).toBe(200);
  expect(changed.text).toBe(
    JSON.stringify({
      data: [
        { code: 'de', name: 'Deutsch', fallback: [], direction: 'ltr', searchLanguage: 'simple' },
        { code: 'ar', name: 'ar', fallback: ['de'], direction: 'rtl' },
      ],
    }),
  );
  const token = await app.cms.apiTokens.create(operator, { name: 'Site', collections: ['pages'] });
  const viewer = await app.signIn('viewer');
  for (const headers of [{}, { 'X-API-Key': token.secret }, viewer.bearer]) {
    const read = await get(headers);
    expect([read.status, read.text]).toEqual([200, changed.text]);
    expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
  }
});

test('the list is fresh until it changes', async () => {
  const first = await get();
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"list-/);
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect((await get({ 'If-None-Match': tag })).status).toBe(304);
  await put({ locales: [german] });
  const second = await get({ 'If-None-Match': tag });
  expect([second.status, second.headers.get('etag') === tag]).toEqual([200, false]);
});

test('with If-Match, only the list that was read is replaced', async () => {
  const tag = (await get()).headers.get('etag') ?? '';
  const expecting = { ...admin.bearer, 'If-Match': tag };
  const both = await Promise.all([
    put({ locales: [german] }, expecting),
    put({ locales: [{ code: 'fr' }] }, expecting),
  ]);
  const [won, lost] = both.toSorted((left, right) => left.status - right.status);
  expect([won?.status, lost?.status]).toEqual([200, 412]);
  expect(lost?.json().code).toBe('version_mismatch');
  expect((await get()).text).toBe(won?.text);
  const next = { ...admin.bearer, 'If-Match': won?.headers.get('etag') ?? '' };
  expect((await put({ locales: [] }, next)).status).toBe(200);
  // The list is again what it was at first.
  expect((await put({ locales: [german] }, expecting)).status).toBe(200);
  expect(
    (await put({ locales: [arabic, german] }, { ...admin.bearer, 'If-Match': '*' })).status,
  ).toBe(200);
});

test.each([
  [{}, 'locales', 'is required'],
  [{ locales: {} }, 'locales', 'must be a list'],
  [{ locales: [{ name: 'Deutsch' }] }, 'locales.0.code', 'is required'],
  [{ locales: [{ code: 1 }] }, 'locales.0.code', 'must be text'],
  [{ locales: [{ code: 'de', fallback: 'fr' }] }, 'locales.0.fallback', 'must be a list'],
  [{ locales: [german, { code: 'de' }] }, 'locales.1.code', 'is twice in the list: de'],
])('%j is rejected', async (body, path, message) => {
  const { status, json } = await put(body);
  expect([status, json().code]).toEqual([400, 'invalid_input']);
  expect(json().issues).toEqual([{ path, message }]);
});

test('without the right, and for a locale that is in use, nothing changes', async () => {
  expect((await put({ locales: [german] })).status).toBe(200);
  await app.cms.collections.update(operator, 'pages', { localized: true });
  const { bearer } = await app.signIn('editor');
  expect((await put({ locales: [] }, {})).json().code).toBe('not_authenticated');
  expect((await put({ locales: [] }, bearer)).json().code).toBe('forbidden');
  const removed = await put({ locales: [] });
  expect([removed.status, removed.json()]).toEqual([
    409,
    {
      error: "The locale 'de' is in use",
      details: 'It is the base locale of 1 collection',
      code: 'locale_in_use',
    },
  ]);
  expect((await get()).json().data).toHaveLength(1);
});

test('only a localised collection has the members', async () => {
  const send = (method: string, path: string, json?: unknown) =>
    app.request(path, { method, headers: admin.bearer, ...(json !== undefined && { json }) });
  const plain = await send('GET', '/api/collections/pages');
  expect(plain.text).not.toMatch(/localized|baseLocale/);
  const refused = await send('PUT', '/api/collections/pages', { localized: true });
  expect([refused.status, refused.json().issues[0].path]).toEqual([400, 'localized']);
  await put({ locales: [german, arabic] });
  const created = await send('POST', '/api/collections', { name: 'news', localized: true });
  expect([created.status, created.json().data]).toEqual([
    201,
    expect.objectContaining({ localized: true, baseLocale: 'de' }),
  ]);
  const changed = await send('PUT', '/api/collections/pages', {
    localized: true,
    baseLocale: 'ar',
  });
  expect(changed.json().data).toMatchObject({ localized: true, baseLocale: 'ar' });
  const anonymously = await app.request('/api/collections');
  const { data } = anonymously.json();
  expect(data).toMatchObject([{ name: 'blog-posts' }, { baseLocale: 'de' }, { baseLocale: 'ar' }]);
  expect(data[0]).not.toHaveProperty('localized');
  const off = await send('PUT', '/api/collections/pages', { localized: false });
  expect(off.text).not.toMatch(/localized|baseLocale/);
  const lines = (await send('GET', '/api/transfer/export')).text.split('\n');
  const exported = lines.filter((line) => line.includes('"baseLocale":"de"'));
  expect(exported.map((line) => JSON.parse(line))).toMatchObject([
    { type: 'collection', name: 'news', localized: true },
  ]);
});
