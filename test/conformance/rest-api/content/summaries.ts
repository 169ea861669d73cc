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

/** Reads of content that are made for people: summaries, searches and counts. */
export const restSummariesSuite = suite<RestSubject>('REST summaries', {
  'a summary is an item without its data, with the names of its collection and author': async (
    subject,
  ) => {
    const { admin, person } = restWorld(subject);
    const author = await person(await admin(), 'author');
    const body = { collection: 'pages', title: 'Tides', data: { content: 'A secret' } };
    const created = expectStatus(await author.post('/api/content', body), 201);
    const { data: _, ...item } = at(created.json, 'data') as Record<string, unknown>;
    const by = (name: string) => ({
      ...item,
      collection: 'pages',
      author: { id: author.id, name },
      version: 1,
    });
    const list = async () =>
      expectStatus(await author.get('/api/content/summaries?collection=pages'), 200).json;
    equal(at(await list(), 'data'), [by(author.email.replace(/@.*/, ''))], 'data');
    const meta = at(await list(), 'meta') as Record<string, unknown>;
    equal([meta['count'], meta['more']], [1, false], 'count and more');
    equal(Object.keys(meta).toSorted(), ['cache', 'count', 'more', 'timestamp', 'timing'], 'meta');
    expectStatus(await author.put('/auth/me', { firstName: 'Ada', lastName: 'Byron' }), 200);
    equal(at(await list(), 'data'), [by('Ada Byron')], 'data after the author has a name');
  },

  'summaries are sorted by the last change or by the creation, and paged': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    for (const title of ['First', 'Second', 'Third']) await create(caller, title);
    const first = await create(caller, 'Fourth');
    expectStatus(await caller.put(`/api/content/${first}`, { title: 'Changed' }), 200);
    const list = async (query: string) => {
      const { json } = expectStatus(await caller.get(`/api/content/summaries?${query}`), 200);
      return { data: listAt(json, 'data'), more: at(json, 'meta', 'more') };
    };
    const all = (await list('')).data;
    for (const name of ['updated', 'created']) {
      const keyOf = (summary: Json): string =>
        `${JSON.stringify(at(summary, `${name}_at`))} ${textAt(summary, 'id')}`;
      // The times have the same number of digits.
      const expected = all.toSorted((left, right) => (keyOf(left) < keyOf(right) ? 1 : -1));
      equal((await list(`sort=-${name}`)).data, expected, name);
      const pages = [0, 3].map((offset) => list(`sort=-${name}&limit=3&offset=${offset}`));
      const [one, two] = await Promise.all(pages);
      equal([one?.data, one?.more], [expected.slice(0, 3), true], 'the first page');
      equal([two?.data, two?.more], [expected.slice(3), false], 'the second page');
      if (name === 'updated') equal(all, expected, 'the default order');
    }
  },

  'summaries are limited to a collection, a status and the own items': async (subject) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const author = await person(caller, 'author');
    const page = await create(caller, 'Page', { collection: 'pages', status: 'published' });
    const post = await create(author, 'Post');
    const list = async (query: string) => {
      const { json } = expectStatus(await author.get(`/api/content/summaries?${query}`), 200);
      return listAt(json, 'data').map((summary) => textAt(summary, 'id'));
    };
    equal(new Set(await list('')), new Set([post, page]), 'all');
    equal(await list('author=me'), [post], 'own');
    equal(await list('author=me&collection=pages'), [], 'own in a collection');
    equal(await list('collection=pages'), [page], 'of a collection');
    equal(await list('status=published'), [page], 'with a status');
    equal(await list('collection=nothing'), [], 'of an unknown collection');
    for (const query of [
      'sort=title',
      'author=you',
      'status=new',
      'limit=0',
      'sort=-created&sort=-created',
    ]) {
      expectError(await author.get(`/api/content/summaries?${query}`), 400, 'invalid_input');
    }
  },

  'counts are by collection and status': async (subject) => {
    const { admin, collectionId } = restWorld(subject);
    const caller = await admin();
    await create(caller, 'One', { collection: 'pages', status: 'published' });
    await create(caller, 'Two', { collection: 'pages', status: 'published' });
    await create(caller, 'Three', { collection: 'pages', status: 'archived' });
    const exactly = (count: number) => ({ count, isLowerBound: false });
    const pages = {
      collectionId: await collectionId('pages'),
      collection: 'pages',
      counts: { draft: exactly(0), published: exactly(2), archived: exactly(1) },
    };
    const count = async (query: string) => {
      const { json } = expectStatus(await caller.get(`/api/content/counts${query}`), 200);
      return listAt(json, 'data');
    };
    equal(await count('?collection=pages'), [pages], 'of one collection');
    const all = await count('');
    equal(
      all.map((entry) => textAt(entry, 'collection')),
      ['blog-posts', 'pages'],
      'names',
    );
    equal(all[1], pages, 'of all collections');
    equal(await count('?collection=nothing'), [], 'of an unknown collection');
  },

  'items are found by their titles': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const pools = await create(caller, 'Tidal Pools — in “Wintér”', { status: 'published' });
    const winter = await create(caller, 'Winter', { collection: 'pages' });
    const find = async (query: string) => {
      const { json } = expectStatus(await caller.get(`/api/content/find?${query}`), 200);
      return listAt(json, 'data').map((summary) => textAt(summary, 'id'));
    };
    equal(await find('title=WINT'), [winter, pools], 'by the start of a word');
    equal(await find('title=wint%20pools'), [], 'by the start of a word before another');
    equal(await find('title=winter%20tidal%20po'), [pools], 'by several words');
    equal(await find('title=winter&collection=pages'), [winter], 'in a collection');
    equal(await find('title=winter&status=published'), [pools], 'with a status');
    equal(await find('title=wint&collection=nothing'), [], 'in an unknown collection');
    const { json } = await caller.get('/api/content/find?title=tidal');
    const listed = await caller.get('/api/content/summaries?status=published');
    equal(at(json, 'data'), at(listed.json, 'data'), 'summaries');
    for (const query of ['', '?title=', '?title=%20!', '?title=a&title=b', '?title=a&status=new']) {
      expectError(await caller.get(`/api/content/find${query}`), 400, 'invalid_input');
    }
  },

  'summaries, searches and counts are for users only': async (subject) => {
    const { admin, anonymous, as } = restWorld(subject);
    const caller = await admin();
    const created = await caller.post('/api/tokens', { name: 'Site' });
    const token = as({ 'X-API-Key': textAt(expectStatus(created, 201).json, 'data', 'token') });
    const paths = ['summaries', 'find?title=x', 'counts'].map((name) => `/api/content/${name}`);
    for (const path of paths) {
      expectError(await anonymous.get(path), 401, 'not_authenticated');
      expectError(await token.get(path), 403, 'forbidden');
      const { headers } = expectStatus(await caller.get(path), 200);
      ok(headers['cache-control'] === 'no-store', 'responses are not stored');
    }
  },
});

const create = async (caller: Caller, title: string, fields = {}): Promise<string> => {
  const body = { collection: 'blog-posts', title, ...fields };
  return textAt(expectStatus(await caller.post('/api/content', body), 201).json, 'data', 'id');
};
