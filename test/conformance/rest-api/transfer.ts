import { noId, type Json, type JsonObject } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
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

/** In the future, by any clock. */
const later = 4_102_444_800_000;

const linesOf = async (caller: Caller, path: string): Promise<readonly JsonObject[]> => {
  const { headers, text } = expectStatus(await caller.get(path), 200);
  ok(headers['content-type']?.startsWith('application/x-ndjson') === true, 'lines of JSON');
  ok(text.endsWith('\n'), 'the last line is complete');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
};

const complete = (caller: Caller) => linesOf(caller, '/api/transfer/export/complete');

const restorable = ['trash', 'revision', 'workingCopy', 'schedule', 'formerSlug'];

const typeOf = (line: JsonObject): string => textAt(line, 'type');

const restorableIn = (lines: readonly JsonObject[]): readonly JsonObject[] =>
  lines.filter((line) => restorable.includes(typeOf(line)));

const ofType = (lines: readonly JsonObject[], type: string): JsonObject => {
  const found = lines.find((line) => typeOf(line) === type);
  ok(found !== undefined, `there is a line of type ${type}`);
  return found;
};

const send = (caller: Caller, lines: readonly Json[], fields: JsonObject = {}) =>
  caller.post('/api/transfer/restore', { lines: [...lines], ...fields });

/** @returns the outcome of each line. */
const restore = async (
  caller: Caller,
  lines: readonly Json[],
  fields: JsonObject = {},
): Promise<readonly Json[]> => {
  const { json } = expectStatus(await send(caller, lines, fields), 200);
  const outcomes = listAt(json, 'data');
  equal(
    outcomes.map((each) => at(each, 'index')),
    lines.map((_, index) => index),
    'the indexes',
  );
  return outcomes.map((each) => at(each, 'outcome'));
};

/** A published item with two versions, a copy and a schedule, and one in the trash. @returns the path of the first. */
const fill = async (caller: Caller): Promise<string> => {
  const create = async (title: string): Promise<string> => {
    const body = { collection: 'pages', title, status: 'published', data: { content: 'Text' } };
    const { headers } = expectStatus(await caller.post('/api/content', body), 201);
    return headers['location'] ?? '';
  };
  const path = await create('Tides');
  expectStatus(await caller.put(path, { title: 'High tides', note: 'Louder' }), 200);
  expectStatus(await caller.put(`${path}/draft`, { title: 'Low tides' }), 200);
  expectStatus(await caller.put(`${path}/schedule`, { unpublishAt: later }), 200);
  expectStatus(await caller.delete(await create('Ebb')), 200);
  return path;
};

/** Deletes all content for good. */
const clear = async (caller: Caller, path: string): Promise<void> => {
  expectStatus(await caller.delete(path), 200);
  expectStatus(await caller.delete('/api/trash'), 200);
};

const importContent = async (caller: Caller, lines: readonly JsonObject[]): Promise<void> => {
  const items = lines.filter((line) => typeOf(line) === 'content');
  const body = { items, verbatim: true, historyFollows: true };
  const { json } = expectStatus(await caller.post('/api/transfer/content', body), 200);
  equal(
    listAt(json, 'data').map((each) => at(each, 'outcome')),
    items.map(() => 'created'),
    'the items',
  );
};

