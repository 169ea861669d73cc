import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
});

afterAll(() => app[Symbol.asyncDispose]());

const send = (method: string, path: string, json?: unknown) =>
  app.request(path, { method, headers: admin.bearer, ...(json !== undefined && { json }) });

test('a collection is created, read, updated and deleted by its name', async () => {
  const schema = {
    type: 'object',
    properties: { place: { type: 'string', maxLength: 80 }, body: { type: 'markdown' } },
    required: ['body'],
  };
  const created = await send('POST', '/api/collections', { name: 'field-notes', schema });
  expect([created.status, created.headers.get('location')]).toEqual([
    201,
    '/api/collections/field-notes',
  ]);
  const { data } = created.json();
  expect(data).toEqual({
    id: expect.any(String),
    name: 'field-notes',
    displayName: 'field-notes',
    description: '',
    schema,
    isActive: true,
    access: 'public',
    created_at: app.clock.now(),
    updated_at: app.clock.now(),
  });
  expect(Object.keys(data.schema.properties)).toEqual(['place', 'body']);
  const renamed = await send('PUT', '/api/collections/field-notes', {
    name: 'notes',
    isActive: false,
  });
  expect(renamed.json().data).toMatchObject({ id: data.id, name: 'notes', isActive: false });
  const active = [{ name: 'blog-posts' }, { name: 'pages' }];
  expect((await send('GET', '/api/collections')).json().data).toMatchObject(active);
  const all = await send('GET', '/api/collections?includeInactive=true');
  expect(all.json().data).toMatchObject([active[0], { name: 'notes' }, active[1]]);
  const deleted = await send('DELETE', '/api/collections/notes');
  expect(deleted.json()).toEqual({ data: { id: data.id, deleted: true } });
  expect((await send('GET', '/api/collections/notes')).status).toBe(404);
});

describe('the ETag of a collection', () => {
  const path = '/api/collections/pages';
  const tagOf = async (): Promise<string> => (await send('GET', path)).headers.get('etag') ?? '';
  const update = (json: object, tag: string, query = '') =>
    app.request(`${path}${query}`, {
      method: 'PUT',
      headers: { ...admin.bearer, 'If-Match': tag },
      json,
    });
  const template = (name: string) => ({ templates: [{ name, data: {} }] });

  test('is that of its version, also in the response to an update', async () => {
    const before = await tagOf();
    const changed = await send('PUT', path, { description: 'Of the site.' });
    const after = changed.headers.get('etag');
    expect(after).toMatch(/^"\d+-[\w-]{22}"$/);
    expect(after).not.toBe(before);
    expect(await tagOf()).toBe(after);
  });

  test('lets one of two updates win that are about the same version', async () => {
    const tag = await tagOf();
    const both = await Promise.all([update(template('A'), tag), update(template('B'), tag)]);
    const [won, lost] = both.toSorted((left, right) => left.status - right.status);
    expect([won?.status, lost?.status]).toEqual([200, 412]);
    expect(lost?.json()).toEqual({
      error: 'The collection has changed since you read it',
      code: 'version_mismatch',
    });
    const { templates } = (await send('GET', path)).json().data;
    expect(templates).toEqual(won?.json().data.templates);
    expect((await update(template('C'), won?.headers.get('etag') ?? '')).status).toBe(200);
    expect((await update(template('D'), '*')).status).toBe(200);
  });

  test('counts for an update that makes fields common to translations, too', async () => {
    await app.cms.locales.update(operator, { locales: [{ code: 'de' }] });
    const tag = await tagOf();
    await send('PUT', path, { description: 'Of the whole site.' });
    const { status } = await update(template('E'), tag, '?shareFrom=de');
    expect(status).toBe(412);
    expect((await update(template('E'), await tagOf(), '?shareFrom=de')).status).toBe(200);
  });

  test('validates no stored response, because the state of indexes changes without it', async () => {
    const headers = { ...admin.bearer, 'If-None-Match': await tagOf() };
    const { status, headers: answered } = await app.request(path, { headers });
    expect([status, answered.get('cache-control')]).toEqual([200, 'no-store']);
    const schema = { type: 'object', properties: { day: { type: 'date', index: true } } };
    await send('PUT', path, { schema });
    expect((await send('GET', path)).headers.get('etag')).toBe(await tagOf());
  });
});

