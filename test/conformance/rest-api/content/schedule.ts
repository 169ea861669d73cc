import type { Json } from '../../../../core/vocabulary.ts';
import { equal } from '../../assert.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import { at, expectError, expectStatus, restWorld, textAt, type Caller } from '../rest-world.ts';

/** Far in the future, for any clock. */
const [morning, evening] = [9_000_000_000_000, 9_000_000_001_000];

const none = { publishAt: null, unpublishAt: null, changes: [] };

/** Creates an item. @returns its id. */
const create = async (caller: Caller, status: string): Promise<string> => {
  const body = { collection: 'pages', title: 'Tides', status };
  return textAt(expectStatus(await caller.post('/api/content', body), 201).json, 'data', 'id');
};

const pathOf = (id: string): string => `/api/content/${id}/schedule`;

/** Planning changes. When they are made depends on the server, and is no promise of its API alone. */
export const restScheduleSuite = suite<RestSubject>('REST schedules', {
  'a schedule is empty until it is set, and can be removed': async (subject) => {
    const { admin, person } = restWorld(subject);
    const editor = await person(await admin(), 'editor');
    const path = pathOf(await create(editor, 'draft'));
    equal(expectStatus(await editor.get(path), 200).json, { data: none }, 'at first');
    const body = { publishAt: morning, unpublishAt: evening };
    const change = (action: string, time: number): Json => ({
      action,
      at: time,
      state: 'pending',
      scheduledBy: editor.id,
    });
    const planned = {
      data: { ...body, changes: [change('publish', morning), change('unpublish', evening)] },
    };
    equal(expectStatus(await editor.put(path, body), 200).json, planned, 'the response');
    equal(expectStatus(await editor.get(path), 200).json, planned, 'what is stored');
    expectStatus(await editor.delete(path), 200);
    equal(expectStatus(await editor.get(path), 200).json, { data: none }, 'at the end');
    expectStatus(await editor.delete(path), 200);
  },

  'an omitted time stays, and null clears it': async (subject) => {
    const caller = await restWorld(subject).admin();
    const path = pathOf(await create(caller, 'draft'));
    const timesAfter = async (body: Json) => {
      const { data } = expectStatus(await caller.put(path, body), 200).json;
      return [at(data, 'publishAt'), at(data, 'unpublishAt')];
    };
    equal(await timesAfter({ publishAt: morning }), [morning, null], 'the first');
    equal(await timesAfter({ unpublishAt: evening }), [morning, evening], 'the second');
    equal(await timesAfter({ publishAt: null }), [null, evening], 'after null');
  },

  'wrong times are rejected, and nothing is stored': async (subject) => {
    const caller = await restWorld(subject).admin();
    const path = pathOf(await create(caller, 'draft'));
    for (const body of [
      {},
      { other: morning },
      { publishAt: 1_000 },
      { publishAt: '9000000000000' },
      { publishAt: 9_000_000_000_000.5 },
      { publishAt: evening, unpublishAt: morning },
      { publishAt: morning, unpublishAt: morning },
    ]) {
      expectError(await caller.put(path, body), 400, 'invalid_input');
    }
    equal(expectStatus(await caller.get(path), 200).json, { data: none }, 'the schedule');
    expectStatus(await caller.put(path, { publishAt: morning }), 200);
    expectError(await caller.put(path, { unpublishAt: morning }), 400, 'invalid_input');
  },

  'what cannot be published later is a conflict': async (subject) => {
    const caller = await restWorld(subject).admin();
    const published = await create(caller, 'published');
    const later = { publishAt: morning };
    expectError(await caller.put(pathOf(published), later), 409, 'nothing_to_publish');
    expectStatus(await caller.put(`/api/content/${published}/draft`, { title: 'Ebb' }), 200);
    expectStatus(await caller.put(pathOf(published), later), 200);
    const archived = pathOf((await createOther(caller)).id);
    expectError(await caller.put(archived, later), 409, 'invalid_transition');
    expectError(await caller.put(archived, { unpublishAt: morning }), 409, 'invalid_transition');
  },

  'the list says in which time zone people plan': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const viewer = await person(caller, 'viewer');
    const zone = async () =>
      at(expectStatus(await viewer.get('/api/schedule'), 200).json, 'meta', 'timeZone');
    equal(await zone(), 'UTC', 'the default');
    expectStatus(await caller.put('/api/settings', { timeZone: 'Europe/Berlin' }), 200);
    equal(await zone(), 'Europe/Berlin', 'the setting');
  },

  'the list shows all planned changes to every user, soonest first': async (subject) => {
    const { admin, person, anonymous } = restWorld(subject);
    const editor = await admin();
    const id = await create(editor, 'draft');
    const other = await createOther(editor, 'draft');
    expectStatus(await editor.put(pathOf(id), { unpublishAt: evening }), 200);
    expectStatus(await editor.put(pathOf(other.id), { publishAt: morning }), 200);
    const viewer = await person(editor, 'viewer');
    const list = async (query = ''): Promise<Json> => {
      const { json } = expectStatus(await viewer.get(`/api/schedule${query}`), 200);
      return { count: at(json, 'meta', 'count'), data: at(json, 'data') };
    };
    const collectionId = textAt(
      expectStatus(await editor.get(`/api/content/${id}`), 200).json,
      'data',
      'collectionId',
    );
    const scheduledBy = textAt(expectStatus(await editor.get('/auth/me'), 200).json, 'user', 'id');
    const shared = { collectionId, state: 'pending', scheduledBy };
    const first = { id: other.id, title: other.title, action: 'publish', at: morning, ...shared };
    const second = { id, title: 'Tides', action: 'unpublish', at: evening, ...shared };
    equal(await list(), { count: 2, data: [first, second] }, 'all');
    equal(await list('?limit=1&offset=1'), { count: 1, data: [second] }, 'a page');
    expectStatus(await editor.delete(`/api/content/${id}`), 200);
    equal(await list(), { count: 1, data: [first] }, 'after the item was deleted');
    expectError(await anonymous.get('/api/schedule'), 401);
    expectError(await viewer.put(pathOf(other.id), { publishAt: null }), 403);
    expectError(await viewer.delete(pathOf(other.id)), 403);
  },

  'a change of status by hand removes what it makes pointless': async (subject) => {
    const caller = await restWorld(subject).admin();
    const id = await create(caller, 'draft');
    const body = { publishAt: morning, unpublishAt: evening };
    expectStatus(await caller.put(pathOf(id), body), 200);
    const timesAs = async (status: string) => {
      expectStatus(await caller.put(`/api/content/${id}`, { status }), 200);
      const { data } = expectStatus(await caller.get(pathOf(id)), 200).json;
      return [at(data, 'publishAt'), at(data, 'unpublishAt')];
    };
    equal(await timesAs('published'), [null, evening], 'published');
    equal(await timesAs('draft'), [null, null], 'a draft again');
  },

  'an unknown item has no schedule': async (subject) => {
    const caller = await restWorld(subject).admin();
    for (const id of ['0198c0de-0000-7000-8000-000000000000', 'none']) {
      expectError(await caller.get(pathOf(id)), 404, 'not_found');
      expectError(await caller.put(pathOf(id), { publishAt: morning }), 404, 'not_found');
      expectError(await caller.delete(pathOf(id)), 404, 'not_found');
    }
  },
});

const createOther = async (
  caller: Caller,
  status = 'archived',
): Promise<{ readonly id: string; readonly title: string }> => {
  const body = { collection: 'pages', title: 'Another', status };
  const { json } = expectStatus(await caller.post('/api/content', body), 201);
  return { id: textAt(json, 'data', 'id'), title: 'Another' };
};
