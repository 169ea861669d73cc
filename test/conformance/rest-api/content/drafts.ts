import type { JsonObject } from '../../../../core/vocabulary.ts';
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

/** Creates a published item. @returns its path. */
const publish = async (caller: Caller, fields: JsonObject = {}): Promise<string> => {
  const body = { collection: 'blog-posts', title: 'Tides', status: 'published', ...fields };
  const created = expectStatus(await caller.post('/api/content', body), 201);
  return created.headers['location'] ?? '';
};

/** Working copies of published items. */
export const restDraftsSuite = suite<RestSubject>('REST working copies', {
  'a working copy changes the given members, and readers keep the published item': async (
    subject,
  ) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const path = await publish(caller, { data: { excerpt: 'Short' } });
    const before = await anonymous.get(path);
    expectError(await caller.get(`${path}/draft`), 404, 'not_found');
    const body = { title: ' High tides ', slug: 'High Tides!', unknown: 1 };
    const saved = expectStatus(await caller.put(`${path}/draft`, body), 200);
    const copy = at(saved.json, 'data');
    equal(
      Object.keys(copy as object).toSorted(),
      'baseVersion collectionId created_at data id slug title updated_at'.split(' '),
      'members of the copy',
    );
    equal(
      [textAt(copy, 'title'), textAt(copy, 'slug'), at(copy, 'data'), at(copy, 'baseVersion')],
      ['High tides', 'high-tides', { excerpt: 'Short' }, 1],
      'the copy',
    );
    equal(textAt(copy, 'id'), textAt(before.json, 'data', 'id'), 'the id is that of the item');
    const read = expectStatus(await caller.get(`${path}/draft`), 200);
    equal([read.json, read.headers['etag']], [saved.json, saved.headers['etag']], 'GET');
    equal(read.headers['cache-control'], 'no-store', 'Cache-Control');
    const after = await anonymous.get(path);
    equal([after.text, after.headers['etag']], [before.text, before.headers['etag']], 'the item');
  },

  'publishing a copy makes it the content and removes it': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const path = await publish(caller);
    expectStatus(await caller.put(`${path}/draft`, { title: 'High tides' }), 200);
    const published = expectStatus(await caller.post(`${path}/draft/publish`), 200);
    const read = await anonymous.get(path);
    equal(read.json, published.json, 'the item');
    equal(read.headers['etag'], published.headers['etag'], 'ETag');
    equal(textAt(read.json, 'data', 'title'), 'High tides', 'title');
    expectError(await caller.get(`${path}/draft`), 404, 'not_found');
    expectError(await caller.post(`${path}/draft/publish`), 404, 'not_found');
  },

  'a copy is discarded': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await publish(caller);
    expectStatus(await caller.put(`${path}/draft`, { title: 'High tides' }), 200);
    const discarded = expectStatus(await caller.delete(`${path}/draft`), 200);
    const id = path.replace('/api/content/', '');
    equal(discarded.json, { data: { id, deleted: true } }, 'response');
    expectError(await caller.delete(`${path}/draft`), 404, 'not_found');
    expectStatus(await caller.get(path), 200);
  },

  'If-Match names the copy when it is saved, discarded and published': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await publish(caller);
    const draft = `${path}/draft`;
    const { etag: ofItem = '' } = (await caller.get(path)).headers;
    const match = (etag: string) => ({ 'If-Match': etag });
    expectError(await caller.put(draft, { title: 'A' }, match('*')), 412, 'version_mismatch');
    expectError(await caller.put(draft, { title: 'A' }, match('"x"')), 412, 'version_mismatch');
    expectError(await caller.get(draft), 404);
    const first = expectStatus(await caller.put(draft, { title: 'A' }), 200).headers['etag'] ?? '';
    ok(/^"[^"]+"$/.test(first), 'the ETag is strong');
    const second =
      expectStatus(await caller.put(draft, { title: 'B' }, match(first)), 200).headers['etag'] ??
      '';
    ok(second !== first, 'a save changes the ETag');
    for (const etag of [first, ofItem, `W/${second}`]) {
      expectError(await caller.put(draft, { title: 'C' }, match(etag)), 412, 'version_mismatch');
      expectError(await caller.delete(draft, match(etag)), 412, 'version_mismatch');
      const late = await caller.post(`${draft}/publish`, undefined, match(etag));
      expectError(late, 412, 'version_mismatch');
    }
    expectStatus(await caller.delete(draft, match(second)), 200);
    const third = expectStatus(await caller.put(draft, { title: 'B' }), 200).headers['etag'] ?? '';
    ok(third !== second, 'the ETag of a discarded copy does not come back');
    expectStatus(await caller.post(`${draft}/publish`, undefined, match(third)), 200);
  },

  'only published items have new copies, and a copy has no status': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    for (const status of ['draft', 'archived']) {
      const path = await publish(caller, { title: `A ${status} item`, status });
      expectError(await caller.put(`${path}/draft`, { title: 'New' }), 409, 'not_published');
    }
    const path = await publish(caller);
    for (const status of ['published', 'draft', 'new']) {
      expectError(await caller.put(`${path}/draft`, { status }), 400, 'invalid_input');
    }
    expectStatus(await caller.put(`${path}/draft`, { title: 'New' }), 200);
    expectStatus(await caller.put(path, { status: 'archived' }), 200);
    expectError(await caller.put(`${path}/draft`, { title: 'Newer' }), 409, 'not_published');
    expectStatus(await caller.get(`${path}/draft`), 200);
    expectError(await caller.post(`${path}/draft/publish`), 409, 'invalid_transition');
    expectStatus(await caller.put(path, { status: 'draft' }), 200);
    const published = expectStatus(await caller.post(`${path}/draft/publish`), 200);
    equal(textAt(published.json, 'data', 'status'), 'published', 'status');
  },

  'changes of other members are merged, and those of the same ones are the choice of the caller':
    async (subject) => {
      const { admin } = restWorld(subject);
      const caller = await admin();
      const path = await publish(caller, { data: { a: 1, b: 1, c: 1 } });
      const publishCopy = (query = '') => caller.post(`${path}/draft/publish${query}`);
      expectStatus(await caller.put(`${path}/draft`, { data: { a: 2, b: 1, c: 2 } }), 200);
      expectStatus(await caller.put(path, { title: 'High', data: { a: 1, b: 3, c: 1 } }), 200);
      const merged = expectStatus(await publishCopy(), 200);
      equal(at(merged.json, 'data', 'data'), { a: 2, b: 3, c: 2 }, 'merged data');
      equal(textAt(merged.json, 'data', 'title'), 'High', 'title of the item');

      const copy = { title: 'Mine', data: { a: 4, b: 4, c: 2 } };
      const item = { title: 'Theirs', data: { a: 5, b: 3, c: 5 } };
      for (const [query, title, data] of [
        ['?merge=mine', 'Mine', { a: 4, b: 4, c: 5 }],
        ['?merge=theirs', 'Theirs', { a: 5, b: 4, c: 5 }],
      ] as const) {
        expectStatus(await caller.put(path, { title: 'High', data: { a: 2, b: 3, c: 2 } }), 200);
        expectStatus(await caller.put(`${path}/draft`, copy), 200);
        expectStatus(await caller.put(path, item), 200);
        const rejected = await publishCopy();
        expectError(rejected, 409, 'draft_outdated');
        const paths = listAt(rejected.json, 'issues').map((issue) => textAt(issue, 'path'));
        equal(paths, ['title', 'data.a'], 'paths');
        ok(textAt(rejected.json, 'details').includes('data.a'), 'details name the paths');
        equal(
          (await caller.get(path)).json,
          (await caller.put(path, {})).json,
          'nothing is written',
        );
        const decided = expectStatus(await publishCopy(query), 200);
        equal(at(decided.json, 'data', 'data'), data, `data with ${query}`);
        equal(textAt(decided.json, 'data', 'title'), title, `title with ${query}`);
      }
      expectError(await publishCopy('?merge=both'), 400, 'invalid_input');
    },

  'a copy is published over other blocks of a field, if the request prefers it': async (
    subject,
  ) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const collection = await createBlockCollection(caller);
    const [a, b, c] = [quote('a'), quote('b'), quote('c')] as const;
    const path = await publish(caller, { collection, data: { sections: [a, b, c] } });
    const publishCopy = (query = '', headers = { Prefer: 'merge="blocks", handling=strict' }) =>
      caller.post(`${path}/draft/publish${query}`, undefined, headers);
    const save = async (target: string, blocks: readonly JsonObject[]) =>
      expectStatus(await caller.put(target, { data: { sections: blocks } }), 200);
    await save(`${path}/draft`, [quote('a', 'mine'), b, c]);
    await save(path, [a, quote('b', 'theirs'), c]);
    for (const Prefer of ['merge', 'merge=all', 'handling=strict']) {
      expectError(await publishCopy('', { Prefer }), 409, 'draft_outdated');
    }
    const merged = expectStatus(await publishCopy(), 200);
    equal(
      merged.headers['preference-applied'],
      'handling=strict, merge=blocks',
      'Preference-Applied',
    );
    const blocks = [quote('a', 'mine'), quote('b', 'theirs'), c];
    equal(at(merged.json, 'data', 'data', 'sections'), blocks, 'blocks');

    await save(`${path}/draft`, [quote('a', 'mine again'), quote('b', 'mine'), c]);
    await save(path, [quote('a', 'theirs'), quote('b', 'theirs')]);
    const rejected = await publishCopy();
    expectError(rejected, 409, 'draft_outdated');
    equal(textAt(rejected.json, 'issues', 0, 'path'), 'data.sections', 'path');
    ok(/\ba\b/.test(textAt(rejected.json, 'details')), 'details name the block');
    const decided = expectStatus(await publishCopy('?merge=mine'), 200);
    equal(
      at(decided.json, 'data', 'data', 'sections'),
      [quote('a', 'mine again'), quote('b', 'mine')],
      'blocks with ?merge=mine',
    );

    await save(`${path}/draft`, [a, b, c, quote('d')]);
    await save(path, [...blocks, quote('e')]);
    const many = await publishCopy('?merge=mine');
    expectError(many, 409, 'draft_outdated');
    equal(textAt(many.json, 'issues', 0, 'path'), 'data.sections', 'path of too many blocks');
    expectStatus(await publishCopy('?merge=mine', { Prefer: '' }), 200);
  },

  'required fields and the slug are checked when a copy is published': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const collection = { name: 'strict', displayName: 'Strict', schema };
    expectStatus(await caller.post('/api/collections', collection), 201);
    await publish(caller, { slug: 'taken' });
    const path = await publish(caller, { collection: 'strict', data: { a: 'x' } });
    const draft = `${path}/draft`;
    expectError(await caller.put(draft, { data: { a: 1 } }), 400, 'invalid_data');
    expectError(await caller.put(draft, { slug: '!' }), 400, 'invalid_slug');
    expectStatus(await caller.put(draft, { slug: 'taken', data: {} }), 200);
    expectError(await caller.post(`${draft}/publish`), 400, 'invalid_data');
    expectStatus(await caller.put(draft, { data: { a: 'y' } }), 200);
    const rejected = await caller.post(`${draft}/publish`);
    expectError(rejected, 409, 'slug_taken');
    equal(textAt(rejected.json, 'details'), `'taken-2' is free`, 'details');
    expectStatus(await caller.get(draft), 200);
  },

  'an autosave of a copy is a plain save': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const path = await publish(caller);
    const headers = { Prefer: 'autosave' };
    expectStatus(await caller.put(`${path}/draft`, { title: 'New' }, headers), 200);
    equal(listAt((await caller.get(`${path}/revisions`)).json, 'data').length, 1, 'revisions');
  },

  'an earlier version is restored into a copy': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const path = await publish(caller, { data: { excerpt: 'Short' } });
    expectStatus(await caller.put(path, { title: 'Later', data: {} }), 200);
    const restore = (version: number, headers = {}) =>
      caller.post(`${path}/restore`, { version, to: 'draft' }, headers);
    const restored = expectStatus(await restore(1), 200);
    const read = expectStatus(await caller.get(`${path}/draft`), 200);
    equal([restored.json, restored.headers['etag']], [read.json, read.headers['etag']], 'the copy');
    equal(textAt(read.json, 'data', 'title'), 'Tides', 'title');
    equal(at(read.json, 'data', 'data'), { excerpt: 'Short' }, 'data');
    equal(textAt((await anonymous.get(path)).json, 'data', 'title'), 'Later', 'the item');
    expectError(await restore(2, { 'If-Match': '"x"' }), 412, 'version_mismatch');
    const { etag = '' } = read.headers;
    const replaced = expectStatus(await restore(2, { 'If-Match': etag }), 200);
    equal(textAt(replaced.json, 'data', 'title'), 'Later', 'title of the replaced copy');
    expectError(await restore(9), 404, 'not_found');
    const body = { version: 1, to: 'somewhere' };
    expectError(await caller.post(`${path}/restore`, body), 400, 'invalid_input');
    expectStatus(await caller.put(path, { status: 'draft' }), 200);
    expectError(await restore(1), 409, 'not_published');
  },

  'copies are listed, those with the latest change first': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const author = await person(caller, 'author');
    const own = await publish(author, { title: 'Own' });
    const page = await publish(caller, { title: 'Page', collection: 'pages' });
    expectStatus(await author.put(`${own}/draft`, { title: 'Own, rewritten', slug: 'own' }), 200);
    expectStatus(await caller.put(`${page}/draft`, { title: 'Page, rewritten' }), 200);
    const list = async (by: Caller, query = '') =>
      expectStatus(await by.get(`/api/drafts${query}`), 200).json;
    const titles = async (by: Caller, query = '') =>
      listAt(await list(by, query), 'data').map((entry) => textAt(entry, 'title'));
    equal(await titles(caller), ['Page, rewritten', 'Own, rewritten'], 'of an admin');
    equal(await titles(author), ['Own, rewritten'], 'of an author');
    equal(await titles(caller, '?author=me'), ['Page, rewritten'], 'own changes');
    equal(await titles(caller, '?collection=blog-posts'), ['Own, rewritten'], 'of a collection');
    equal(await titles(caller, '?collection=nothing'), [], 'of an unknown collection');
    equal(await titles(caller, '?limit=1&offset=1'), ['Own, rewritten'], 'a page');
    expectStatus(await caller.put(own, { data: { changed: true } }), 200);
    const json = await list(author);
    equal(at(json, 'meta', 'count'), 1, 'count');
    const copy = at((await author.get(`${own}/draft`)).json, 'data');
    const item = at((await author.get(own)).json, 'data');
    equal(
      at(json, 'data', 0),
      {
        id: textAt(item, 'id'),
        title: 'Own, rewritten',
        slug: 'own',
        collectionId: textAt(item, 'collectionId'),
        baseVersion: 1,
        outdated: true,
        updated_at: at(copy, 'updated_at'),
        author: { id: author.id, name: author.email.replace(/@.*/, '') },
      },
      'an entry',
    );
    for (const query of ['?author=you', '?limit=0', '?offset=-1']) {
      expectError(await caller.get(`/api/drafts${query}`), 400, 'invalid_input');
    }
  },

  'copies are for users who may edit the item': async (subject) => {
    const { admin, person, anonymous, as } = restWorld(subject);
    const caller = await admin();
    const path = await publish(caller);
    expectStatus(await caller.put(`${path}/draft`, { title: 'New' }), 200);
    const created = await caller.post('/api/tokens', { name: 'Site' });
    const token = as({ 'X-API-Key': textAt(expectStatus(created, 201).json, 'data', 'token') });
    for (const [by, status] of [
      [anonymous, 401],
      [token, 403],
      [await person(caller, 'viewer'), 403],
      [await person(caller, 'author'), 403],
    ] as const) {
      expectError(await by.get(`${path}/draft`), status);
      expectError(await by.put(`${path}/draft`, { title: 'Mine' }), status);
      expectError(await by.post(`${path}/draft/publish`), status);
      expectError(await by.delete(`${path}/draft`), status);
    }
    expectError(await anonymous.get('/api/drafts'), 401);
    expectError(await token.get('/api/drafts'), 403);
    const { json } = await caller.get(`${path}/draft`);
    equal(textAt(json, 'data', 'title'), 'New', 'the copy');
    expectError(await caller.get('/api/content/unknown/draft'), 404, 'not_found');
  },
});