/** Complete exports, and what restores their lines. */
export const restTransferSuite = suite<RestSubject>('REST transfer', {
  'a complete export has the lines of an export, and then all that belongs to items': async (
    subject,
  ) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await fill(caller);
    const id = path.replace('/api/content/', '');
    const lines = await complete(caller);
    const revisions = ['revision', 'revision', 'revision'];
    const expected = ['trash', ...revisions, 'workingCopy', 'schedule', 'formerSlug'];
    equal(restorableIn(lines).map(typeOf), expected, 'types');
    const others = lines.slice(0, -expected.length);
    const usual = await linesOf(caller, '/api/transfer/export');
    equal(others.slice(1), usual.slice(1), 'the other lines');
    equal(at(lines[0] ?? {}, 'complete'), true, 'the manifest says so');

    const user = (await caller.get('/auth/me')).json;
    const email = textAt(user, 'user', 'email');
    const item = at((await caller.get(path)).json, 'data');
    const stamp = { id, version: 2, updated_at: at(item, 'updated_at') };
    const state = { slug: 'tides', collection: 'pages', data: { content: 'Text' } };
    const revision = lines.find((line) => line['item'] && at(line, 'item', 'id') === id);
    const written = { author: email, status: 'published', ...state };
    equal(
      revision,
      {
        type: 'revision',
        item: stamp,
        revision: {
          version: 1,
          title: 'Tides',
          ...written,
          created_at: at(revision, 'revision', 'created_at'),
          changed: at(revision, 'revision', 'changed'),
        },
      },
      'a revision',
    );
    const copy = ofType(lines, 'workingCopy');
    equal(
      copy,
      {
        type: 'workingCopy',
        item: stamp,
        copy: {
          title: 'Low tides',
          ...state,
          base: { title: 'High tides', ...state, version: 2 },
          author: email,
          created_at: at(copy, 'copy', 'created_at'),
          updated_at: at(copy, 'copy', 'updated_at'),
        },
      },
      'a working copy',
    );
    const change = { action: 'unpublish', at: later, scheduledBy: email };
    equal(ofType(lines, 'schedule'), { type: 'schedule', item: stamp, change }, 'a planned change');
    const trashed = ofType(lines, 'trash');
    equal(textAt(trashed, 'item', 'title'), 'Ebb', 'an item in the trash');
    equal(textAt(trashed, 'deletedBy'), email, 'who deleted it');
    equal(textAt(ofType(lines, 'formerSlug'), 'slug'), 'ebb', 'the slug that it had');
  },

  'what was deleted for good is restored as it was exported, and again changes nothing': async (
    subject,
  ) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await fill(caller);
    const lines = await complete(caller);
    await clear(caller, path);
    equal(restorableIn(await complete(caller)), [], 'nothing is left');

    const given = restorableIn(lines);
    const all = (outcome: string) => given.map(() => outcome);
    await importContent(caller, lines);
    const dryRun = { dryRun: true };
    equal(await restore(caller, given, dryRun), all('created'), 'a dry run');
    equal(restorableIn(await complete(caller)), [], 'it stores nothing');
    equal(await restore(caller, given), all('created'), 'the outcomes');
    equal(restorableIn(await complete(caller)), given, 'the next export');
    equal(await restore(caller, given), all('unchanged'), 'the outcomes of a repeat');

    const history = (await caller.get(`${path}/revisions`)).json;
    equal(
      listAt(history, 'data').map((each) => at(each, 'version')),
      [2, 1],
      'the history',
    );
    const copy = (await caller.get(`${path}/draft`)).json;
    equal(textAt(copy, 'data', 'title'), 'Low tides', 'the working copy');
    const schedule = (await caller.get(`${path}/schedule`)).json;
    equal(at(schedule, 'data', 'unpublishAt'), later, 'the schedule');
    equal(listAt((await caller.get('/api/trash')).json, 'data').length, 1, 'the trash');
  },

  'lines of an item that is missing or was changed are left out': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await fill(caller);
    const parts = restorableIn(await complete(caller)).filter((line) => typeOf(line) !== 'trash');
    const own = parts.filter((line) => `/api/content/${textAt(line, 'item', 'id')}` === path);
    ok(own.length > 3, 'the item has lines');
    expectStatus(await caller.put(path, { title: 'Changed' }), 200);
    const leftOut = own.map(() => 'left_out');
    equal(await restore(caller, own), leftOut, 'of a changed item');
    await clear(caller, path);
    equal(await restore(caller, own), leftOut, 'of no item');
    equal(restorableIn(await complete(caller)), [], 'nothing is stored');
  },

  'another working copy and another planned change stay': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await fill(caller);
    const lines = await complete(caller);
    expectStatus(await caller.put(`${path}/draft`, { title: 'Mine' }), 200);
    expectStatus(await caller.put(`${path}/schedule`, { unpublishAt: later + 1 }), 200);
    const given = ['workingCopy', 'schedule'].map((type) => ofType(lines, type));
    equal(await restore(caller, given), ['left_out', 'left_out'], 'outcomes');
    const copy = (await caller.get(`${path}/draft`)).json;
    equal(textAt(copy, 'data', 'title'), 'Mine', 'the copy');
    const schedule = (await caller.get(`${path}/schedule`)).json;
    equal(at(schedule, 'data', 'unpublishAt'), later + 1, 'the planned change');
  },

  'a line that is not valid fails alone, with its code': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await fill(caller);
    const lines = await complete(caller);
    await clear(caller, path);
    await importContent(caller, lines);
    const copy = ofType(lines, 'workingCopy');
    const broken = { ...copy, copy: { ...(at(copy, 'copy') as JsonObject), title: '' } };
    const nowhere = { ...copy, copy: { ...(at(copy, 'copy') as JsonObject), collection: 'none' } };
    const { json } = expectStatus(await send(caller, [broken, nowhere, copy]), 200);
    const [first, second, third] = listAt(json, 'data');
    equal(textAt(first ?? {}, 'outcome'), 'failed', 'the broken line');
    equal(textAt(first ?? {}, 'code'), 'invalid_input', 'its code');
    ok(textAt(first ?? {}, 'error') !== '', 'its message');
    equal(textAt(second ?? {}, 'code'), 'collection_not_found', 'the code of the other one');
    equal(third, { index: 2, outcome: 'created' }, 'the valid line');
  },

  'people without an account are left out, and their planned changes belong to nobody': async (
    subject,
  ) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await fill(caller);
    const lines = await complete(caller);
    await clear(caller, path);
    await importContent(caller, lines);
    const text = JSON.stringify(restorableIn(lines));
    const given = JSON.parse(text.replaceAll('admin@example.org', 'gone@example.org')) as Json[];
    const outcomes = await restore(caller, given);
    ok(
      outcomes.every((each) => each === 'created'),
      'all lines are restored',
    );
    const { json } = await caller.get(`${path}/schedule`);
    equal(at(json, 'data', 'changes', 0, 'scheduledBy'), noId, 'scheduledBy');
    const next = restorableIn(await complete(caller));
    ok(!JSON.stringify(next).includes('@example.org'), 'nobody is named');
  },

  'requests without lines, with too many, and with lines of another form are rejected': async (
    subject,
  ) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    await fill(caller);
    const line = ofType(await complete(caller), 'schedule');
    for (const lines of [
      [],
      [{ ...line, type: 'content' }],
      [{ ...line, item: {} }],
      [{ type: 'schedule' }],
      ['text'],
      Array.from({ length: 201 }, () => line),
    ]) {
      expectError(await send(caller, lines), 400, 'invalid_input');
    }
    expectError(await caller.post('/api/transfer/restore', {}), 400, 'invalid_input');
  },

  'only administrators export everything and restore it': async (subject) => {
    const { admin, as, person, anonymous } = restWorld(subject);
    const caller = await admin();
    await fill(caller);
    const line = ofType(await complete(caller), 'schedule');
    const created = await caller.post('/api/tokens', { name: 'site' });
    const token = textAt(expectStatus(created, 201).json, 'data', 'token');
    const others: (readonly [Caller, number])[] = [
      [anonymous, 401],
      [as({ 'X-API-Key': token }), 403],
    ];
    for (const role of ['viewer', 'author', 'editor'] as const) {
      others.push([await person(caller, role), 403]);
    }
    for (const [other, status] of others) {
      expectError(await other.get('/api/transfer/export/complete'), status);
      expectError(await send(other, [line]), status);
    }
    equal(await restore(caller, [line]), ['unchanged'], 'for an administrator');
  },
});
