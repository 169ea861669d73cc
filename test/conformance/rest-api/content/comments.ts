import type { Json } from '../../../../core/vocabulary.ts';
import { equal } from '../../assert.ts';
import { suite } from '../../suite.ts';
import type { RestSubject } from '../rest-subject.ts';
import { at, expectError, expectStatus, restWorld, textAt, type Caller } from '../rest-world.ts';

/** Creates an item. @returns the path of its comments. */
const commentsOf = async (caller: Caller): Promise<string> => {
  const body = { collection: 'pages', title: 'Tides', status: 'published' };
  const { json } = expectStatus(await caller.post('/api/content', body), 201);
  return `/api/content/${textAt(json, 'data', 'id')}/comments`;
};

const comment = async (caller: Caller, path: string, body: Json): Promise<Json> =>
  at(expectStatus(await caller.post(path, body), 201).json, 'data');

const list = async (caller: Caller, path: string): Promise<Json> =>
  at(expectStatus(await caller.get(path), 200).json, 'data');

const idsIn = (data: Json): readonly Json[] =>
  Array.isArray(data) ? data.map((each: Json) => at(each, 'id')) : [];

/** Comments, as clients see them. */
export const restCommentsSuite = suite<RestSubject>('REST comments', {
  'a thread has its place, its replies, and who resolved it': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const [editor, viewer] = [await person(caller, 'editor'), await person(caller, 'viewer')];
    const path = await commentsOf(editor);
    const place = { path: 'data.text', quote: '4 May', before: 'opens on ', after: '.' };
    const created = await comment(viewer, path, { text: ' Right? ', place });
    const id = textAt(created, 'id');
    const author = at(created, 'author');
    equal(at(author, 'id'), viewer.id, 'the author');
    const time = at(created, 'at');
    equal(created, { id, text: 'Right?', mentions: [], author, at: time, place }, 'the response');
    const replied = await comment(editor, path, { text: 'Yes', replyTo: id });
    equal(at(replied, 'replyTo'), id, 'what it replies to');
    const resolved = expectStatus(await editor.put(`${path}/${id}`, { resolved: true }), 200).json;
    const resolution = at(resolved, 'data', 'resolved');
    equal(at(resolution, 'by', 'id'), editor.id, 'who resolved it');
    const { replyTo: _, ...reply } = replied as Readonly<Record<string, Json>>;
    const whole = { ...(created as object), resolved: resolution, replies: [reply] };
    equal(await list(viewer, path), [whole as Json], 'the thread');
    equal(await list(viewer, `${path}?resolved=false`), [], 'open threads');
    expectStatus(await viewer.put(`${path}/${id}`, { resolved: false }), 200);
    equal(idsIn(await list(viewer, `${path}?resolved=false`)), [id], 'open again');
  },

  'the author edits, and whoever edits all content deletes': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const [viewer, other] = [await person(caller, 'viewer'), await person(caller, 'viewer')];
    const path = await commentsOf(caller);
    const id = textAt(await comment(viewer, path, { text: 'First' }), 'id');
    expectError(await other.put(`${path}/${id}`, { text: 'Mine' }), 403, 'forbidden');
    expectError(await other.delete(`${path}/${id}`), 403, 'forbidden');
    const { json } = expectStatus(await viewer.put(`${path}/${id}`, { text: 'Second' }), 200);
    equal(
      [at(json, 'data', 'text'), typeof at(json, 'data', 'edited_at')],
      ['Second', 'number'],
      'it',
    );
    const deleted = expectStatus(await caller.delete(`${path}/${id}`), 200).json;
    equal(deleted, { data: { id, deleted: true } }, 'the deletion');
    expectError(await caller.delete(`${path}/${id}`), 404, 'not_found');
  },

  'mentions are listed for those who are mentioned': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const viewer = await person(caller, 'viewer');
    const path = await commentsOf(caller);
    const text = `Look, @[${viewer.id}]`;
    const created = await comment(caller, path, { text });
    equal(at(created, 'mentions'), [viewer.id], 'the mentions');
    const [mention] = (await list(viewer, '/api/comments?mentions=me')) as readonly Json[];
    equal(at(mention ?? null, 'comment'), created, 'the comment');
    equal(at(mention ?? null, 'item', 'title'), 'Tides', 'the item');
    equal(await list(caller, '/api/comments?mentions=me'), [], 'those of the author');
    const people = await list(viewer, path.replace(/comments$/, 'people?limit=1000'));
    equal(idsIn(people).includes(viewer.id), true, 'the people');
    expectError(await viewer.get('/api/comments'), 400, 'invalid_input');
  },

  'wrong comments are rejected, and nobody else reads or writes any': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const path = await commentsOf(caller);
    const unknown = '0198c0de-0000-7000-8000-000000000000';
    for (const body of [
      {},
      { text: ' ' },
      { text: 'x'.repeat(5_001) },
      { text: `@[${unknown}]` },
      { text: 'x', place: { path: 'slug' } },
      { text: 'x', place: { path: 'title', quote: 'x'.repeat(501) } },
      { text: 'x', place: { path: 'title', before: 'x'.repeat(61) } },
      { text: 'x', replyTo: unknown },
      { text: 'x', replyTo: 'none' },
    ]) {
      expectError(await caller.post(path, body), 400, 'invalid_input');
    }
    equal(await list(caller, path), [], 'what is stored');
    expectError(await anonymous.get(path), 401);
    expectError(await anonymous.post(path, { text: 'x' }), 401);
    for (const id of [unknown, 'none']) {
      expectError(await caller.get(`/api/content/${id}/comments`), 404, 'not_found');
      expectError(await caller.put(`${path}/${id}`, { resolved: true }), 404, 'not_found');
      expectError(await caller.delete(`${path}/${id}`), 404, 'not_found');
    }
  },
});
