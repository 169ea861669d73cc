import type { Json } from '../../../core/vocabulary.ts';
import { equal } from '../assert.ts';
import { suite } from '../suite.ts';
import type { RestSubject } from './rest-subject.ts';
import {
  at,
  expectError,
  expectStatus,
  listAt,
  restWorld,
  textAt,
  type Caller,
} from './rest-world.ts';

const path = '/api/views';

const save = async (caller: Caller, body: Json): Promise<Json> =>
  at(expectStatus(await caller.post(path, body), 201).json, 'data');

const namesFor = async (caller: Caller, query = ''): Promise<readonly string[]> =>
  listAt(expectStatus(await caller.get(`${path}${query}`), 200).json, 'data').map((view) =>
    textAt(view, 'name'),
  );

/** Saved views, as clients see them. */
export const restSavedViewsSuite = suite<RestSubject>('REST saved views', {
  'a view has its owner, and is listed by name, for all once it is shared': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const [author, viewer] = [await person(caller, 'author'), await person(caller, 'viewer')];
    const query = { status: 'draft', 'fields.tags': 'sea & sand' };
    const created = await save(author, { name: ' Tides ', query });
    const id = textAt(created, 'id');
    const owner = at(created, 'owner');
    equal(at(owner, 'id'), author.id, 'the owner');
    const times = { created_at: at(created, 'created_at'), updated_at: at(created, 'updated_at') };
    equal(created, { id, name: 'Tides', query, shared: false, owner, ...times }, 'the response');
    await save(viewer, { name: 'Mine', query: {} });
    equal(await namesFor(author), ['Tides'], 'the list of the author');
    equal(await namesFor(viewer), ['Mine'], 'the list of the viewer');
    const change = { name: 'Coasts', shared: true };
    const { json } = expectStatus(await author.put(`${path}/${id}`, change), 200);
    equal([at(json, 'data', 'shared'), at(json, 'data', 'query')], [true, query], 'the view');
    equal(await namesFor(viewer), ['Coasts', 'Mine'], 'the list of the viewer, then');
    equal(await namesFor(viewer, '?limit=1&offset=1'), ['Mine'], 'a page');
    const deleted = expectStatus(await author.delete(`${path}/${id}`), 200).json;
    equal(deleted, { data: { id, deleted: true } }, 'the deletion');
    equal(await namesFor(viewer), ['Mine'], 'the list at the end');
  },

  'a private view does not exist for others, and a shared one is changed by owner and admin':
    async (subject) => {
      const { admin, person } = restWorld(subject);
      const caller = await admin();
      const [author, editor] = [await person(caller, 'author'), await person(caller, 'editor')];
      const viewer = await person(caller, 'viewer');
      const id = textAt(await save(author, { name: 'Tides', query: {} }), 'id');
      for (const other of [editor, caller]) {
        expectError(await other.put(`${path}/${id}`, { name: 'Mine' }), 404, 'not_found');
        expectError(await other.delete(`${path}/${id}`), 404, 'not_found');
      }
      expectStatus(await author.put(`${path}/${id}`, { shared: true }), 200);
      for (const other of [editor, viewer]) {
        expectError(await other.put(`${path}/${id}`, { name: 'Mine' }), 403, 'forbidden');
        expectError(await other.delete(`${path}/${id}`), 403, 'forbidden');
      }
      const body = { name: 'Ours', query: {}, shared: true };
      expectError(await viewer.post(path, body), 403, 'forbidden');
      expectStatus(await caller.put(`${path}/${id}`, { name: 'Ours' }), 200);
      expectStatus(await caller.delete(`/api/users/${author.id}`), 200);
      const { json } = expectStatus(await viewer.get(path), 200);
      equal(
        listAt(json, 'data').map((view) => [at(view, 'name'), at(view, 'owner')]),
        [['Ours', null]],
        'the view of the deleted account',
      );
      expectStatus(await caller.delete(`${path}/${id}`), 200);
      expectError(await caller.delete(`${path}/${id}`), 404, 'not_found');
    },

  'wrong views are rejected, and only users have any': async (subject) => {
    const { admin, anonymous, as } = restWorld(subject);
    const caller = await admin();
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`p${n}`, '']));
    for (const body of [
      {},
      { name: 'x' },
      { name: ' ', query: {} },
      { name: 'x'.repeat(81), query: {} },
      { name: 'two\nlines', query: {} },
      { name: 'x', query: [] },
      { name: 'x', query: { a: 1 } },
      { name: 'x', query: { '': 'x' } },
      { name: 'x', query: { ['k'.repeat(61)]: 'x' } },
      { name: 'x', query: { a: 'v'.repeat(1_001) } },
      { name: 'x', query: many },
      { name: 'x', query: {}, shared: 'yes' },
    ]) {
      expectError(await caller.post(path, body), 400, 'invalid_input');
    }
    expectError(await caller.post(path, { name: 'x', query: { a: '\0' } }), 400, 'invalid_text');
    equal(await namesFor(caller), [], 'what is stored');
    for (const id of ['0198c0de-0000-7000-8000-000000000000', 'none']) {
      expectError(await caller.put(`${path}/${id}`, { name: 'x' }), 404, 'not_found');
      expectError(await caller.delete(`${path}/${id}`), 404, 'not_found');
    }
    const { json } = expectStatus(await caller.post('/api/tokens', { name: 'Site' }), 201);
    const token = as({ 'X-API-Key': textAt(json, 'data', 'token') });
    for (const [other, status] of [
      [anonymous, 401],
      [token, 403],
    ] as const) {
      expectError(await other.get(path), status);
      expectError(await other.post(path, { name: 'x', query: {} }), status);
    }
  },
});
