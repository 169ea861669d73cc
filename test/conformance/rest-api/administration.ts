import { isJsonObject, settingDefaults, type Json } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import {
  expectStatus,
  at,
  listAt,
  password,
  expectError,
  restWorld,
  textAt,
  type Caller,
  type JsonResponse,
} from './rest-world.ts';

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined;

/** Collections, users, settings, locales and plugins. */
export const restAdministrationSuite = suite<RestSubject>('REST administration', {
  'a new service has two active collections': async (subject) => {
    const { anonymous } = restWorld(subject);
    const { json } = expectStatus(await anonymous.get('/api/collections'), 200);
    const names = listAt(json, 'data').map((collection) => textAt(collection, 'name'));
    equal([...names].sort(), ['blog-posts', 'pages'], 'names');
    equal(
      Object.keys(at(json, 'data', 0) as object).sort(),
      [
        'created_at',
        'description',
        'displayName',
        'id',
        'isActive',
        'name',
        'schema',
        'updated_at',
      ],
      'members',
    );
    equal(at(json, 'meta', 'count'), 2, 'count');
  },

  'admins can create, read, change and delete collections': async (subject) => {
    const { admin, anonymous, person } = restWorld(subject);
    const caller = await admin();
    const schema = {
      type: 'object',
      properties: { z: { type: 'string' }, a: { type: 'number', minimum: 1 } },
      required: ['z'],
    };
    const created = expectStatus(
      await caller.post('/api/collections', { name: 'recipes', schema }),
      201,
    );
    equal(created.headers['location'], '/api/collections/recipes', 'Location');
    equal(JSON.stringify(at(created.json, 'data', 'schema')), JSON.stringify(schema), 'schema');
    const path = '/api/collections/recipes';
    equal(expectStatus(await caller.get(path), 200).json, created.json, 'response of GET');
    const renamed = await caller.put(path, { name: 'dishes', displayName: 'Dishes' });
    equal(textAt(expectStatus(renamed, 200).json, 'data', 'displayName'), 'Dishes', 'displayName');
    expectError(await caller.get(path), 404, 'not_found');
    expectError(await caller.put('/api/collections/dishes', { name: 'pages' }), 409);
    expectError(
      await caller.post('/api/collections', { name: 'pages' }),
      409,
      'collection_name_taken',
    );
    for (const name of ['A', 'a b', '-a', 'a--b', 'a'.repeat(65), '']) {
      expectError(await caller.post('/api/collections', { name }), 400, 'invalid_input');
    }
    const editor = await person(caller, 'editor');
    for (const other of [editor, anonymous]) {
      const status = other === editor ? 403 : 401;
      expectError(await other.get('/api/collections/dishes'), status);
      expectError(await other.post('/api/collections', { name: 'x' }), status);
      expectError(await other.put('/api/collections/dishes', {}), status);
      expectError(await other.delete('/api/collections/dishes'), status);
    }
    expectStatus(await caller.delete('/api/collections/dishes'), 200);
    expectError(await caller.delete('/api/collections/dishes'), 404, 'not_found');
  },

  'admins read the schema of the service': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const { json } = expectStatus(await (await admin()).get('/api/schema'), 200);
    const names = listAt(json, 'data', 'collections').map((each) => textAt(each, 'name'));
    equal(names, ['blog-posts', 'pages'], 'names');
    equal(at(json, 'data', 'settings'), settingDefaults, 'settings');
    expectError(await anonymous.get('/api/schema'), 401, 'not_authenticated');
  },

  'admins plan a schema, which changes nothing': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const { json } = expectStatus(await caller.get('/api/schema'), 200);
    const plan = async (schema: Json) =>
      expectStatus(await caller.post('/api/schema/plan', { schema }), 200).json;
    equal(at(await plan(at(json, 'data')), 'data', 'changes'), [], 'changes of its own schema');
    const settings = { siteName: 'Harbour' };
    const changes = at(await plan({ settings }), 'data', 'changes');
    equal(changes, [{ path: 'settings.siteName', change: 'update', effect: 'safe' }], 'changes');
    equal(expectStatus(await caller.get('/api/schema'), 200).json, json, 'the schema afterwards');
    const wrong = { collections: [{ name: 'A' }] };
    expectError(await caller.post('/api/schema/plan', { schema: wrong }), 400, 'invalid_input');
    const editor = await person(caller, 'editor');
    expectError(await editor.post('/api/schema/plan', { schema: {} }), 403, 'forbidden');
  },

  'the icon of a collection is public; its templates are for those who may edit in it': async (
    subject,
  ) => {
    const { admin, anonymous, as, person } = restWorld(subject);
    const caller = await admin();
    const templates = [{ name: 'Recipe', title: 'How to', data: { steps: 'First' } }];
    const schema = { properties: { steps: { type: 'markdown', width: 'half' } } };
    const given = { name: 'recipes', schema, icon: 'cup', templates };
    const created = expectStatus(await caller.post('/api/collections', given), 201);
    const path = '/api/collections/recipes';
    equal(expectStatus(await caller.get(path), 200).json, created.json, 'response of GET');
    const token = expectStatus(
      await caller.post('/api/tokens', { name: 'site', expiresIn: '30d' }),
      201,
    );
    const site = as({ 'X-API-Key': textAt(token.json, 'data', 'token') });
    const [viewer, author] = [await person(caller, 'viewer'), await person(caller, 'author')];
    for (const [name, reader, expected] of [
      ['an anonymous caller', anonymous, undefined],
      ['an API token', site, undefined],
      ['a viewer', viewer, undefined],
      ['an author', author, templates],
      ['an admin', caller, templates],
    ] as const) {
      const { json } = expectStatus(await reader.get('/api/collections'), 200);
      const found = listAt(json, 'data').find((each) => textAt(each, 'name') === 'recipes');
      equal(at(found, 'icon'), 'cup', `the icon for ${name}`);
      equal(at(found, 'schema', 'properties', 'steps', 'width'), 'half', `the width for ${name}`);
      equal(memberOf(found, 'templates'), expected, `the templates for ${name}`);
    }
    expectError(await author.put(path, { templates: [] }), 403, 'forbidden');
    const unknown = [{ name: 'Odd', data: { odd: 1 } }];
    expectError(await caller.put(path, { templates: unknown }), 400, 'invalid_input');
    const fewer = expectStatus(await caller.put(path, { schema: {}, icon: null }), 200);
    equal(
      at(fewer.json, 'data', 'templates'),
      [{ name: 'Recipe', title: 'How to', data: {} }],
      'templates after the field was removed',
    );
    equal(memberOf(at(fewer.json, 'data'), 'icon'), undefined, 'the icon after its removal');
  },

  'a collection with items cannot be deleted, and its schema validates them': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const schema = {
      properties: { n: { type: 'number' }, s: { type: 'string' } },
      required: ['s'],
    };
    const created = await caller.post('/api/collections', { name: 'things', schema });
    const collectionId = textAt(created.json, 'data', 'id');
    const wrong = { collectionId, title: 'x', data: { n: 'one', s: 2, free: true } };
    const response = await caller.post('/api/content', wrong);
    expectError(response, 400, 'invalid_data');
    const paths = listAt(response.json, 'issues').map((issue) => textAt(issue, 'path'));
    equal(paths, ['data.n', 'data.s'], 'issues');
    const draft = expectStatus(
      await caller.post('/api/content', { collectionId, title: 'x' }),
      201,
    );
    const path = draft.headers['location'] ?? '';
    expectError(await caller.put(path, { status: 'published' }), 400, 'invalid_data');
    expectStatus(await caller.put(path, { status: 'published', data: { s: 'x' } }), 200);
    expectError(await caller.delete('/api/collections/things'), 409, 'collection_not_empty');
    const unsafe = { properties: { p: { type: 'string', pattern: '(a)\\1' } } };
    expectError(
      await caller.put('/api/collections/things', { schema: unsafe }),
      400,
      'invalid_schema',
    );
  },

  'admins manage users, and the last one cannot be removed': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const editor = await person(caller, 'editor');
    const { json } = expectStatus(await caller.get('/api/users'), 200);
    equal(
      listAt(json, 'data').map((user) => textAt(user, 'role')),
      ['admin', 'editor'],
      'roles',
    );
    ok(!JSON.stringify(json).includes('pbkdf2'), 'no password hash in the response');
    const adminId = textAt(json, 'data', 0, 'id');
    for (const change of [{ role: 'editor' }, { isActive: false }]) {
      expectError(await caller.put(`/api/users/${adminId}`, change), 409, 'last_admin');
    }
    expectError(await caller.delete(`/api/users/${adminId}`), 409, 'last_admin');
    const duplicate = { email: editor.email, password };
    expectError(await caller.post('/api/users', duplicate), 409, 'email_taken');
    const permissions = [{ collection: 'pages', role: 'viewer' }];
    const path = `/api/users/${editor.id}/permissions`;
    const granted = expectStatus(await caller.put(path, { permissions }), 200);
    equal(at(granted.json, 'data', 'permissions'), permissions, 'permissions');
    for (const route of [
      '/api/users',
      `/api/users/${adminId}`,
      '/api/tokens',
      '/api/settings',
      '/api/plugins',
    ]) {
      expectError(await editor.get(route), 403, 'forbidden');
    }
    expectStatus(await caller.delete(`/api/users/${editor.id}`), 200);
    expectError(await caller.get(`/api/users/${editor.id}`), 404, 'not_found');
  },

  'while only published content is public, anonymous callers and tokens do not see drafts': async (
    subject,
  ) => {
    const { admin, anonymous, as, collectionId, person } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/tokens', { name: 'T' });
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    const viewer = await person(caller, 'viewer');
    const draft = { collectionId: await collectionId('pages'), title: 'Draft' };
    const path = (await caller.post('/api/content', draft)).headers['location'] ?? '';
    expectStatus(await anonymous.get(path), 200);
    expectStatus(await caller.put('/api/settings', { publicContent: 'published' }), 200);
    for (const reader of [anonymous, token]) {
      expectError(await reader.get(path), 404, 'not_found');
      for (const query of ['', '?status=draft', '?collection=pages&status=draft']) {
        equal(at((await reader.get(`/api/content${query}`)).json, 'data'), [], `list ${query}`);
      }
    }
    for (const reader of [viewer, caller]) {
      expectStatus(await reader.get(path), 200);
      equal(at((await reader.get('/api/content')).json, 'meta', 'count'), 1, 'list');
    }
  },

  'admins can read and change settings': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const { json } = expectStatus(await caller.get('/api/settings'), 200);
    equal(json, { data: settingDefaults }, 'defaults');
    const changed = expectStatus(await caller.put('/api/settings', { siteName: ' My site ' }), 200);
    const expected = { data: { ...settingDefaults, siteName: 'My site' } };
    equal(changed.json, expected, 'settings after a change');
    for (const body of [
      { publicContent: 'none' },
      { registrationEnabled: 'yes' },
      { siteName: '' },
      { timeZone: 'Europe/Atlantis' },
      { timeZone: '+01:00' },
      { timeZone: '' },
      { historyMaxPerItem: -1 },
      { historyMaxPerItem: 1.5 },
      { historyMaxDays: '7' },
    ]) {
      expectError(await caller.put('/api/settings', body), 400);
    }
  },

  'everybody reads the locales, and admins replace the list that they have read': async (
    subject,
  ) => {
    const { admin, anonymous, person } = restWorld(subject);
    const caller = await admin();
    const path = '/api/locales';
    const first = expectStatus(await anonymous.get(path), 200);
    equal(first.json, { data: [] }, 'locales of a new service');
    const list = {
      locales: [
        { code: 'DE', name: 'Deutsch' },
        { code: 'ar', fallback: ['de'] },
      ],
    };
    expectError(await anonymous.put(path, list), 401);
    expectError(await (await person(caller, 'editor')).put(path, list), 403);
    const expecting = { 'If-Match': first.headers['etag'] ?? '' };
    const changed = expectStatus(await caller.put(path, list, expecting), 200);
    const data = [
      { code: 'de', name: 'Deutsch', fallback: [], direction: 'ltr' },
      { code: 'ar', name: 'ar', fallback: ['de'], direction: 'rtl' },
    ];
    equal(changed.json, { data }, 'locales after a change');
    equal(expectStatus(await anonymous.get(path), 200).json, { data }, 'locales as listed');
    expectError(await caller.put(path, list, expecting), 412, 'version_mismatch');
    const localized = { localized: true, baseLocale: 'ar' };
    const collection = expectStatus(await caller.put('/api/collections/pages', localized), 200);
    equal(at(collection.json, 'data', 'localized'), true, 'localized');
    equal(at(collection.json, 'data', 'baseLocale'), 'ar', 'baseLocale');
    expectError(await caller.put(path, { locales: [{ code: 'de' }] }), 409, 'locale_in_use');
  },

  'plugins and hooks are listed, and hooks cannot be changed': async (subject) => {
    const caller = await restWorld(subject).admin();
    const before = listAt(expectStatus(await caller.get('/api/plugins'), 200).json, 'data');
    equal(textAt(before, 0, 'name'), 'cache', 'first plugin');
    for (const entry of before) {
      const name = textAt(entry, 'name');
      if (!isJsonObject(entry) || entry['operations'] === undefined) continue;
      const { title, active, settings } = entry;
      equal({ title, active, settings }, { title: name, active: true, settings: {} }, name);
      ok(textAt(entry, 'operations', 0) !== '', `operation of ${name}`);
      const path = `/api/plugins/${encodeURIComponent(name)}`;
      expectError(await caller.put(path, { active: false }), 400, 'invalid_input');
    }
    equal(listAt((await caller.get('/api/plugins')).json, 'data'), before, 'the list afterwards');
  },

  'the cache plugin serves from memory and never a stale page': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const caller = await admin();
    const list = expectStatus(await caller.get('/api/plugins'), 200);
    equal(textAt(list.json, 'data', 0, 'name'), 'cache', 'name');
    equal(at(list.json, 'data', 0, 'active'), true, 'active');
    expectStatus(await caller.put('/api/plugins/cache', { active: false }), 200);
    equal(
      (await anonymous.get('/api/content')).headers['x-cache-status'],
      undefined,
      'X-Cache-Status while the plugin is off',
    );
    expectStatus(await caller.put('/api/plugins/cache', { active: true }), 200);
    const item = { collectionId: await collectionId('pages'), title: 'One' };
    const path = (await caller.post('/api/content', item)).headers['location'] ?? '';
    for (const route of ['/api/content', '/api/collections/pages/content', path]) {
      const first = expectStatus(await anonymous.get(route), 200);
      const second = await untilHit(anonymous, route);
      equal(first.headers['x-cache-status'], 'MISS', `first of ${route}`);
      equal(second.headers['x-cache-status'], 'HIT', `second of ${route}`);
      equal(second.headers['x-cache-source'], 'memory', `source of ${route}`);
      ok(Number(second.headers['x-cache-ttl']) > 0, `remaining time of ${route}`);
      ok(/^\d+(\.\d+)?ms$/.test(second.headers['x-response-time'] ?? ''), 'X-Response-Time');
      equal(at(second.json, 'data'), at(first.json, 'data'), `data of ${route}`);
    }
    expectStatus(await caller.put(path, { title: 'Two' }), 200);
    for (const route of ['/api/content', '/api/collections/pages/content', path]) {
      ok((await anonymous.get(route)).text.includes('"Two"'), `${route} shows the change`);
    }
    expectStatus(await caller.post('/api/plugins/cache/purge'), 200);
    equal(
      (await anonymous.get(path)).headers['x-cache-status'],
      'MISS',
      'X-Cache-Status after a purge',
    );
    expectError(await caller.put('/api/plugins/cache', { settings: { ttlSeconds: 0 } }), 400);
    expectError(await caller.put('/api/plugins/nothing', { active: true }), 404, 'not_found');
    expectStatus(
      await caller.put('/api/plugins/cache', { settings: { requestsPerMinute: 1 } }),
      200,
    );
    const client = subject.newClient();
    expectStatus(await anonymous.get('/api/content', client), 200);
    expectError(await anonymous.get('/api/content', client), 429, 'rate_limited');
  },
});

/** Work in the background of a service may commit between two reads: then the second is another miss. */
const untilHit = async (caller: Caller, route: string): Promise<JsonResponse> => {
  let response = expectStatus(await caller.get(route), 200);
  for (let n = 0; n < 10 && response.headers['x-cache-status'] !== 'HIT'; n += 1) {
    response = expectStatus(await caller.get(route), 200);
  }
  return response;
};
