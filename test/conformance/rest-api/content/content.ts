import { equal, ok } from '../../assert.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import { expectStatus, at, expectError, restWorld, textAt } from '../rest-world.ts';

/** Single items: create, read, update, delete. */
export const restContentSuite = suite<RestSubject>('REST content', {
  'a new item has the documented members and a location': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const collection = await collectionId('blog-posts');
    const created = expectStatus(
      await caller.post('/api/content', {
        collectionId: collection,
        title: '  A first post ',
        data: { excerpt: 'Short', tags: ['a'], free: { b: [1, null, 'ü😀'] } },
        authorId: 'ignored',
        id: 'ignored',
      }),
      201,
    );
    const item = at(created.json, 'data');
    equal(
      Object.keys(item as object).sort(),
      [
        'collectionId',
        'created_at',
        'data',
        'id',
        'published_at',
        'slug',
        'status',
        'title',
        'updated_at',
      ],
      'members of the item',
    );
    equal(textAt(item, 'title'), 'A first post', 'title');
    equal(textAt(item, 'slug'), 'a-first-post', 'slug');
    equal(textAt(item, 'status'), 'draft', 'status');
    equal(
      at(item, 'data'),
      { excerpt: 'Short', tags: ['a'], free: { b: [1, null, 'ü😀'] } },
      'data',
    );
    equal(created.headers['location'], `/api/content/${textAt(item, 'id')}`, 'Location');
    const read = expectStatus(await caller.get(created.headers['location'] ?? ''), 200);
    equal(read.json, { data: item }, 'response of GET');
  },

  'published_at is the time of the first publication': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Dated' };
    const created = expectStatus(await caller.post('/api/content', body), 201);
    equal(at(created.json, 'data', 'published_at'), null, 'of a draft');
    const path = created.headers['location'] ?? '';
    const put = async (changes: Readonly<Record<string, string>>): Promise<unknown> =>
      at(expectStatus(await caller.put(path, changes), 200).json, 'data', 'published_at');
    const first = await put({ status: 'published' });
    const { json } = expectStatus(await caller.get(path), 200);
    equal(first, at(json, 'data', 'updated_at'), 'of an item that was just published');
    for (const changes of [
      { title: 'Dated again' },
      { status: 'draft' },
      { status: 'archived' },
      { status: 'draft' },
      { status: 'published' },
    ]) {
      equal(await put(changes), first, JSON.stringify(changes));
    }
    expectStatus(await caller.delete(path), 200);
    const id = textAt(at(created.json, 'data'), 'id');
    expectStatus(await caller.post(`/api/trash/${id}/restore`), 200);
    equal(await put({ title: 'Back' }), first, 'after it was in the trash');
    const direct = expectStatus(
      await caller.post('/api/content', { ...body, title: 'Now', status: 'published' }),
      201,
    );
    const item = at(direct.json, 'data');
    equal(at(item, 'published_at'), at(item, 'created_at'), 'of an item created as published');
    const { json: page } = await caller.get(
      '/api/collections/pages/query?sort=-published_at&where[published_at][exists]=true',
    );
    equal(
      [at(page, 'data', 0, 'id'), at(page, 'data', 1, 'id')],
      [at(item, 'id'), id],
      'items by their publication',
    );
  },

  'an item has a strong ETag for If-None-Match and If-Match': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'One' };
    const { headers } = await caller.post('/api/content', body);
    const path = headers['location'] ?? '';
    const { etag = '' } = expectStatus(await anonymous.get(path), 200).headers;
    ok(/^"[^"]+"$/.test(etag), 'the ETag is strong');
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const unchanged = await anonymous.get(path, { 'If-None-Match': value });
      equal([unchanged.status, unchanged.text], [304, ''], `response to If-None-Match: ${value}`);
    }
    expectStatus(await anonymous.get(path, { 'If-None-Match': '"x"' }), 200);
    for (const value of ['"x"', `W/${etag}`]) {
      expectError(await caller.put(path, { title: 'Two' }, { 'If-Match': value }), 412);
      expectError(await caller.delete(path, { 'If-Match': value }), 412);
    }
    const changed = expectStatus(
      await caller.put(path, { title: 'Two' }, { 'If-Match': etag }),
      200,
    );
    ok(changed.headers['etag'] !== etag, 'a write changes the ETag');
    expectError(await caller.put(path, { title: 'Three' }, { 'If-Match': etag }), 412);
    expectStatus(await caller.put(path, { title: 'Four' }), 200);
  },

  'an update changes the given members and replaces `data` as a whole': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'One', data: { a: 1, b: 2 } };
    const { headers, json } = await caller.post('/api/content', body);
    const path = headers['location'] ?? '';
    const updated = expectStatus(await caller.put(path, { data: { c: 3 }, created_at: 1 }), 200);
    const before = at(json, 'data');
    const after = at(updated.json, 'data');
    equal(at(after, 'data'), { c: 3 }, 'data');
    equal(textAt(after, 'title'), 'One', 'title');
    equal(at(after, 'created_at'), at(before, 'created_at'), 'created_at');
    const same = expectStatus(await caller.put(path, {}), 200);
    equal(at(same.json, 'data'), after, 'item after an empty update');
  },

  'only allowed status transitions succeed': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const collection = await collectionId('pages');
    const statuses = ['draft', 'published', 'archived'] as const;
    const forbidden = ['archived to published'];
    for (const from of statuses) {
      for (const to of statuses) {
        const title = `${from} to ${to}`;
        const body = { collectionId: collection, title, status: from };
        const { headers } = expectStatus(await caller.post('/api/content', body), 201);
        const response = await caller.put(headers['location'] ?? '', { status: to });
        if (forbidden.includes(title)) expectError(response, 409, 'invalid_transition');
        else equal(textAt(expectStatus(response, 200).json, 'data', 'status'), to, title);
      }
    }
  },

  'a deleted item is not found, and its slug is available': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Short lived' };
    const { headers, json } = await caller.post('/api/content', body);
    const path = headers['location'] ?? '';
    const deleted = expectStatus(await caller.delete(path), 200);
    equal(deleted.json, { data: { id: textAt(json, 'data', 'id'), deleted: true } }, 'response');
    expectError(await caller.delete(path), 404, 'not_found');
    expectError(await anonymous.get(path), 404, 'not_found');
    expectStatus(await caller.post('/api/content', body), 201);
  },

  'a taken slug is rejected with a suggestion': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Same' };
    expectStatus(await caller.post('/api/content', body), 201);
    for (const again of [body, { ...body, title: 'Other', slug: ' SAME! ' }]) {
      const response = await caller.post('/api/content', again);
      expectError(response, 409, 'slug_taken');
      ok(textAt(response.json, 'details').includes('same-2'), 'details contain an available slug');
    }
  },

  'of concurrent creations with one slug, exactly one succeeds': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Race' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => caller.post('/api/content', body)),
    );
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
    equal(statuses, [201, ...Array.from({ length: 19 }, () => 409)], 'statuses');
  },

  'check-slug returns whether a slug is available': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Taken' };
    const { json } = await caller.post('/api/content', body);
    const check = (query: string) => anonymous.get(`/api/content/check-slug?${query}`);
    equal(
      (await check('slug=Fr%C3%A9e')).json,
      { data: { slug: 'free', available: true } },
      'available slug',
    );
    equal(
      (await check('slug=Taken&collectionId=anything')).json,
      { data: { slug: 'taken', available: false, suggestion: 'taken-2' } },
      'taken slug',
    );
    const own = await check(`slug=taken&excludeId=${textAt(json, 'data', 'id')}`);
    equal(own.json, { data: { slug: 'taken', available: true } }, 'slug of the excluded item');
    expectError(await check(''), 400, 'invalid_input');
    expectError(await check('slug=!!!'), 400, 'invalid_slug');
  },

  'an unknown or inactive collection rejects items': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const collection = await collectionId('pages');
    expectStatus(await caller.put('/api/collections/pages', { isActive: false }), 200);
    for (const id of [collection, '00000000-0000-4000-8000-000000000000', 'pages']) {
      const response = await caller.post('/api/content', { collectionId: id, title: 'x' });
      expectError(response, 400, 'collection_not_found');
    }
  },

  'a malformed id is not found': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    for (const id of ['1', 'x', '00000000-0000-4000-8000-000000000000', "'--", '..%2f']) {
      expectError(await caller.get(`/api/content/${id}`), 404);
      expectError(await caller.put(`/api/content/${id}`, { title: 'x' }), 404);
      expectError(await caller.delete(`/api/content/${id}`), 404);
    }
  },
});