test('the value of an API token is only in the response that creates it', async () => {
  const created = await send('POST', '/api/tokens', {
    name: 'Site',
    expiresIn: '30d',
    collections: ['pages'],
  });
  const { token, ...record } = created.json().data;
  expect(created.headers.get('location')).toBe(`/api/tokens/${record.id}`);
  expect(record).toEqual({
    id: expect.any(String),
    name: 'Site',
    prefix: String(token).slice(0, 8),
    collections: ['pages'],
    expiresAt: app.clock.now() + 30 * 86_400_000,
    lastUsedAt: null,
    created_at: app.clock.now(),
  });
  const listed = await send('GET', '/api/tokens');
  expect(listed.json().data).toEqual([record]);
  expect(listed.text).not.toContain(token);
  const revoked = await send('DELETE', `/api/tokens/${record.id}`);
  expect(revoked.json()).toEqual({ data: { id: record.id, deleted: true } });
  expect((await send('DELETE', `/api/tokens/${record.id}`)).status).toBe(404);
});

test('a user is created, read, updated and deleted; no response contains the password', async () => {
  const body = { email: 'Grace@Example.com', password: 'correct horse battery', role: 'editor' };
  const created = await send('POST', '/api/users', body);
  const { data } = created.json();
  expect(created.headers.get('location')).toBe(`/api/users/${data.id}`);
  expect(data).toEqual({
    id: expect.any(String),
    email: 'grace@example.com',
    username: 'grace',
    firstName: '',
    lastName: '',
    role: 'editor',
    isActive: true,
    permissions: [],
    lastSignInAt: null,
    hasSecondFactor: false,
    signInMethods: ['password'],
    created_at: app.clock.now(),
    updated_at: app.clock.now(),
  });
  const path = `/api/users/${data.id}`;
  const permissions = [{ collection: 'pages', role: 'viewer' }];
  const granted = await send('PUT', `${path}/permissions`, { permissions });
  expect(granted.json().data.permissions).toEqual(permissions);
  const changed = await send('PUT', path, { firstName: 'Grace', isActive: false });
  expect(changed.json().data).toMatchObject({ firstName: 'Grace', isActive: false, permissions });
  expect((await send('GET', path)).json()).toEqual(changed.json());
  const listed = (await send('GET', '/api/users?limit=1&offset=1')).json();
  expect([listed.data, listed.meta.count]).toEqual([[changed.json().data], 1]);
  expect((await send('DELETE', path)).json()).toEqual({ data: { id: data.id, deleted: true } });
});

test('a user can be created inactive; isActive must be a boolean', async () => {
  const body = { email: 'later@example.com', password: 'correct horse battery' };
  const odd = await send('POST', '/api/users', { ...body, isActive: 'false' });
  expect([odd.status, odd.json().issues]).toEqual([
    400,
    [{ path: 'isActive', message: 'must be true or false' }],
  ]);
  const made = await send('POST', '/api/users', { ...body, isActive: false });
  expect([made.status, made.json().data.isActive]).toEqual([201, false]);
});

test('the cache plugin is listed, configured and purged', async () => {
  const [plugin] = (await send('GET', '/api/plugins')).json().data;
  expect(plugin).toMatchObject({ name: 'cache', title: 'Cache', active: true });
  expect(Object.keys(plugin).toSorted()).toEqual(
    'active name settings settingsSchema title'.split(' '),
  );
  const changed = await send('PUT', '/api/plugins/cache', {
    active: true,
    settings: { ttlSeconds: 60, unknown: 1 },
  });
  expect(changed.json().data).toMatchObject({ active: true, settings: { ttlSeconds: 60 } });
  expect(changed.json().data.settings).not.toHaveProperty('unknown');
  await app.request('/api/content');
  expect((await send('POST', '/api/plugins/cache/purge')).json()).toEqual({
    data: { purged: true },
  });
  expect((await app.request('/api/content')).headers.get('x-cache-status')).toBe('MISS');
  expect((await send('PUT', '/api/plugins/other', {})).status).toBe(404);
});

test('strict handling knows the members of blocks, and no others', async () => {
  const strict = (name: string, quote: object) =>
    app.request('/api/collections', {
      method: 'POST',
      headers: { ...admin.bearer, Prefer: 'handling=strict' },
      json: {
        name,
        singleton: true,
        schema: { properties: { a: { type: 'blocks', blocks: { quote }, group: 'A', help: 'B' } } },
      },
    });
  const text = { type: 'string', group: 'C', help: 'D' };
  expect((await strict('strict', { title: 'Quote', properties: { text } })).status).toBe(201);
  const refused = await strict('other', { properties: { text: { ...text, odd: true } } });
  expect([refused.status, refused.json().issues]).toEqual([
    400,
    [
      {
        path: 'schema.properties.a.blocks.quote.properties.text.odd',
        message: expect.any(String),
      },
    ],
  ]);
});
