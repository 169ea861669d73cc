import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { JsonObject } from '../../core/vocabulary.ts';
import { sampleMedia } from '../conformance/samples.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { keyOf, urlOf } from '../support/references/reference-world.ts';

const unknownId = '01a1faed-e8cb-76b2-acde-cacaf0a15fcc';

const articleFields = {
  author: { type: 'reference', collection: 'people' },
  editors: { type: 'array', items: { type: 'reference', collection: 'people' } },
  photo: { type: 'media' },
  photos: { type: 'array', items: { type: 'media' } },
  body: { type: 'markdown' },
  note: { type: 'string' },
  seo: { type: 'object', properties: { image: { type: 'media' } } },
  sections: {
    type: 'blocks',
    blocks: { quote: { properties: { by: { type: 'reference', collection: 'people' } } } },
  },
};
const personFields = {
  avatar: { type: 'media' },
  friend: { type: 'reference', collection: 'people' },
};

let app: TestApp;
let titles = 0;

beforeEach(async () => {
  app = await serveApp();
  for (const [name, properties] of [
    ['people', personFields],
    ['articles', articleFields],
  ] as const) {
    await app.cms.collections.create(operator, { name, schema: { type: 'object', properties } });
  }
});
afterEach(() => app[Symbol.asyncDispose]());

const create = async (collection: string, data: JsonObject = {}, fields: object = {}) => {
  titles += 1;
  const item = { collection, title: `${collection} ${titles}`, data, ...fields };
  return app.cms.content.create(operator, { status: 'published', ...item });
};

const addFile = async (n: number, changes: object = {}) => {
  const image = { key: keyOf(n), kind: 'image', mimeType: 'image/png', alt: `Alt ${n}` } as const;
  const file = sampleMedia(n, { ...image, width: 8, height: 6, ...changes });
  await app.ports.store.repositories.media.insert(file);
  return file;
};

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const response = await app.request(path, { headers });
  return { status: response.status, headers: response.headers, body: response.json() };
};

/** The ids of what an answer includes. */
const includedIn = (body: {
  readonly included: object;
  readonly includedMedia: object;
}): unknown => [Object.keys(body.included), Object.keys(body.includedMedia)];

