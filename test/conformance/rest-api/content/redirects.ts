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
  type JsonResponse,
} from '../rest-world.ts';

const create = async (caller: Caller, slug: string, fields: object = {}): Promise<Json> => {
  const body = { collection: 'pages', title: slug, slug, status: 'published', ...fields };
  return at(expectStatus(await caller.post('/api/content', body), 201).json, 'data');
};

const update = async (caller: Caller, item: Json, fields: Json): Promise<Json> => {
  const path = `/api/content/${textAt(item, 'id')}`;
  return at(expectStatus(await caller.put(path, fields), 200).json, 'data');
};

const bySlug = (caller: Caller, slug: string): Promise<JsonResponse> =>
  caller.get(`/api/collections/pages/content/${slug}`);

const redirects = async (caller: Caller, query = ''): Promise<readonly Json[]> =>
  listAt(expectStatus(await caller.get(`/api/redirects${query}`), 200).json, 'data');

/** Former slugs: look-ups, the list of redirects, and their deletion. */
export const restRedirectsSuite = suite<RestSubject>('REST redirects', {
  'a slug that a published item had leads to the item under its present slug': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const item = await update(caller, await create(caller, 'old'), { slug: 'new' });
    const found = expectStatus(await bySlug(anonymous, 'old'), 200);
    equal(found.json, { data: item, movedTo: 'new' }, 'the item by its former slug');
    equal(expectStatus(await bySlug(anonymous, 'new'), 200).json, { data: item }, 'by its slug');
    for (const path of ['/api/content', '/api/collections/pages/content']) {
      const { json } = expectStatus(await anonymous.get(`${path}?slug=Old`), 200);
      equal(at(json, 'data'), [item], `${path} by its former slug`);
      equal(at(json, 'meta', 'movedTo'), 'new', 'meta.movedTo');
      const condition = { field: 'slug', operator: 'equals', value: 'old' };
      equal(
        at(json, 'meta', 'filter', 'where', 'and'),
        path.includes('pages')
          ? [
              { field: 'collectionId', operator: 'equals', value: textAt(item, 'collectionId') },
              condition,
            ]
          : [condition],
        'the conditions',
      );
      const live = expectStatus(await anonymous.get(`${path}?slug=new`), 200).json;
      equal(Object.hasOwn(at(live, 'meta') as object, 'movedTo'), false, 'movedTo without need');
    }
    expectError(await anonymous.get('/api/collections/blog-posts/content/old'), 404, 'not_found');
    for (const query of [
      'slug=old&status=draft',
      'slug=old&collection=blog-posts',
      'slug=old&offset=1',
    ]) {
      const { json } = expectStatus(await anonymous.get(`/api/content?${query}`), 200);
      equal(at(json, 'data'), [], query);
    }
    const check = expectStatus(await anonymous.get('/api/content/check-slug?slug=old'), 200).json;
    equal(at(check, 'data'), { slug: 'old', available: true }, 'the former slug is free');
  },

  'a former slug is remembered for drafts and through the trash, but not if no published item had it':
    async (subject) => {
      const { admin, anonymous } = restWorld(subject);
      const caller = await admin();
      const item = await create(caller, 'first');
      await update(caller, item, { status: 'draft' });
      await update(caller, item, { slug: 'second' });
      await update(caller, item, { slug: 'third' });
      equal(at((await bySlug(anonymous, 'first')).json, 'movedTo'), 'third', 'of a draft');
      expectError(await bySlug(anonymous, 'second'), 404);
      await update(caller, item, { status: 'published' });
      const path = textAt(item, 'id');
      expectStatus(await caller.delete(`/api/content/${path}`), 200);
      expectError(await bySlug(anonymous, 'first'), 404);
      const restored = await caller.post(`/api/trash/${path}/restore`, { slug: 'fourth' });
      expectStatus(restored, 200);
      for (const slug of ['first', 'third']) {
        equal(at((await bySlug(anonymous, slug)).json, 'movedTo'), 'fourth', slug);
      }
      expectStatus(await caller.delete(`/api/content/${path}`), 200);
      expectStatus(await caller.delete(`/api/trash/${path}`), 200);
      for (const slug of ['first', 'third', 'fourth']) {
        expectError(await bySlug(anonymous, slug), 404, 'not_found');
      }
    },

  'an item that gets a former slug has it alone, also afterwards': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    await update(caller, await create(caller, 'wanted'), { slug: 'first' });
    const second = await create(caller, 'wanted', { status: 'draft' });
    equal(
      expectStatus(await bySlug(anonymous, 'wanted'), 200).json,
      { data: second },
      'the live one',
    );
    equal(await redirects(anonymous), [], 'redirects');
    await update(caller, second, { slug: 'second' });
    expectError(await bySlug(anonymous, 'wanted'), 404, 'not_found');
  },

  'redirects are listed by the former slug, in pages and by collection': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const items = [];
    for (const [n, collection] of ['pages', 'blog-posts', 'pages'].entries()) {
      const item = await create(caller, `b-${n}`, { collection });
      items.push(await update(caller, item, { slug: `new-${n}` }));
    }
    const [first, second, third] = items.map((item, n) => ({
      from: `b-${n}`,
      to: `new-${n}`,
      id: textAt(item, 'id'),
      collectionId: textAt(item, 'collectionId'),
    }));
    const { json } = expectStatus(await anonymous.get('/api/redirects'), 200);
    equal(at(json, 'data'), [first, second, third], 'all');
    equal(at(json, 'meta', 'count'), 3, 'meta.count');
    equal(await redirects(anonymous, '?limit=1&offset=1'), [second], 'the second page');
    equal(await redirects(anonymous, '?collection=pages'), [first, third], 'of a collection');
    equal(await redirects(anonymous, '?collection=unknown'), [], 'of an unknown collection');
    expectError(await anonymous.get('/api/redirects?limit=0'), 400, 'invalid_input');
  },

  'editors delete redirects, and authors do not': async (subject) => {
    const { admin, anonymous, person } = restWorld(subject);
    const caller = await admin();
    const author = await person(caller, 'author');
    const editor = await person(caller, 'editor');
    const item = await create(author, 'old');
    await update(author, item, { slug: 'new' });
    const path = '/api/redirects/old';
    expectError(await anonymous.delete(path), 401);
    expectError(await author.delete(path), 403, 'forbidden');
    for (const slug of ['new', 'unknown', '%21']) {
      expectError(await editor.delete(`/api/redirects/${slug}`), 404, 'not_found');
    }
    const { json } = expectStatus(await editor.delete('/api/redirects/OLD'), 200);
    equal(json, { data: { id: textAt(item, 'id'), deleted: true } }, 'the response');
    expectError(await editor.delete(path), 404, 'not_found');
    expectError(await bySlug(anonymous, 'old'), 404);
    equal(await redirects(anonymous), [], 'redirects');
  },
});
