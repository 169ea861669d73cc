import type { Json, JsonObject } from '../../../../core/vocabulary.ts';
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
import { createBlockCollection, quote } from './block-collection.ts';

/** Revisions, restoring, notes, autosaves, and saves that merge. */
export const restHistorySuite = suite<RestSubject>('REST history', {
  'each change of an item is a revision with the documented members': async (subject) => {
    const { caller, path } = await withItem(subject);
    const changes = { title: 'Ebb', data: { body: 'a', new: [1] } };
    expectStatus(await caller.put(path, changes, { 'X-Change-Note': 'A note' }), 200);
    expectStatus(await caller.put(path, { title: 'Ebb' }), 200);
    expectStatus(await caller.put(path, { status: 'published' }), 200);
    const { json } = expectStatus(await caller.get(`${path}/revisions`), 200);
    const [newest, second, first, ...others] = listAt(json, 'data');
    equal([others, at(json, 'meta', 'count')], [[], 3], 'no other revision');
    const known = { status: 'published', title: 'Ebb', version: 3, changed: ['status'] };
    for (const [name, value] of Object.entries(known)) equal(at(newest, name), value, name);
    const members = ['author', 'changed', 'created_at', 'status', 'title', 'version'];
    equal(Object.keys(newest as object).sort(), members, 'members of a revision');
    equal(Object.keys(at(newest, 'author') as object).sort(), ['id', 'name'], 'of its author');
    equal(at(second, 'changed'), ['title', 'data.new'], 'what the update changed');
    equal(at(second, 'note'), 'A note', 'note');
    const all = ['title', 'slug', 'status', 'collectionId', 'data.body'];
    equal([at(first, 'version'), at(first, 'changed')], [1, all], 'the creation');
    const page = expectStatus(await caller.get(`${path}/revisions?limit=1&offset=1`), 200);
    equal(at(page.json, 'data'), [second as Json], 'a page');
    equal(at(page.json, 'meta', 'count'), 1, 'count of a page');
    for (const query of ['limit=0', 'offset=-1', 'limit=1&limit=1']) {
      expectError(await caller.get(`${path}/revisions?${query}`), 400);
    }
  },

  'an earlier version is the item with what it had then': async (subject) => {
    const { caller, path, item } = await withItem(subject);
    const change = { title: 'Ebb', slug: 'ebb', data: {}, status: 'published' };
    const { json } = expectStatus(await caller.put(path, change), 200);
    equal((await caller.get(`${path}/revisions/1`)).json, { data: item }, 'the first version');
    equal((await caller.get(`${path}/revisions/2`)).json, json, 'the current version');
    for (const version of ['0', '3', 'x', '99999999999']) {
      expectError(await caller.get(`${path}/revisions/${version}`), 404, 'not_found');
    }
  },

  'only signed-in users can read the history': async (subject) => {
    const { caller, path, world } = await withItem(subject);
    const created = await caller.post('/api/tokens', { name: 'T' });
    const token = world.as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    const viewer = await world.person(caller, 'viewer');
    for (const read of [`${path}/revisions`, `${path}/revisions/1`]) {
      expectError(await world.anonymous.get(read), 401, 'not_authenticated');
      expectError(await token.get(read), 403);
      const { headers } = expectStatus(await viewer.get(read), 200);
      equal(headers['cache-control'], 'no-store', 'Cache-Control');
    }
    expectStatus(await caller.delete(path), 200);
    for (const read of [`${path}/revisions`, `${path}/revisions/1`]) {
      expectError(await viewer.get(read), 404, 'not_found');
    }
  },

  'restoring writes title, slug and data of a version, and does not publish': async (subject) => {
    const { caller, path, item } = await withItem(subject);
    expectStatus(await caller.put(path, { status: 'published' }), 200);
    expectStatus(await caller.put(path, { title: 'Ebb', slug: 'ebb', data: { a: 1 } }), 200);
    expectStatus(await caller.put(path, { status: 'draft' }), 200);
    const note = { 'X-Change-Note': 'Back' };
    const restored = expectStatus(await caller.post(`${path}/restore`, { version: 2 }, note), 200);
    for (const name of ['title', 'slug', 'data', 'status']) {
      equal(at(restored.json, 'data', name), at(item, name), name);
    }
    equal((await caller.get(path)).headers['etag'], restored.headers['etag'], 'ETag');
    const [newest] = listAt((await caller.get(`${path}/revisions`)).json, 'data');
    equal([at(newest, 'version'), at(newest, 'note')], [5, 'Back'], 'the new revision');
    const again = expectStatus(await caller.post(`${path}/restore`, { version: 2 }), 200);
    equal(again.headers['etag'], restored.headers['etag'], 'ETag after restoring it again');
    expectError(await caller.post(`${path}/restore`, { version: 9 }), 404, 'not_found');
    expectError(await caller.post(`${path}/restore`, { version: '2' }), 400);
    expectError(await caller.post(`${path}/restore`, {}), 400);
    const outdated = { 'If-Match': '"x"' };
    expectError(await caller.post(`${path}/restore`, { version: 3 }, outdated), 412);
  },

  'a slug that another item has cannot be restored': async (subject) => {
    const { caller, path, item } = await withItem(subject);
    expectStatus(await caller.put(path, { slug: 'moved' }), 200);
    const other = {
      collectionId: at(item, 'collectionId'),
      title: 'Other',
      slug: at(item, 'slug'),
    };
    expectStatus(await caller.post('/api/content', other), 201);
    const rejected = await caller.post(`${path}/restore`, { version: 1 });
    expectError(rejected, 409, 'slug_taken');
    equal(at((await caller.get(path)).json, 'data', 'slug'), 'moved', 'slug');
  },

  'restoring needs the right to edit': async (subject) => {
    const { caller, path, world } = await withItem(subject);
    expectStatus(await caller.put(path, { title: 'Ebb' }), 200);
    const restore = (who: Caller) => who.post(`${path}/restore`, { version: 1 });
    expectError(await restore(world.anonymous), 401);
    expectError(await restore(await world.person(caller, 'viewer')), 403);
    expectError(await restore(await world.person(caller, 'author')), 403);
    expectStatus(await restore(await world.person(caller, 'editor')), 200);
  },

  'a note has up to 200 characters': async (subject) => {
    const { caller, path } = await withItem(subject);
    const note = (length: number) => ({ 'X-Change-Note': 'x'.repeat(length) });
    expectStatus(await caller.put(path, { title: 'Ebb' }, note(200)), 200);
    const rejected = await caller.put(path, { title: 'Flood' }, note(201));
    expectError(rejected, 400);
    equal(textAt(rejected.json, 'issues', 0, 'path'), 'X-Change-Note', 'path');
    const [newest] = listAt((await caller.get(`${path}/revisions`)).json, 'data');
    equal(textAt(newest as Json, 'note').length, 200, 'length of the stored note');
  },

  'an autosave replaces the autosave before it by the same user': async (subject) => {
    const { caller, path, world } = await withItem(subject);
    const save = async (who: Caller, body: string) => {
      const headers = { Prefer: 'autosave' };
      const saved = expectStatus(await who.put(path, { data: { body } }, headers), 200);
      equal(saved.headers['preference-applied'], 'autosave', 'Preference-Applied');
    };
    const editor = await world.person(caller, 'editor');
    for (const body of ['b', 'c']) await save(caller, body);
    for (const body of ['d', 'e']) await save(editor, body);
    expectStatus(await editor.put(path, { title: 'Ebb' }), 200);
    await save(editor, 'f');
    const revisions = listAt((await caller.get(`${path}/revisions`)).json, 'data');
    equal(
      revisions.map((one) => [at(one, 'version'), (one as JsonObject)['autosave'] ?? false]),
      [
        [7, true],
        [6, false],
        [5, true],
        [3, true],
        [1, false],
      ],
      'versions, and whether they are autosaves',
    );
  },

  'a save that merges keeps the changes of others to other members': async (subject) => {
    const { caller, path, tag } = await withItem(subject);
    const merge = { 'If-Match': tag, Prefer: 'merge' };
    const current = await caller.put(path, { data: { body: 'b' } }, merge);
    equal(expectStatus(current, 200).headers['preference-applied'], undefined, 'not merged');
    expectStatus(await caller.put(path, { title: 'Ebb' }), 200);
    const merged = expectStatus(await caller.put(path, { slug: 'ebb' }, merge), 200);
    equal(merged.headers['preference-applied'], 'merge', 'Preference-Applied');
    const item = at(merged.json, 'data');
    equal([at(item, 'title'), at(item, 'slug')], ['Ebb', 'ebb'], 'title and slug');
    equal(at(item, 'data'), { body: 'b' }, 'data');
    const equalChange = { title: 'Ebb', data: { body: 'b' } };
    const same = expectStatus(await caller.put(path, equalChange, merge), 200);
    equal(same.headers['etag'], merged.headers['etag'], 'ETag after equal changes');
    const rejected = await caller.put(path, { title: 'Flood', data: {} }, merge);
    expectError(rejected, 412, 'version_mismatch');
    for (const name of ['title', 'data.body']) {
      ok(textAt(rejected.json, 'details').includes(name), `the details name ${name}`);
    }
    for (const forged of ['"1-AAAAAAAAAAAAAAAAAAAAAA"', `W/${tag}`, '"x"']) {
      const headers = { 'If-Match': forged, Prefer: 'merge' };
      expectError(await caller.put(path, { slug: 'flood' }, headers), 412);
    }
    equal((await caller.get(path)).headers['etag'], merged.headers['etag'], 'ETag in the end');
  },

  'a save that merges blocks keeps the changes of others to other blocks of one field': async (
    subject,
  ) => {
    const { caller, path, tag, base } = await withBlocks(subject);
    const [a, b, c] = base;
    const merge = { 'If-Match': tag, Prefer: 'merge=blocks' };
    const put = (blocks: readonly JsonObject[], prefer = 'merge=blocks') =>
      caller.put(path, { data: { sections: blocks } }, { 'If-Match': tag, Prefer: prefer });
    const theirs = [quote('a', 'theirs'), b, c];
    const current = await caller.put(path, { data: { sections: theirs } }, merge);
    equal(expectStatus(current, 200).headers['preference-applied'], undefined, 'not merged');
    expectError(await put([a, b, quote('c', 'mine')], 'merge'), 412, 'version_mismatch');
    const merged = expectStatus(await put([quote('c', 'mine'), a, b]), 200);
    equal(merged.headers['preference-applied'], 'merge=blocks', 'Preference-Applied');
    const blocks = [quote('c', 'mine'), quote('a', 'theirs'), b];
    equal(at(merged.json, 'data', 'data', 'sections'), blocks, 'blocks');
    for (const prefer of ['Merge="blocks"', 'autosave, merge=Blocks; x=y', 'merge=blocks, merge']) {
      const again = expectStatus(await put(base, prefer), 200);
      ok(again.headers['preference-applied']?.endsWith('merge=blocks') === true, prefer);
      equal(at(again.json, 'data', 'data', 'sections'), blocks, `blocks with ${prefer}`);
    }
    for (const prefer of ['merge, merge=blocks', 'merge=all', 'x="merge=blocks"', 'merge=block']) {
      expectError(await put([quote('a', 'x'), b, c], prefer), 412, 'version_mismatch');
    }
  },

  'a save that merges blocks is rejected with the blocks that both changed, and if both together are invalid':
    async (subject) => {
      const { caller, path, tag, base } = await withBlocks(subject);
      const [a, b, c] = base;
      const put = (blocks: readonly JsonObject[]) =>
        caller.put(
          path,
          { data: { sections: blocks } },
          { 'If-Match': tag, Prefer: 'merge=blocks' },
        );
      const theirs = [a, quote('b', 'theirs'), c, quote('d')];
      const current = await caller.put(path, { data: { sections: theirs } });
      const changed = await put([a, quote('b', 'mine'), c]);
      expectError(changed, 412, 'version_mismatch');
      equal(textAt(changed.json, 'issues', 0, 'path'), 'data.sections', 'path');
      const details = textAt(changed.json, 'details');
      ok(details.includes('data.sections') && /\bb\b/.test(details), 'details name the block');
      const many = await put([...base, quote('e')]);
      expectError(many, 412, 'version_mismatch');
      equal(textAt(many.json, 'issues', 0, 'path'), 'data.sections', 'path of too many blocks');
      expectError(await put([{ ...a, text: 1 }, b, c]), 400, 'invalid_data');
      equal((await caller.get(path)).headers['etag'], current.headers['etag'], 'ETag in the end');
    },
});

/** An item of an admin in a collection with a field of at most four blocks. */
const withBlocks = async (subject: RestSubject) => {
  const { admin } = restWorld(subject);
  const caller = await admin();
  const collection = await createBlockCollection(caller);
  const base = [quote('a'), quote('b'), quote('c')] as const;
  const body = { collection, title: 'Tides', data: { sections: base } };
  const { headers } = expectStatus(await caller.post('/api/content', body), 201);
  const { location: path = '', etag: tag = '' } = headers;
  return { caller, path, tag, base };
};

/** An item of an admin. */
const withItem = async (subject: RestSubject) => {
  const world = restWorld(subject);
  const caller = await world.admin();
  const body = {
    collectionId: await world.collectionId('pages'),
    title: 'Tides',
    data: { body: 'a' },
  };
  const { headers, json } = expectStatus(await caller.post('/api/content', body), 201);
  const { location: path = '', etag: tag = '' } = headers;
  const item = at(json, 'data');
  return { world, caller, path, tag, item };
};
