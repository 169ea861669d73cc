import type { Json } from '../../../../core/vocabulary.ts';
import { equal } from '../../assert.ts';
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

const reference = (onDelete = 'ignore') => ({ type: 'reference', collection: 'pages', onDelete });

/** Creates a collection whose items refer to pages. */
const withLinks = async (caller: Caller): Promise<void> => {
  const properties = {
    page: reference(),
    pages: { type: 'array', items: reference() },
    guarded: reference('refuse'),
    cleared: reference('clear'),
    text: { type: 'markdown' },
  };
  const schema = { type: 'object', properties };
  expectStatus(await caller.post('/api/collections', { name: 'links', schema }), 201);
};

const create = async (caller: Caller, collection: string, data = {}): Promise<Json> => {
  const body = { collection, title: 'An item', slug: `item-${Object.keys(data).join('-')}`, data };
  const unique = collection === 'pages' ? { ...body, slug: undefined, title: 'A page' } : body;
  return at(
    expectStatus(await caller.post('/api/content', JSON.parse(JSON.stringify(unique))), 201).json,
    'data',
  );
};

/** References between items. */
export const restReferencesSuite = suite<RestSubject>('REST references', {
  'a read includes what fields refer to, for anonymous callers too': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    await withLinks(caller);
    const page = await create(caller, 'pages');
    const id = textAt(page, 'id');
    const link = await create(caller, 'links', { page: id, pages: [id, unknownId] });
    const path = `/api/content/${textAt(link, 'id')}`;
    const expected = { included: { [id]: page }, includedMedia: {} };
    const one = expectStatus(await anonymous.get(`${path}?expand=page,pages`), 200);
    equal(one.json, { data: link, ...expected }, 'one item');
    const list = await anonymous.get('/api/collections/links/content?expand=pages');
    const { meta: _, ...rest } = expectStatus(list, 200).json;
    equal(rest, { data: [link], ...expected }, 'a list');
    const none = expectStatus(await anonymous.get(`${path}?expand=text`), 200);
    equal(none.json, { data: link, included: {}, includedMedia: {} }, 'without targets');
    for (const field of ['title', 'page.title', 'unknown', '']) {
      expectError(await anonymous.get(`${path}?expand=${field}`), 400, 'invalid_input');
    }
    const plain = expectStatus(await anonymous.get(path), 200);
    equal(plain.json, { data: link }, 'without expand');
  },

  'an expanded answer changes with what it includes': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    await withLinks(caller);
    const id = textAt(await create(caller, 'pages'), 'id');
    const link = await create(caller, 'links', { page: id });
    for (const path of [
      `/api/content/${textAt(link, 'id')}?expand=page`,
      '/api/content?collection=links&expand=page',
    ]) {
      const before = expectStatus(await caller.get(path), 200);
      expectStatus(await caller.put(`/api/content/${id}`, { title: `New ${path}` }), 200);
      const after = expectStatus(await caller.get(path), 200);
      equal(at(after.json, 'included', id, 'title'), `New ${path}`, 'the title');
      equal(before.headers['etag'] === after.headers['etag'], false, 'equal tags');
    }
  },

  'referrers are listed for users, without those in the trash': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    await withLinks(caller);
    const id = textAt(await create(caller, 'pages'), 'id');
    const link = await create(caller, 'links', { page: id, text: `[a](quoin:${id})` });
    const path = `/api/content/${id}/referrers`;
    const listed = async (query = '') => {
      const { json } = expectStatus(await caller.get(`${path}${query}`), 200);
      return listAt(json, 'data').map((entry) => [textAt(entry, 'id'), textAt(entry, 'field')]);
    };
    const linkId = textAt(link, 'id');
    equal(
      await listed(),
      [
        [linkId, 'text'],
        [linkId, 'page'],
      ],
      'the referrers',
    );
    equal(await listed('?limit=1&offset=1'), [[linkId, 'page']], 'a page');
    expectError(await anonymous.get(path), 401);
    expectError(await caller.get(`/api/content/${unknownId}/referrers`), 404, 'not_found');
    expectStatus(await caller.delete(`/api/content/${linkId}`), 200);
    equal(await listed(), [], 'the referrers after the deletion');
  },

  'a deletion is refused, or clears the references, as the field says': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    await withLinks(caller);
    const id = textAt(await create(caller, 'pages'), 'id');
    const cleared = await create(caller, 'links', { cleared: id, page: id });
    const guarding = await create(caller, 'links', { guarded: id });
    const refused = await caller.delete(`/api/content/${id}`);
    expectError(refused, 409, 'referenced');
    const referrers = listAt(refused.json, 'referrers').map((entry) => textAt(entry, 'id'));
    equal(referrers, [textAt(guarding, 'id')], 'the referrers in the error');
    expectStatus(await caller.delete(`/api/content/${textAt(guarding, 'id')}`), 200);
    expectStatus(await caller.delete(`/api/content/${id}`), 200);
    const path = `/api/content/${textAt(cleared, 'id')}`;
    equal(at((await caller.get(path)).json, 'data', 'data'), { page: id }, 'the cleared item');
    const [newest] = listAt((await caller.get(`${path}/revisions`)).json, 'data');
    equal(at(newest ?? {}, 'author'), null, 'the author of the clearing');
  },

  'broken references are found': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    await withLinks(caller);
    const link = await create(caller, 'links', { page: unknownId });
    const path = '/api/health/content?problem=broken';
    const { json } = expectStatus(await caller.get(path), 200);
    const [entry] = listAt(json, 'data');
    equal(at(entry ?? {}, 'id'), textAt(link, 'id'), 'the item');
    equal(at(entry ?? {}, 'target'), { kind: 'item', id: unknownId }, 'the target');
    equal(at(json, 'meta', 'more'), false, 'meta.more');
    expectError(await anonymous.get(path), 401);
    expectError(await caller.get('/api/health/content?problem=other'), 400, 'invalid_input');
  },
});