describe('what is included', () => {
  test('an item, a file and everything that is named', async () => {
    const file = await addFile(1, { caption: 'A caption' });
    const person = await create('people');
    const item = await create('articles', { author: person.id, photo: urlOf(1), other: 1 });
    const path = `/api/content/${item.id}`;
    const plain = (await get(path)).body;
    const { status, body } = await get(`${path}?expand=author,photo`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: plain.data,
      included: { [person.id]: (await get(`/api/content/${person.id}`)).body.data },
      includedMedia: {
        [file.id]: {
          url: urlOf(1),
          mimeType: 'image/png',
          width: 8,
          height: 6,
          alt: 'Alt 1',
          caption: 'A caption',
        },
      },
    });
    const focus = { x: 1 / 3, y: 0 };
    await app.cms.media.update(operator, file.id, { focus });
    expect((await get(`${path}?expand=photo`)).body.includedMedia[file.id].focus).toEqual(focus);
    await app.cms.media.update(operator, file.id, { focus: null });
    const list = (await get('/api/collections/articles/content?expand=author,photo')).body;
    expect(list).toMatchObject({ ...body, data: [body.data], meta: { count: 1 } });
    expect(Object.keys(list)).toEqual(['data', 'included', 'includedMedia', 'meta']);
    const bySlug = `/api/collections/articles/content/${item.slug}?expand=author,photo`;
    expect((await get(bySlug)).body).toEqual(body);
    expect((await get('/api/content?expand=author,photo')).body.included).toEqual(body.included);
  });

  test('the selected members of the items of a query, by the path that leads to them', async () => {
    const friend = await create('people', { rank: 1, bio: 'Long' });
    const ann = await create('people', { friend: friend.id, rank: 2, bio: 'Long' });
    const bob = await create('people', { rank: 3, bio: 'Long' });
    const whole = async ({ id }: { readonly id: string }) =>
      (await get(`/api/content/${id}`)).body.data;
    await create('articles', { author: ann.id, editors: [bob.id], note: 'n' });
    const read = async (expand: string, fields: string) =>
      (await get(`/api/collections/articles/query?expand=${expand}&fields=${fields}`)).body;
    const included = async (expand: string, fields: string) =>
      (await read(expand, fields)).included;
    const one = await read('author', 'title,author.title,author.friend');
    expect(Object.keys(one.data[0])).toEqual(['id', 'title']);
    expect(one.included).toEqual({
      [ann.id]: { id: ann.id, title: ann.title, data: { friend: friend.id } },
    });
    // What no path names is whole: the items of the query, and those of other paths.
    const others = await read('author,editors', 'author.slug');
    expect(others.data[0].data).toEqual({ author: ann.id, editors: [bob.id], note: 'n' });
    expect(others.included).toEqual({
      [ann.id]: { id: ann.id, slug: ann.slug },
      [bob.id]: await whole(bob),
    });
    expect(await included('author.friend', 'title,author.friend.title,author.data')).toEqual({
      [ann.id]: { id: ann.id, data: (await whole(ann)).data },
      [friend.id]: { id: friend.id, title: friend.title },
    });
    // Two paths lead to one item: it has what either selects, and is whole if one selects nothing.
    const both = await create('articles', { author: ann.id, editors: [ann.id] });
    const two = `where[id][eq]=${both.id}&expand=author,editors`;
    const path = `/api/collections/articles/query?${two}&fields=id`;
    expect((await get(`${path},author.title,editors.friend`)).body.included).toEqual({
      [ann.id]: { id: ann.id, title: ann.title, data: { friend: friend.id } },
    });
    expect((await get(`${path},author.title`)).body.included).toEqual({
      [ann.id]: await whole(ann),
    });
    const unknown = ['author.none', 'editors.name', 'author.data.friend', 'photo.title'];
    for (const name of unknown) {
      const { status, body } = await get(
        `/api/collections/articles/query?expand=author,photo&fields=${name}`,
      );
      expect({ status, issues: body.issues }, name).toMatchObject({
        status: 400,
        issues: [{ path: 'fields' }],
      });
    }
  });

  test('the items of a query, whatever members are selected', async () => {
    const [file, ann, bob] = [await addFile(1), await create('people'), await create('people')];
    const first = await create('articles', { author: ann.id, photo: urlOf(1) });
    await create('articles', { author: bob.id });
    const path = '/api/collections/articles/query?sort=created_at&limit=1';
    const { data, meta } = (await get(path)).body;
    const { body } = await get(`${path}&expand=author,photo`);
    expect(Object.keys(body)).toEqual(['data', 'included', 'includedMedia', 'meta']);
    expect(body).toMatchObject({ data, meta: { count: 1, cursor: meta.cursor } });
    expect(includedIn(body)).toEqual([[ann.id], [file.id]]);
    const selected = (await get(`${path}&expand=author&fields=title`)).body;
    expect(selected.data).toEqual([{ id: first.id, title: first.title }]);
    expect(includedIn(selected)).toEqual([[ann.id], []]);
    const next = (await get(`${path}&expand=author&after=${meta.cursor}`)).body;
    expect(includedIn(next)).toEqual([[bob.id], []]);
    expect(await get(`${path}&expand=planted`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', issues: [{ path: 'expand' }] },
    });
    await app.cms.settings.update(operator, { publicContent: 'published' });
    await app.cms.content.update(operator, ann.id, { status: 'draft' });
    expect(includedIn((await get(`${path}&expand=author`)).body)).toEqual([[], []]);
    const { bearer } = await app.signIn('viewer');
    const drafts = await get(`${path}&expand=author&perspective=drafts`, bearer);
    expect(includedIn(drafts.body)).toEqual([[ann.id], []]);
    expect(drafts.headers.get('cache-control')).toBe('private, no-store');
  });

  test('the item of a singleton, and one that is found by a former slug', async () => {
    const person = await create('people');
    await app.cms.collections.create(operator, {
      name: 'home',
      singleton: true,
      schema: { type: 'object', properties: { author: articleFields.author } },
    });
    await create('home', { author: person.id });
    const { body } = await get('/api/collections/home/item?expand=author');
    expect(includedIn(body)).toEqual([[person.id], []]);
    const item = await create('articles', { author: person.id });
    await app.cms.content.update(operator, item.id, { slug: 'renamed' });
    const old = await get(`/api/collections/articles/content/${item.slug}?expand=author`);
    expect([old.body.movedTo, includedIn(old.body)]).toEqual(['renamed', [[person.id], []]]);
    const list = await get(`/api/content?slug=${item.slug}&expand=author`);
    expect([list.body.meta.movedTo, includedIn(list.body)]).toEqual(['renamed', [[person.id], []]]);
  });

  test('lists, objects, blocks and links, by their path without indexes, each once', async () => {
    const [one, two, three] = [await addFile(1), await addFile(2), await addFile(3)];
    const [ann, bob, eve] = [
      await create('people'),
      await create('people'),
      await create('people'),
    ];
    const item = await create('articles', {
      editors: [ann.id, bob.id, ann.id, unknownId],
      photos: [one.id, urlOf(2)],
      seo: { image: urlOf(3) },
      sections: [{ type: 'quote', id: 'q', by: bob.id }],
      body: `[Eve](quoin:${eve.id}) ![](${urlOf(2)})`,
    });
    const expand = async (fields: string) =>
      includedIn((await get(`/api/content/${item.id}?expand=${fields}`)).body);
    expect(await expand('editors')).toEqual([[ann.id, bob.id].sort(), []]);
    expect(await expand('photos')).toEqual([[], [one.id, two.id]]);
    expect(await expand('seo.image')).toEqual([[], [three.id]]);
    expect(await expand('sections.by')).toEqual([[bob.id], []]);
    expect(await expand('body')).toEqual([[eve.id], [two.id]]);
    expect(await expand('author')).toEqual([[], []]);
  });

  test('a second level, only of the field that it follows', async () => {
    const [one, two] = [await addFile(1), await addFile(2)];
    const friend = await create('people', { avatar: two.id });
    const ann = await create('people', { avatar: one.id, friend: friend.id });
    const item = await create('articles', {
      author: ann.id,
      editors: [friend.id],
      body: `quoin:${friend.id}`,
    });
    const expand = async (fields: string) =>
      includedIn((await get(`/api/content/${item.id}?expand=${fields}`)).body);
    const both = [ann.id, friend.id].sort();
    expect(await expand('author,author.avatar')).toEqual([[ann.id], [one.id]]);
    expect(await expand('author.avatar')).toEqual([[ann.id], [one.id]]);
    expect(await expand('author.friend')).toEqual([both, []]);
    expect(await expand('author.avatar,editors')).toEqual([both, [one.id]]);
    expect(await expand('body.avatar')).toEqual([[friend.id], [two.id]]);
  });

  test.each([
    'other',
    'note',
    'seo',
    'author.other',
    'author.friend.avatar',
    'photo.alt',
    '',
    'author,',
  ])('the field %o is rejected', async (field) => {
    const item = await create('articles');
    for (const path of [
      `/api/content/${item.id}`,
      `/api/collections/articles/content/${item.slug}`,
      '/api/collections/articles/content',
      '/api/content',
      '/api/content?collection=articles',
    ]) {
      const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}expand=${field}`);
      expect([status, body.code, body.issues[0].path]).toEqual([400, 'invalid_input', 'expand']);
    }
  });

  test('on a list over several collections, a field of any active one is known', async () => {
    expect((await get('/api/content?expand=friend,author')).status).toBe(200);
    await app.cms.collections.update(operator, 'people', { isActive: false });
    expect((await get('/api/content?expand=friend')).status).toBe(400);
    expect((await get('/api/content?collection=unknown&expand=friend')).body).toMatchObject({
      data: [],
      included: {},
      includedMedia: {},
    });
    expect((await get('/api/collections/unknown/content?expand=friend')).status).toBe(404);
    expect((await get(`/api/content/${unknownId}?expand=friend`)).status).toBe(404);
    const fields = Array.from({ length: 21 }, (_, n) => `f${n}`).join(',');
    expect((await get(`/api/content?expand=${fields}`)).status).toBe(400);
  });

  test('at most 200 items', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 201; n += 1) ids.push((await create('people')).id);
    const item = await create('articles', { editors: ids.slice(0, 200) });
    const path = `/api/content/${item.id}?expand=editors`;
    const full = (await get(path)).body;
    expect([Object.keys(full.included).length, full.truncated]).toEqual([200, undefined]);
    await app.cms.content.update(operator, item.id, { data: { editors: ids } });
    const cut = (await get(path)).body;
    expect([Object.keys(cut.included).length, cut.truncated]).toEqual([200, true]);
    expect(cut.included[ids[200]!]).toBeUndefined();
  });
});

describe('what callers see', () => {
  test('only what they may read: hidden items are left out', async () => {
    const draft = await create('people', {}, { status: 'draft' });
    const shown = await create('people');
    const item = await create('articles', { editors: [draft.id, shown.id] });
    const path = `/api/content/${item.id}?expand=editors`;
    const { bearer } = await app.signIn('viewer');
    const token = async (...collections: string[]) => ({
      'X-API-Key': (await app.cms.apiTokens.create(operator, { name: 'x', collections })).secret,
    });
    const seen = async (headers: Readonly<Record<string, string>>) =>
      Object.keys((await get(path, headers)).body.included);
    const both = [draft.id, shown.id].sort();
    expect(await seen({})).toEqual(both);
    await app.cms.settings.update(operator, { publicContent: 'published' });
    expect(await seen({})).toEqual([shown.id]);
    expect(await seen(await token())).toEqual([shown.id]);
    expect(await seen(await token('articles'))).toEqual([]);
    expect(await seen(bearer)).toEqual(both);
    await app.cms.collections.update(operator, 'people', { isActive: false });
    expect(await seen({})).toEqual([]);
    expect(await seen(bearer)).toEqual(both);
    // The fields of a collection that the caller cannot see are not revealed.
    for (const field of ['avatar', 'nothing']) {
      expect((await get(`/api/content/${item.id}?expand=editors.${field}`)).status).toBe(200);
    }
    expect((await get(`/api/content/${item.id}?expand=editors.nothing`, bearer)).status).toBe(400);
  });
});

describe('entity tags and caches', () => {
  const paths = async () => {
    const file = await addFile(1);
    const person = await create('people', { avatar: file.id });
    const item = await create('articles', { author: person.id });
    return {
      file,
      person,
      item,
      all: [
        `/api/content/${item.id}?expand=author.avatar`,
        `/api/collections/articles/content/${item.slug}?expand=author.avatar`,
        '/api/content?expand=author.avatar',
        '/api/collections/articles/content?expand=author.avatar',
      ],
    };
  };

  test.each([true, false])('an answer is never stale, with the cache plugin %o', async (active) => {
    await app.cms.plugins.configure(operator, 'cache', { active });
    const { file, person, item, all } = await paths();
    const tags = new Map<string, Set<string>>();
    const check = async (text: string): Promise<void> => {
      for (const path of all) {
        for (const _ of [1, 2]) {
          const { headers, body } = await get(path);
          expect(JSON.stringify(body)).toContain(text);
          const known = tags.get(path) ?? new Set();
          tags.set(path, known.add(headers.get('etag')!));
        }
      }
    };
    await check('Alt 1');
    await app.cms.media.update(operator, file.id, { alt: 'Another text' });
    await check('Another text');
    await app.cms.content.update(operator, person.id, { title: 'Another title' });
    await check('Another title');
    await app.cms.content.update(operator, item.id, { title: 'Third title' });
    await check('Third title');
    for (const known of tags.values()) expect(known.size).toBe(4);
  });

  test('a repeated answer comes from memory, and an unchanged one is not sent again', async () => {
    const { all } = await paths();
    for (const path of all) {
      const first = await get(path);
      const second = await get(path);
      expect(second.headers.get('x-cache-status')).toBe('HIT');
      expect({ ...second.body, meta: 0 }).toEqual({ ...first.body, meta: 0 });
      const tag = first.headers.get('etag')!;
      const { status } = await app.request(path, { headers: { 'If-None-Match': tag } });
      expect(status).toBe(304);
    }
  });

  test('a write does not accept the tag of an answer with more than the item', async () => {
    const { item } = await paths();
    const { bearer } = await app.signIn('editor');
    const tag = (await get(`/api/content/${item.id}?expand=author`)).headers.get('etag')!;
    const { status } = await app.request(`/api/content/${item.id}`, {
      method: 'PUT',
      headers: { ...bearer, 'Content-Type': 'application/json', 'If-Match': tag },
      body: JSON.stringify({ title: 'x' }),
    });
    expect(status).toBe(412);
  });
});

test('a page that is sent in portions has what it refers to at its end', async () => {
  const { id } = await create('people');
  const data = { author: id, note: 'x'.repeat(1_900_000) };
  for (let n = 0; n < 6; n += 1) await create('articles', data);
  const { status, body } = await get('/api/collections/articles/content?expand=author');
  expect([status, body.data.length, Object.keys(body.included)]).toEqual([200, 6, [id]]);
  expect(body.includedMedia).toEqual({});
});

test('such a page has what it refers to in the perspective of the page', async () => {
  const { cms } = app;
  const { token, bearer } = await app.signIn('viewer');
  const { id } = await create('people', {}, { status: 'published' });
  await cms.drafts.save(operator, id, { title: 'Rewritten' });
  const data = { author: id, note: 'x'.repeat(1_900_000) };
  for (let n = 0; n < 6; n += 1) await create('articles', data);
  const creator = await cms.accounts.authenticate(token);
  const { secret } = await cms.previews.createForSite(creator);
  for (const [parameters, headers] of [
    ['perspective=drafts', bearer],
    [`perspective=drafts&preview=${secret}`, {}],
  ] as const) {
    const path = `/api/collections/articles/content?expand=author&${parameters}`;
    const { status, body } = await get(path, headers);
    expect([status, body.data.length]).toEqual([200, 6]);
    expect(body.included).toMatchObject({ [id]: { title: 'Rewritten' } });
  }
});

test('with the token of an item, the media files of its working copy are included', async () => {
  const { cms } = app;
  const file = await addFile(1);
  const { id } = await create('articles', {}, { status: 'published' });
  await cms.drafts.save(operator, id, { data: { photo: file.id } });
  const { token } = await app.signIn('viewer');
  const { secret } = await cms.previews.createForItem(await cms.accounts.authenticate(token), id);
  for (const path of [`/api/content/${id}?`, '/api/collections/articles/content?']) {
    const { body } = await get(`${path}expand=photo&preview=${secret}`);
    expect([body.included, Object.keys(body.includedMedia)]).toEqual([{}, [file.id]]);
    const plain = await get(`${path}expand=photo`);
    expect(plain.body.includedMedia).toEqual({});
  }
});

describe('referrers, usage and problems', () => {
  test('the answers have entries and meta', async () => {
    const { bearer } = await app.signIn('viewer');
    const file = await addFile(1, { alt: '' });
    const person = await create('people', {}, { status: 'draft' });
    const item = await create('articles', {
      author: person.id,
      photo: file.id,
      editors: [unknownId],
    });
    const { title, slug, status, collectionId } = item;
    const entry = { id: item.id, title, slug, status, collectionId };
    const read = async (path: string) => (await get(path, bearer)).body;
    expect(await read(`/api/content/${person.id}/referrers`)).toMatchObject({
      data: [{ ...entry, field: 'author' }],
      meta: { count: 1, more: false, cache: { hit: false, source: 'database' } },
    });
    expect(await read(`/api/media/${file.id}/usage?limit=1&offset=0`)).toMatchObject({
      data: [{ ...entry, field: 'photo' }],
      meta: { count: 1, more: false },
    });
    expect(await read('/api/health/content?problem=broken&limit=1')).toMatchObject({
      data: [{ ...entry, field: 'editors', target: { kind: 'item', id: unknownId } }],
      meta: { count: 1, more: true, cursor: expect.any(String) },
    });
    const { meta } = await read('/api/health/content?problem=broken&limit=1');
    const next = `/api/health/content?problem=broken&after=${encodeURIComponent(meta.cursor)}`;
    expect(await read(next)).toMatchObject({ data: [], meta: { more: false } });
    expect(await read('/api/health/content?problem=unpublished')).toMatchObject({
      data: [{ ...entry, field: 'author', target: { kind: 'item', id: person.id } }],
    });
    expect(await read('/api/health/media?problem=no_alt')).toMatchObject({
      data: [{ id: file.id, url: urlOf(1) }],
      meta: { count: 1, more: false },
    });
    expect((await read('/api/health/media?problem=unused')).data).toEqual([]);
    expect((await get('/api/health/content', bearer)).status).toBe(400);
  });

  test('a deletion that a reference prevents returns 409 with the referrers', async () => {
    const { bearer } = await app.signIn('editor');
    const field = { type: 'reference', collection: 'people', onDelete: 'refuse' };
    const schema = { type: 'object', properties: { field } };
    await app.cms.collections.create(operator, { name: 'guards', schema });
    const person = await create('people');
    const guard = await create('guards', { field: person.id });
    const response = await app.request(`/api/content/${person.id}`, {
      method: 'DELETE',
      headers: bearer,
    });
    const entry = { id: guard.id, title: guard.title, field: 'field', status: 'published' };
    expect(response.status).toBe(409);
    expect(response.json()).toMatchObject({ code: 'referenced', referrers: [entry] });
    const bulk = await app.request('/api/content/bulk', {
      method: 'POST',
      headers: { ...bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action: 'delete', ids: [person.id] }),
    });
    expect(bulk.json().data.results).toMatchObject([{ status: 409, referrers: [entry] }]);
  });
});
