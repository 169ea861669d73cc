import { equal } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { at, expectError, expectStatus, listAt, restWorld, textAt } from './rest-world.ts';

/** What makes the work of clients easier: more ways to ask, checks in advance, statistics. */
export const restConveniencesSuite = suite<RestSubject>('REST conveniences', {
  'an item is found by its slug in lists and in its collection': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/content', { collection: 'pages', title: 'Rock Pools' });
    const id = textAt(expectStatus(created, 201).json, 'data', 'id');
    for (const path of ['/api/content', '/api/collections/pages/content']) {
      const { json } = expectStatus(await anonymous.get(`${path}?slug=Rock%20pools!`), 200);
      equal(
        listAt(json, 'data').map((item) => at(item, 'id')),
        [id],
        path,
      );
    }
    const item = await anonymous.get(`/api/content/${id}`);
    for (const text of [id, 'rock-pools', 'Rock%20Pools']) {
      const same = await anonymous.get(`/api/collections/pages/content/${text}`);
      equal([same.json, same.headers['etag']], [item.json, item.headers['etag']], text);
      const path = `/api/collections/blog-posts/content/${text}`;
      expectError(await anonymous.get(path), 404, 'not_found');
    }
    const condition = { 'If-None-Match': item.headers['etag'] ?? '' };
    expectStatus(await anonymous.get('/api/collections/pages/content/rock-pools', condition), 304);
  },

  'signed-in users see who wrote an item, and what they may do with it': async (subject) => {
    const { admin, anonymous, person } = restWorld(subject);
    const caller = await admin();
    const [author, viewer] = [await person(caller, 'author'), await person(caller, 'viewer')];
    const data = {
      content: `# Low **tide**, [by day](https://example.org)\n\n${'word '.repeat(220)}`,
    };
    const body = { collection: 'pages', title: 'Tides', status: 'archived', data };
    const { json } = expectStatus(await author.post('/api/content', body), 201);
    const id = textAt(json, 'data', 'id');
    const path = `/api/content/${id}/info`;
    const length = { words: 225, readingMinutes: 2 };
    const may = { ...length, canEdit: true, canDelete: true, statuses: ['draft'] };
    const mayNot = { ...length, canEdit: false, canDelete: false, statuses: [] };
    for (const [reader, rights] of [
      [author, may],
      [viewer, mayNot],
    ] as const) {
      const info = expectStatus(await reader.get(path), 200);
      const name = textAt(info.json, 'data', 'author', 'name');
      equal(info.json, { data: { id, author: { id: author.id, name }, ...rights } }, 'info');
    }
    expectError(await anonymous.get(path), 401, 'not_authenticated');
    expectStatus(await author.delete(`/api/content/${id}`), 200);
    expectError(await author.get(path), 404, 'not_found');
  },

  'a schema is checked against the stored items without a change': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const data = { content: 'Limpets' };
    const body = { collection: 'pages', title: 'Tides', status: 'published', data };
    const { json } = expectStatus(await caller.post('/api/content', body), 201);
    const before = await caller.get('/api/collections/pages');
    const path = '/api/collections/pages/check';
    const schema = { properties: { content: { type: 'markdown' } }, required: ['content'] };
    const passed = { checked: 1, failing: 0, isComplete: true, missing: [], examples: [] };
    equal((await caller.post(path, { schema })).json, { data: passed }, 'a schema that fits');
    const strict = { properties: { content: { type: 'number' }, author: { type: 'string' } } };
    const checked = await caller.post(path, { schema: { ...strict, required: ['author'] } });
    const issues = [
      { path: 'data.author', message: 'is required for published content' },
      { path: 'data.content', message: 'must be a number' },
    ];
    const example = { id: textAt(json, 'data', 'id'), title: 'Tides', issues };
    const failed = { checked: 1, failing: 1, isComplete: true, missing: [], examples: [example] };
    equal(expectStatus(checked, 200).json, { data: failed }, 'a schema that does not fit');
    const unknown = { schema: { properties: { content: { type: 'novel' } } } };
    expectError(await caller.post(path, unknown), 400, 'invalid_schema');
    expectError(await caller.post(path, {}), 400, 'invalid_input');
    expectError(await caller.post('/api/collections/nothing/check', { schema }), 404);
    expectError(await (await person(caller, 'editor')).post(path, { schema }), 403, 'forbidden');
    equal((await caller.get('/api/collections/pages')).json, before.json, 'the collection');
  },

  'administrators read who sees a collection': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const viewer = await person(caller, 'viewer');
    const body = { collection: 'pages', title: 'Tides', status: 'published' };
    expectStatus(await caller.post('/api/content', body), 201);
    const permissions = [{ collection: 'pages', role: 'author' }];
    expectStatus(await caller.put(`/api/users/${viewer.id}/permissions`, { permissions }), 200);
    const token = await caller.post('/api/tokens', { name: 'Tides', collections: ['pages'] });
    expectStatus(token, 201);
    const path = '/api/collections/pages/access';
    const { json } = expectStatus(await caller.get(path), 200);
    equal(at(json, 'data', 'access'), 'public', 'access');
    equal(at(json, 'data', 'items'), { count: 1, isLowerBound: false }, 'items');
    equal(at(json, 'data', 'referrers'), { count: 0, isLowerBound: false }, 'referrers');
    equal(
      listAt(json, 'data', 'users', 'granted').map((each) => [at(each, 'id'), at(each, 'role')]),
      [[viewer.id, 'author']],
      'users',
    );
    const id = textAt(token.json, 'data', 'id');
    equal(at(json, 'data', 'tokens'), [{ id, name: 'Tides' }], 'tokens');
    expectError(await caller.get('/api/collections/nothing/access'), 404, 'not_found');
    expectError(await viewer.get(path), 403, 'forbidden');
  },

  'the statistics of the cache count hits and misses': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const path = '/api/plugins/cache/stats';
    const counts = async () => {
      const { json } = expectStatus(await caller.get(path), 200);
      const [hits, misses] = [at(json, 'data', 'hits'), at(json, 'data', 'misses')];
      return { hits: Number(hits), misses: Number(misses) };
    };
    // Earlier cases may have filled the cache.
    expectStatus(await caller.post('/api/plugins/cache/purge', {}), 200);
    const { hits, misses } = await counts();
    for (const status of ['MISS', 'HIT', 'HIT']) {
      const { headers } = await anonymous.get('/api/content');
      equal(headers['x-cache-status'], status, 'X-Cache-Status');
    }
    equal(await counts(), { hits: hits + 2, misses: misses + 1 }, 'counts');
    expectError(await anonymous.get(path), 401, 'not_authenticated');
  },

  'an id and a name of different collections are rejected': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const pages = await collectionId('pages');
    const body = { collectionId: pages, title: 'x' };
    expectError(await caller.post('/api/content', { ...body, collection: 'blog-posts' }), 400);
    const unknown = { collection: 'nothing', title: 'x' };
    expectError(await caller.post('/api/content', unknown), 400, 'collection_not_found');
    const { json } = await caller.post('/api/content', { ...body, collection: 'pages' });
    const path = `/api/content/${textAt(json, 'data', 'id')}`;
    const moved = expectStatus(await caller.put(path, { collection: 'blog-posts' }), 200);
    equal(textAt(moved.json, 'data', 'collectionId'), await collectionId('blog-posts'), 'moved');
  },

  'a name in place of an id is answered with the id': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const body = { collectionId: 'pages', title: 'x' };
    const response = await (await admin()).post('/api/content', body);
    expectError(response, 400, 'collection_not_found');
    const message = textAt(response.json, 'issues', 0, 'message');
    equal(message.includes(await collectionId('pages')), true, message);
  },

  'strict handling rejects what is otherwise ignored': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const strict = { Prefer: 'foo, Handling="strict"' };
    const body = { collection: 'pages', title: 'Lost', content: 'lost?' };
    const rejected = [
      [await caller.post('/api/content', body, strict), 'content'],
      [await caller.get('/api/content?sort=title', strict), 'sort'],
      [await caller.get('/api/media?limit=1001', strict), 'limit'],
    ] as const;
    for (const [response, path] of rejected) {
      expectError(response, 400, 'invalid_input');
      equal(textAt(response.json, 'issues', 0, 'path'), path, 'path');
      equal(response.headers['preference-applied'], 'handling=strict', 'Preference-Applied');
    }
    const { headers } = expectStatus(await caller.get('/api/content?limit=1000', strict), 200);
    equal(headers['preference-applied'], 'handling=strict', 'Preference-Applied of a success');
    const lenient = await caller.post('/api/content', body, { Prefer: 'handling=lenient' });
    equal(at(expectStatus(lenient, 201).json, 'data', 'data'), {}, 'data');
    equal(lenient.headers['preference-applied'], undefined, 'Preference-Applied');
  },

  'malformed requests count as logins': async (subject) => {
    const { anonymous } = restWorld(subject);
    const send = async (body: string) =>
      anonymous.send({
        method: 'POST',
        path: '/auth/login',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    for (let n = 0; n < 5; n += 1) {
      const response = await send('{bad');
      expectError(response, 400, 'malformed_body');
      equal(/line 1, column 2/.test(response.text), true, 'the place of the mistake');
    }
    expectError(await send('{bad'), 429, 'rate_limited');
  },
});
