import { equal, ok } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import { answered, at, refused, restWorld, textAt } from './rest-world.ts';

/** One item: created, read, changed, deleted. */
export const restContentSuite = suite<RestSubject>('REST content', {
  'a created item has the fields of the interface and an address': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const collection = await collectionId('blog-posts');
    const created = answered(
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
      ['collectionId', 'created_at', 'data', 'id', 'slug', 'status', 'title', 'updated_at'],
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
    const read = answered(await caller.get(created.headers['location'] ?? ''), 200);
    equal(read.json, { data: item }, 'the item as it is read');
  },

  'an item carries a strong ETag that a read and a write can name': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'One' };
    const { headers } = await caller.post('/api/content', body);
    const path = headers['location'] ?? '';
    const { etag = '' } = answered(await anonymous.get(path), 200).headers;
    ok(/^"[^"]+"$/.test(etag), 'the ETag is strong');
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const unchanged = await anonymous.get(path, { 'If-None-Match': value });
      equal([unchanged.status, unchanged.text], [304, ''], `answer to If-None-Match: ${value}`);
    }
    answered(await anonymous.get(path, { 'If-None-Match': '"x"' }), 200);
    for (const value of ['"x"', `W/${etag}`]) {
      refused(await caller.put(path, { title: 'Two' }, { 'If-Match': value }), 412);
      refused(await caller.delete(path, { 'If-Match': value }), 412);
    }
    const changed = answered(await caller.put(path, { title: 'Two' }, { 'If-Match': etag }), 200);
    ok(changed.headers['etag'] !== etag, 'a write changes the ETag');
    refused(await caller.put(path, { title: 'Three' }, { 'If-Match': etag }), 412);
    answered(await caller.put(path, { title: 'Four' }), 200);
  },

  'an update changes what it names and replaces data whole': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'One', data: { a: 1, b: 2 } };
    const { headers, json } = await caller.post('/api/content', body);
    const path = headers['location'] ?? '';
    const updated = answered(await caller.put(path, { data: { c: 3 }, created_at: 1 }), 200);
    const before = at(json, 'data');
    const after = at(updated.json, 'data');
    equal(at(after, 'data'), { c: 3 }, 'data');
    equal(textAt(after, 'title'), 'One', 'title');
    equal(at(after, 'created_at'), at(before, 'created_at'), 'created_at');
    const same = answered(await caller.put(path, {}), 200);
    equal(at(same.json, 'data'), after, 'an update of nothing');
  },

  'the lifecycle allows what it allows': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const collection = await collectionId('pages');
    const statuses = ['draft', 'published', 'archived'] as const;
    const forbidden = ['archived to published'];
    for (const from of statuses) {
      for (const to of statuses) {
        const title = `${from} to ${to}`;
        const body = { collectionId: collection, title, status: from };
        const { headers } = answered(await caller.post('/api/content', body), 201);
        const answer = await caller.put(headers['location'] ?? '', { status: to });
        if (forbidden.includes(title)) refused(answer, 409, 'invalid_transition');
        else equal(textAt(answered(answer, 200).json, 'data', 'status'), to, title);
      }
    }
  },

  'a deleted item is gone and its slug is free': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Short lived' };
    const { headers, json } = await caller.post('/api/content', body);
    const path = headers['location'] ?? '';
    const deleted = answered(await caller.delete(path), 200);
    equal(deleted.json, { data: { id: textAt(json, 'data', 'id'), deleted: true } }, 'answer');
    refused(await caller.delete(path), 404, 'not_found');
    refused(await anonymous.get(path), 404, 'not_found');
    answered(await caller.post('/api/content', body), 201);
  },

  'a taken slug is refused with one that is free': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Same' };
    answered(await caller.post('/api/content', body), 201);
    for (const again of [body, { ...body, title: 'Other', slug: ' SAME! ' }]) {
      const answer = await caller.post('/api/content', again);
      refused(answer, 409, 'slug_taken');
      ok(textAt(answer.json, 'details').includes('same-2'), 'details name a free slug');
    }
  },

  'of parallel creations with one slug one wins and no other fails otherwise': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Race' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => caller.post('/api/content', body)),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    equal(statuses, [201, ...Array.from({ length: 19 }, () => 409)], 'statuses');
  },

  'a slug can be checked before it is used': async (subject) => {
    const { admin, anonymous, collectionId } = restWorld(subject);
    const caller = await admin();
    const body = { collectionId: await collectionId('pages'), title: 'Taken' };
    const { json } = await caller.post('/api/content', body);
    const check = (query: string) => anonymous.get(`/api/content/check-slug?${query}`);
    equal(
      (await check('slug=Fr%C3%A9e')).json,
      { data: { slug: 'free', available: true } },
      'free',
    );
    equal(
      (await check('slug=Taken&collectionId=anything')).json,
      { data: { slug: 'taken', available: false, suggestion: 'taken-2' } },
      'taken',
    );
    const mine = await check(`slug=taken&excludeId=${textAt(json, 'data', 'id')}`);
    equal(mine.json, { data: { slug: 'taken', available: true } }, 'taken by the item itself');
    refused(await check(''), 400, 'invalid_input');
    refused(await check('slug=!!!'), 400, 'invalid_slug');
  },

  'a collection that is unknown or inactive takes no content': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    const collection = await collectionId('pages');
    answered(await caller.put('/api/collections/pages', { isActive: false }), 200);
    for (const id of [collection, '00000000-0000-4000-8000-000000000000', 'pages']) {
      const answer = await caller.post('/api/content', { collectionId: id, title: 'x' });
      refused(answer, 400, 'collection_not_found');
    }
  },

  'an id that is none is not found': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    for (const id of ['1', 'x', '00000000-0000-4000-8000-000000000000', "'--", '%2e%2e']) {
      refused(await caller.get(`/api/content/${id}`), 404);
      refused(await caller.put(`/api/content/${id}`, { title: 'x' }), 404);
      refused(await caller.delete(`/api/content/${id}`), 404);
    }
  },
});
