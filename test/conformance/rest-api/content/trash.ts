import type { Json } from '../../../../core/vocabulary.ts';
import { equal, ok } from '../../assert.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import {
  at,
  expectError,
  expectStatus,
  listAt,
  restWorld,
  textAt,
  type Caller,
} from '../rest-world.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

const create = async (caller: Caller, title: string, fields = {}): Promise<Json> => {
  const body = { collection: 'pages', title, ...fields };
  return at(expectStatus(await caller.post('/api/content', body), 201).json, 'data');
};

const idOf = (item: Json): string => textAt(item, 'id');

const remove = async (caller: Caller, item: Json): Promise<void> => {
  const { json } = expectStatus(await caller.delete(`/api/content/${idOf(item)}`), 200);
  equal(json, { data: { id: idOf(item), deleted: true } }, 'the response to the deletion');
};

const listed = async (caller: Caller, query = ''): Promise<readonly Json[]> =>
  listAt(expectStatus(await caller.get(`/api/trash${query}`), 200).json, 'data');

/** The trash, and changes of many items. */
export const restTrashSuite = suite<RestSubject>('REST trash', {
  'a deleted item is in the trash only, and comes back as it was': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const item = await create(caller, 'Tides', { status: 'archived', data: { content: 'Text' } });
    const path = `/api/content/${idOf(item)}`;
    await remove(caller, item);
    for (const each of [caller, anonymous]) expectError(await each.get(path), 404, 'not_found');
    expectError(await caller.get(`${path}/info`), 404);
    expectError(await caller.put(path, { title: 'New' }), 404);
    equal(at((await caller.get('/api/content?slug=tides')).json, 'data'), [], 'the list');
    const check = (await anonymous.get('/api/content/check-slug?slug=tides')).json;
    equal(at(check, 'data', 'available'), true, 'the slug is free');

    const { json } = expectStatus(await caller.get('/api/trash'), 200);
    equal(at(json, 'meta', 'count'), 1, 'meta.count');
    const [entry] = listAt(json, 'data');
    ok(entry !== undefined, 'the trash has an entry');
    const { user } = (await caller.get('/auth/me')).json as { readonly user: Json };
    equal(
      entry,
      {
        id: idOf(item),
        title: 'Tides',
        slug: 'tides',
        collectionId: textAt(item, 'collectionId'),
        deleted_at: at(entry, 'deleted_at'),
        deletedBy: textAt(user, 'id'),
      },
      'the entry',
    );

    const restored = expectStatus(await caller.post(`/api/trash/${idOf(item)}/restore`), 200);
    const data = at(restored.json, 'data');
    equal({ ...(data as object), updated_at: 0 }, { ...(item as object), updated_at: 0 }, 'item');
    equal(restored.headers['etag'], (await caller.get(path)).headers['etag'], 'ETag');
    equal(await listed(caller), [], 'the trash afterwards');
    expectError(await caller.post(`/api/trash/${idOf(item)}/restore`), 404, 'not_found');
  },

  'the list names the users who deleted, each once, and the setting': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const other = await person(caller, 'editor');
    const items: Json[] = [];
    for (const title of ['Tides', 'Ebb', 'Flood']) items.push(await create(caller, title));
    for (const [index, item] of items.entries()) await remove(index < 2 ? other : caller, item);
    expectStatus(await caller.put('/api/settings', { trashDays: 7 }), 200);
    const { json } = expectStatus(await other.get('/api/trash'), 200);
    equal(at(json, 'meta', 'trashDays'), 7, 'the setting');
    const users = listAt(json, 'meta', 'users');
    const named = users.map((user) => textAt(user, 'id')).toSorted();
    const deleters = new Set(listAt(json, 'data').map((entry) => textAt(entry, 'deletedBy')));
    equal(named, [...deleters].toSorted(), 'the users');
    ok(
      users.every((user) => textAt(user, 'name') !== ''),
      'their names',
    );
    const page = expectStatus(await other.get('/api/trash?limit=1'), 200).json;
    equal(listAt(page, 'meta', 'users').length, 1, 'only those of the page');
  },

  'a published item comes back as a draft': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const item = await create(caller, 'Tides', { status: 'published' });
    await remove(caller, item);
    const { json } = await caller.post(`/api/trash/${idOf(item)}/restore`, {});
    equal(at(json, 'data', 'status'), 'draft', 'status');
  },

  'a taken slug is a conflict with a free one, which can be sent': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const item = await create(caller, 'Tides');
    await remove(caller, item);
    await create(caller, 'Tides');
    const path = `/api/trash/${idOf(item)}/restore`;
    const taken = await caller.post(path);
    expectError(taken, 409, 'slug_taken');
    ok(textAt(taken.json, 'details').includes('tides-2'), 'details name a free slug');
    expectError(await caller.post(path, { slug: 1 }), 400, 'invalid_input');
    const { json } = expectStatus(await caller.post(path, { slug: 'tides-2' }), 200);
    equal(at(json, 'data', 'slug'), 'tides-2', 'slug');
  },

  'an item is deleted permanently, and the trash is emptied': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const items: Json[] = [];
    for (const title of ['One', 'Two', 'Three']) items.push(await create(caller, title));
    items.push(await create(caller, 'Four', { collection: 'blog-posts' }));
    for (const item of items) await remove(caller, item);
    const [first] = items;
    ok(first !== undefined, 'there is an item');
    const path = `/api/trash/${idOf(first)}`;
    const { json } = expectStatus(await caller.delete(path), 200);
    equal(json, { data: { id: idOf(first), deleted: true } }, 'the response');
    expectError(await caller.delete(path), 404, 'not_found');
    equal((await listed(caller, '?collection=blog-posts')).length, 1, 'of a collection');
    equal((await listed(caller, '?limit=2')).length, 2, 'a page');
    const counts = (await caller.get('/api/trash/counts?collection=pages')).json;
    const collectionId = textAt(first, 'collectionId');
    const expected = [{ collectionId, collection: 'pages', count: 2, isLowerBound: false }];
    equal(at(counts, 'data'), expected, 'counts');
    const emptied = await caller.delete('/api/trash?collection=pages');
    equal(expectStatus(emptied, 200).json, { data: { deleted: 2 } }, 'of one collection');
    expectError(await caller.delete('/api/trash?collection=none'), 400, 'collection_not_found');
    equal((await caller.delete('/api/trash')).json, { data: { deleted: 1 } }, 'the rest');
    equal(await listed(caller), [], 'the trash');
  },

  'with trashDays 0 a deletion is permanent': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.put('/api/settings', { trashDays: 0 }), 200);
    await remove(caller, await create(caller, 'Tides'));
    equal(await listed(caller), [], 'the trash');
    for (const trashDays of [-1, 1.5, '7', 100_000]) {
      expectError(await caller.put('/api/settings', { trashDays }), 400, 'invalid_input');
    }
  },

  'authors see their own items in the trash, viewers none': async (subject) => {
    const { admin, person, anonymous } = restWorld(subject);
    const caller = await admin();
    const [author, viewer] = [await person(caller, 'author'), await person(caller, 'viewer')];
    const own = await create(author, 'Own');
    const other = await create(caller, 'Other');
    for (const item of [own, other]) await remove(caller, item);
    equal((await listed(author)).map(idOf), [idOf(own)], 'the trash of the author');
    expectError(await author.post(`/api/trash/${idOf(other)}/restore`), 404);
    expectError(await author.delete(`/api/trash/${idOf(other)}`), 404);
    expectError(await author.delete('/api/trash'), 403);
    for (const [each, status] of [
      [viewer, 403],
      [anonymous, 401],
    ] as const) {
      expectError(await each.get('/api/trash'), status);
      expectError(await each.get('/api/trash/counts'), status);
      expectError(await each.post(`/api/trash/${idOf(own)}/restore`), status);
      expectError(await each.delete(`/api/trash/${idOf(own)}`), status);
      expectError(await each.delete('/api/trash'), status);
    }
    expectStatus(await author.post(`/api/trash/${idOf(own)}/restore`), 200);
  },

  'a bulk operation has a result for each item': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const author = await person(caller, 'author');
    const own = idOf(await create(author, 'Own'));
    const other = idOf(await create(caller, 'Other'));
    const send = (body: Json) => author.post('/api/content/bulk', body);
    const ids = [own, other, own, unknownId, 'no id'];
    const { json } = expectStatus(await send({ action: 'publish', ids }), 200);
    const results = listAt(json, 'data', 'results');
    equal(
      results.map((result) => [at(result, 'id'), at(result, 'status')]),
      [
        [own, 200],
        [other, 403],
        [unknownId, 404],
        ['no id', 404],
      ],
      'results',
    );
    equal(results[0], { id: own, status: 200 }, 'a success');
    equal(
      results[2],
      { id: unknownId, status: 404, error: 'Content not found', code: 'not_found' },
      'a failure',
    );
    const item = (await caller.get(`/api/content/${own}`)).json;
    equal(at(item, 'data', 'status'), 'published', 'status of the own item');
    for (const body of [
      { action: 'publish', ids: [] },
      { action: 'publish' },
      { action: 'explode', ids: [own] },
      { action: 'move', ids: [own] },
      { action: 'publish', ids: Array.from({ length: 501 }, () => own) },
    ]) {
      expectError(await send(body), 400, 'invalid_input');
    }
    const viewer = await person(caller, 'viewer');
    const rejected = await viewer.post('/api/content/bulk', { action: 'delete', ids: [own] });
    expectError(rejected, 403, 'forbidden');
  },

  'an atomic bulk operation changes all items or none': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const ids = [idOf(await create(caller, 'One')), idOf(await create(caller, 'Two'))];
    const send = (action: string, wanted: readonly string[]) =>
      caller.post('/api/content/bulk', { action, ids: [...wanted], atomic: true });
    const failed = await send('delete', [...ids, unknownId]);
    expectError(failed, 409, 'bulk_failed');
    equal(
      listAt(failed.json, 'results').map((result) => at(result, 'status')),
      [424, 424, 404],
      'statuses',
    );
    equal(await listed(caller), [], 'the trash');
    for (const action of ['delete', 'restore', 'publish']) {
      const { json } = expectStatus(await send(action, ids), 200);
      equal(
        at(json, 'data', 'results'),
        ids.map((id) => ({ id, status: 200 })),
        action,
      );
    }
    const { json } = await caller.get('/api/content?status=published');
    equal(at(json, 'meta', 'count'), 2, 'published items');
  },
});
