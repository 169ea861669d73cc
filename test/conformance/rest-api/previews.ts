import type { Json, JsonObject } from '../../../core/vocabulary.ts';
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
  type JsonResponse,
  type RestWorld,
} from './rest-world.ts';

/** Reads of unpublished content, and the tokens for them. */
export const restPreviewsSuite = suite<RestSubject>('REST previews', {
  'with perspective=drafts, users see working copies in place of published items': async (
    subject,
  ) => {
    const { admin, person } = restWorld(subject);
    const caller = await admin();
    const item = await itemWithCopy(caller);
    const viewer = await person(caller, 'viewer');
    const shown = expectPreview(await viewer.get(`${item.path}?perspective=drafts`));
    equal(factsOf(at(shown.json, 'data')), item.copied, 'by id');
    for (const path of [
      `/api/content?perspective=drafts&slug=${encodeURIComponent(item.copied.slug)}`,
      `/api/content?perspective=drafts&collection=pages`,
      `/api/content?perspective=drafts&status=published`,
      `/api/collections/pages/content?perspective=drafts&slug=${encodeURIComponent(item.copied.slug)}`,
    ]) {
      equal(idsOf(expectPreview(await viewer.get(path))), [item.id], path);
    }
    for (const name of [item.id, encodeURIComponent(item.copied.slug)]) {
      const path = `/api/collections/pages/content/${name}?perspective=drafts`;
      equal(factsOf(at(expectPreview(await viewer.get(path)).json, 'data')), item.copied, path);
    }
    // Not under what the copy replaces.
    for (const path of [
      `/api/content?perspective=drafts&slug=${item.published.slug}`,
      '/api/content?perspective=drafts&collection=blog-posts',
      '/api/content?perspective=drafts&status=draft',
    ]) {
      equal(idsOf(expectPreview(await viewer.get(path))), [], path);
    }
    const old = `/api/collections/blog-posts/content/${item.published.slug}?perspective=drafts`;
    expectError(await viewer.get(old), 404, 'not_found');
    // Without it, nothing has changed.
    const plain = expectStatus(await viewer.get(`${item.path}?perspective=published`), 200);
    equal(factsOf(at(plain.json, 'data')), item.published, 'perspective=published');
    ok(plain.headers['etag'] !== undefined, 'a plain read has an ETag');
  },

  'the perspective of drafts is for users and for tokens of the kind preview': async (subject) => {
    const { admin, as, anonymous } = restWorld(subject);
    const caller = await admin();
    const item = await itemWithCopy(caller);
    const reads = [
      '/api/content',
      '/api/collections/pages/content',
      item.path,
      `/api/collections/pages/content/${item.id}`,
    ];
    const token = async (body: JsonObject): Promise<Caller> => {
      const created = expectStatus(await caller.post('/api/tokens', { name: 't', ...body }), 201);
      return as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    };
    const published = await token({ kind: 'published' });
    const preview = await token({ kind: 'preview' });
    const scoped = await token({ kind: 'preview', collections: ['blog-posts'] });
    for (const read of reads) {
      const path = `${read}?perspective=drafts`;
      expectError(await anonymous.get(path), 403, 'forbidden');
      expectError(await published.get(path), 403, 'forbidden');
      const shown = expectPreview(await preview.get(path));
      ok(shown.text.includes(item.copied.title), path);
      // Without the parameter, the item is in its own collection.
      expectStatus(await preview.get(read.replace('/pages/', '/blog-posts/')), 200);
    }
    equal(idsOf(await scoped.get('/api/content?perspective=drafts')), [], 'outside of the scope');
    const outside = await scoped.get(`${item.path}?perspective=drafts`);
    expectError(outside, 403, 'token_scope');
    expectStatus(await scoped.get(item.path), 200);
    const kinds = listAt((await caller.get('/api/tokens')).json, 'data').map(
      (each) => (each as JsonObject)['kind'] ?? null,
    );
    equal(kinds, ['preview', 'preview', null], 'kinds in the list');
    expectError(await caller.post('/api/tokens', { name: 't', kind: 'x' }), 400, 'invalid_input');
    expectError(await caller.get('/api/content?perspective=x'), 400, 'invalid_input');
  },

  'if drafts are hidden, a token of the kind preview sees them in their perspective only': async (
    subject,
  ) => {
    const { admin, as } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.put('/api/settings', { publicContent: 'published' }), 200);
    const { path, id } = await create(caller, { status: 'draft' });
    const created = await caller.post('/api/tokens', { name: 't', kind: 'preview' });
    const token = as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    expectError(await token.get(path), 404);
    equal(idsOf(await token.get('/api/content')), [], 'without the parameter');
    expectPreview(await token.get(`${path}?perspective=drafts`));
    equal(idsOf(await token.get('/api/content?perspective=drafts&status=draft')), [id], 'drafts');
  },

  'the token of an item shows this item to its bearer, and nothing else': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.put('/api/settings', { publicContent: 'published' }), 200);
    const item = await itemWithCopy(caller);
    const draft = await create(caller, { title: 'A draft', status: 'draft' });
    const { token } = await previewOf(caller, item.path);
    const ask = (path: string) =>
      anonymous.get(`${path}${path.includes('?') ? '&' : '?'}preview=${token}`);
    for (const path of [
      item.path,
      `${item.path}?perspective=published`,
      `/api/collections/pages/content/${item.id}`,
      `/api/collections/pages/content/${encodeURIComponent(item.copied.slug)}`,
    ]) {
      equal(factsOf(at(expectPreview(await ask(path)).json, 'data')), item.copied, path);
    }
    for (const path of [
      `/api/collections/pages/content?slug=${encodeURIComponent(item.copied.slug)}`,
      '/api/collections/pages/content',
      `/api/content?slug=${encodeURIComponent(item.copied.slug)}`,
      '/api/content',
      '/api/content?status=published&collection=pages',
    ]) {
      const { json } = expectPreview(await ask(path));
      equal(listAt(json, 'data').map(factsOf), [item.copied], path);
      equal(at(json, 'meta', 'count'), 1, 'count');
    }
    for (const path of [
      '/api/collections/blog-posts/content?slug=a-draft',
      `/api/collections/pages/content?slug=${item.published.slug}`,
      '/api/content?slug=a-draft',
      '/api/content?status=draft',
      '/api/content?offset=1',
      '/api/collections/blog-posts/content',
    ]) {
      equal(idsOf(expectPreview(await ask(path))), [], path);
    }
    for (const path of [
      draft.path,
      '/api/collections/blog-posts/content/a-draft',
      `/api/collections/blog-posts/content/${item.id}`,
      '/api/collections/none/content',
    ]) {
      expectError(await ask(path), 404, 'not_found');
    }
  },

  'a token for the site shows everything, with perspective=drafts only': async (subject) => {
    const { admin, person, anonymous } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.put('/api/settings', { publicContent: 'published' }), 200);
    const item = await itemWithCopy(caller);
    const draft = await create(caller, { title: 'A draft', status: 'draft' });
    const viewer = await person(caller, 'viewer');
    const created = expectStatus(await viewer.post('/api/preview', { expiresIn: '7d' }), 201);
    const token = textAt(created.json, 'data', 'token');
    const query = `?preview=${token}`;
    const drafts = `${query}&perspective=drafts`;
    equal(
      idsOf(expectPreview(await anonymous.get(`/api/content${drafts}`))),
      [draft.id, item.id],
      'all',
    );
    expectPreview(await anonymous.get(`${draft.path}${drafts}`));
    const shown = expectPreview(await anonymous.get(`${item.path}${drafts}`));
    equal(factsOf(at(shown.json, 'data')), item.copied, 'the copy');
    // Without it, the caller reads as without the token.
    equal(
      idsOf(expectPreview(await anonymous.get(`/api/content${query}`))),
      [item.id],
      'published',
    );
    expectError(await anonymous.get(`${draft.path}${query}`), 404);
    const plain = expectPreview(await anonymous.get(`${item.path}${query}`));
    equal(factsOf(at(plain.json, 'data')), item.published, 'the published item');
  },

  'the item of a singleton is shown in the same way': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.put('/api/settings', { publicContent: 'published' }), 200);
    const home = { name: 'home', singleton: true };
    expectStatus(await caller.post('/api/collections', home), 201);
    const { path } = await create(caller, { collection: 'home', status: 'published' });
    expectStatus(await caller.put(`${path}/draft`, { title: 'Rewritten' }), 200);
    const { token } = await previewOf(caller, path);
    const other = await create(caller, { title: 'Other', status: 'draft' });
    const foreign = await previewOf(caller, other.path);
    const place = '/api/collections/home/item';
    const titleAt = async (by: Caller, query: string) =>
      textAt(expectPreview(await by.get(`${place}?${query}`)).json, 'data', 'title');
    equal(await titleAt(caller, 'perspective=drafts'), 'Rewritten', 'for a user');
    equal(await titleAt(anonymous, `preview=${token}`), 'Rewritten', 'with its token');
    equal(textAt((await anonymous.get(place)).json, 'data', 'title'), 'Tides', 'for others');
    expectError(await anonymous.get(`${place}?perspective=drafts`), 403, 'forbidden');
    equal(await titleAt(anonymous, `preview=${foreign.token}`), 'Tides', 'with another token');
    expectError(await anonymous.get(`${place}?preview=pv_x`), 401, 'invalid_preview');
    const plain = '/api/collections/blog-posts/item?perspective=drafts';
    expectError(await caller.get(plain), 404, 'not_found');
  },

  'an expanded read includes items as they are shown in the perspective': async (subject) => {
    const world = restWorld(subject);
    const caller = await world.admin();
    expectStatus(await caller.put('/api/settings', { publicContent: 'published' }), 200);
    const { link, outer, item, draft } = await withLinks(caller);
    const viewer = await world.person(caller, 'viewer');
    const site = expectStatus(await viewer.post('/api/preview'), 201);
    const bySite = `&preview=${textAt(site.json, 'data', 'token')}`;
    const created = await caller.post('/api/tokens', { name: 't', kind: 'preview' });
    const key = world.as({ 'X-API-Key': textAt(created.json, 'data', 'token') });
    const places = [
      link.path,
      '/api/content?slug=link',
      '/api/collections/links/content?slug=link',
      `/api/collections/links/content/${link.id}`,
      '/api/collections/links/content/link',
      '/api/collections/links/item',
    ].map((path) => `${path}${path.includes('?') ? '&' : '?'}`);
    const readers = [
      [viewer, ''],
      [key, ''],
      [world.anonymous, bySite],
    ] as const;
    for (const place of places) {
      for (const [reader, token] of readers) {
        const path = `${place}perspective=drafts${token}`;
        const { json } = expectPreview(await reader.get(`${path}&expand=all`));
        equal(includedIn(json), { [item.id]: 'High', [draft.id]: 'A draft' }, path);
        equal(at(json, 'includedMedia'), {}, path);
      }
      const ofSite = expectPreview(await world.anonymous.get(`${place}expand=all${bySite}`));
      equal(includedIn(ofSite.json), {}, 'of what is published');
      const plain = expectStatus(await viewer.get(`${place}expand=all&perspective=published`), 200);
      equal(includedIn(plain.json), {}, 'in the other perspective');
      const path = `${place}perspective=drafts&expand=all`;
      expectError(await world.anonymous.get(path), 403, 'forbidden');
      expectError(await viewer.get(`${place}preview=pv_x&expand=all`), 401, 'invalid_preview');
      expectError(await viewer.get(`${path},unknown`), 400, 'invalid_input');
    }
    // The field of the second level is one of the working copy.
    const deep = `${outer.path}?perspective=drafts&expand=link.all`;
    const { json } = expectPreview(await viewer.get(deep));
    const all = { [link.id]: 'Link', [item.id]: 'High', [draft.id]: 'A draft' };
    equal(includedIn(json), all, 'both levels');
    equal(factsOf(at(json, 'included', item.id)), item.copied, 'an included copy');
    const plain = await world.anonymous.get(`${outer.path}?expand=link.all`);
    equal(includedIn(expectStatus(plain, 200).json), { [link.id]: 'Link' }, 'for others');
  },

  'with the token of an item, an expanded read includes this item, and what everybody sees': async (
    subject,
  ) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    expectStatus(await caller.put('/api/settings', { publicContent: 'published' }), 200);
    const { link, item, draft } = await withLinks(caller);
    const all = [link.id, item.id, draft.id];
    expectStatus(await caller.put(`${link.path}/draft`, { title: 'Self', data: { all } }), 200);
    const { token } = await previewOf(caller, link.path);
    for (const place of [
      `${link.path}?`,
      '/api/content?',
      '/api/collections/links/content?',
      `/api/collections/links/content/${link.id}?`,
      '/api/collections/links/item?',
    ]) {
      for (const more of ['', '&perspective=drafts', '&perspective=published']) {
        const read = await anonymous.get(`${place}preview=${token}&expand=all,all.all${more}`);
        const shown = { [item.id]: 'Tides', [link.id]: 'Self' };
        equal(includedIn(expectPreview(read).json), shown, place);
      }
    }
    const path = `${draft.path}?preview=${token}&expand=excerpt`;
    expectError(await anonymous.get(path), 404, 'not_found');
  },

  'a former slug leads to its item as it is shown': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const { path, id } = await create(caller, { status: 'published' });
    expectStatus(await caller.put(path, { slug: 'high-tides' }), 200);
    expectStatus(await caller.put(`${path}/draft`, { slug: 'low-tides' }), 200);
    const drafts = 'perspective=drafts';
    const one = await caller.get(`/api/collections/blog-posts/content/tides?${drafts}`);
    expectPreview(one);
    equal([textAt(one.json, 'data', 'id'), at(one.json, 'movedTo')], [id, 'low-tides'], 'by slug');
    const list = expectPreview(await caller.get(`/api/content?slug=tides&${drafts}`));
    equal([idsOf(list), at(list.json, 'meta', 'movedTo')], [[id], 'low-tides'], 'in a list');
    const same = await caller.get(`/api/collections/blog-posts/content/low-tides?${drafts}`);
    equal(same.json['movedTo'] ?? null, null, 'under its slug');
    // The slug that the copy replaces is not a former one.
    expectError(await caller.get(`/api/collections/blog-posts/content/high-tides?${drafts}`), 404);
  },

  'a token has a form, a time and a URL': async (subject) => {
    const { admin } = restWorld(subject);
    const caller = await admin();
    const item = await itemWithCopy(caller);
    const { token, url, expiresAt, headers } = await previewOf(caller, item.path);
    ok(/^pv_[A-Za-z0-9]{32,}$/.test(token), 'form of the token');
    equal(url, undefined, 'without a previewUrl');
    equal(headers['cache-control'], 'no-store', 'Cache-Control');
    const hour = 60 * 60 * 1_000;
    const week = await previewOf(caller, item.path, { expiresIn: '7d' });
    const difference = week.expiresAt - expiresAt;
    ok(Math.abs(difference - 6 * 24 * hour - 23 * hour) < hour / 60, 'the default is an hour');
    ok(week.token !== token, 'each token is new');
    expectError(await caller.post(`${item.path}/preview`, { expiresIn: '1y' }), 400);
    expectError(await caller.post('/api/content/x/preview'), 404, 'not_found');
    const template = 'https://example.com:8443/p/{collection}/{slug}?s={status}&id={id}#{token}';
    for (const name of ['pages', 'blog-posts']) {
      const previewUrl = name === 'pages' ? template : 'https://example.com/other';
      expectStatus(await caller.put(`/api/collections/${name}`, { previewUrl }), 200);
    }
    const next = await previewOf(caller, item.path);
    const { slug } = item.copied;
    equal(
      next.url,
      `https://example.com:8443/p/pages/${encodeURIComponent(slug)}?s=published&id=${item.id}#${next.token}`,
      'the URL',
    );
  },

  'tokens are revoked by those who may': async (subject) => {
    const world = restWorld(subject);
    const { admin, person, anonymous } = world;
    const caller = await admin();
    const item = await itemWithCopy(caller);
    const other = await create(caller, { title: 'Other' });
    const viewer = await person(caller, 'viewer');
    const tokens = [await previewOf(viewer, item.path), await previewOf(caller, item.path)];
    const kept = await previewOf(caller, other.path);
    expectError(await viewer.delete(`${item.path}/preview`), 403, 'forbidden');
    expectError(await anonymous.delete(`${item.path}/preview`), 401);
    for (const { token } of tokens) expectPreview(await bearer(world, item.path, token));
    const revoked = expectStatus(await caller.delete(`${item.path}/preview`), 200);
    equal(revoked.json, { data: { deleted: 2 } }, 'response');
    for (const { token } of tokens) {
      expectError(await bearer(world, item.path, token), 401, 'invalid_preview');
    }
    expectPreview(await bearer(world, other.path, kept.token));
    const again = expectStatus(await caller.delete(`${item.path}/preview`), 200);
    equal(again.json, { data: { deleted: 0 } }, 'a second time');
    // Those for the site, of the caller only.
    const sites = [await viewer.post('/api/preview'), await caller.post('/api/preview')];
    const [first = '', second = ''] = sites.map(({ json }) => textAt(json, 'data', 'token'));
    equal((await viewer.delete('/api/preview')).json, { data: { deleted: 1 } }, 'of the site');
    expectError(await bearer(world, '/api/content', first), 401, 'invalid_preview');
    expectPreview(await bearer(world, '/api/content', second));
    expectPreview(await bearer(world, other.path, kept.token));
  },

  'a token ends with its item and with its account': async (subject) => {
    const world = restWorld(subject);
    const caller = await world.admin();
    const item = await itemWithCopy(caller);
    const author = await world.person(caller, 'editor');
    const { token } = await previewOf(author, item.path);
    expectStatus(await caller.delete(item.path), 200);
    expectError(await bearer(world, item.path, token), 401, 'invalid_preview');
    expectStatus(await caller.post(`/api/trash/${item.id}/restore`), 200);
    expectError(await bearer(world, item.path, token), 401, 'invalid_preview');
    const next = await previewOf(author, item.path);
    const site = textAt((await author.post('/api/preview')).json, 'data', 'token');
    expectPreview(await bearer(world, item.path, next.token));
    expectStatus(await caller.put(`/api/users/${author.id}`, { isActive: false }), 200);
    for (const ended of [next.token, site]) {
      expectError(await bearer(world, item.path, ended), 401, 'invalid_preview');
    }
    expectStatus(await caller.put(`/api/users/${author.id}`, { isActive: true }), 200);
    for (const ended of [next.token, site]) {
      expectError(await bearer(world, item.path, ended), 401, 'invalid_preview');
    }
    const leaver = await world.person(caller, 'viewer');
    const last = await previewOf(leaver, item.path);
    expectPreview(await bearer(world, item.path, last.token));
    expectStatus(await caller.delete(`/api/users/${leaver.id}`), 200);
    expectError(await bearer(world, item.path, last.token), 401, 'invalid_preview');
  },

  'an invalid token is rejected by every read, whatever else the request has': async (subject) => {
    const { admin, anonymous } = restWorld(subject);
    const caller = await admin();
    const item = await itemWithCopy(caller);
    const { token } = await previewOf(caller, item.path);
    const wrong = [
      '',
      'x',
      `pv_${'A'.repeat(33)}`,
      token.slice(0, -1),
      `${token}x`,
      token.toLowerCase(),
    ];
    const reads = [
      '/api/content',
      '/api/collections/pages/content',
      item.path,
      `/api/collections/pages/content/${item.id}`,
    ];
    for (const value of wrong) {
      for (const read of reads) {
        for (const perspective of ['', '&perspective=drafts', '&perspective=published']) {
          const path = `${read}?preview=${encodeURIComponent(value)}${perspective}`;
          for (const each of [anonymous, caller]) {
            expectError(await each.get(path), 401, 'invalid_preview');
          }
        }
      }
    }
    expectError(await anonymous.get(`${item.path}?preview=${token}&preview=${token}`), 400);
  },

  'the URL of previews belongs to a collection, and only users see it': async (subject) => {
    const { admin, anonymous, person } = restWorld(subject);
    const caller = await admin();
    const previewUrl = 'https://example.com/preview?secret=s&id={id}';
    const body = { name: 'notes', previewUrl: ` ${previewUrl} ` };
    const created = expectStatus(await caller.post('/api/collections', body), 201);
    equal(textAt(created.json, 'data', 'previewUrl'), previewUrl, 'after the creation');
    const viewer = await person(caller, 'viewer');
    const listed = async (by: Caller): Promise<Json> => {
      const all = listAt((await by.get('/api/collections')).json, 'data');
      const found = all.find((each) => textAt(each, 'name') === 'notes') as JsonObject | undefined;
      return found?.['previewUrl'] ?? null;
    };
    equal(await listed(viewer), previewUrl, 'for a user');
    equal(await listed(anonymous), null, 'for others');
    expectStatus(await caller.put('/api/collections/notes', { description: 'x' }), 200);
    equal(await listed(viewer), previewUrl, 'after another change');
    for (const none of [null, ' ']) {
      expectStatus(await caller.put('/api/collections/notes', { previewUrl: none }), 200);
      equal(await listed(viewer), null, 'without it');
      expectStatus(await caller.put('/api/collections/notes', { previewUrl }), 200);
    }
    for (const wrong of ['javascript:alert(1)', 'https://{slug}.example.com', 'https://a.b/{x}']) {
      const put = await caller.put('/api/collections/notes', { previewUrl: wrong });
      expectError(put, 400, 'invalid_input');
      equal(textAt(listAt(put.json, 'issues')[0] ?? null, 'path'), 'previewUrl', wrong);
    }
    equal(await listed(viewer), previewUrl, 'after rejected changes');
  },
});

interface Created {
  readonly path: string;
  readonly id: string;
}

const create = async (caller: Caller, fields: JsonObject): Promise<Created> => {
  const body = { collection: 'blog-posts', title: 'Tides', ...fields };
  const { headers } = expectStatus(await caller.post('/api/content', body), 201);
  const path = headers['location'] ?? '';
  return { path, id: path.replace('/api/content/', '') };
};

/** A published item, and a copy that changes everything. */
const itemWithCopy = async (caller: Caller) => {
  const published = { title: 'Tides', slug: 'tides', status: 'published', excerpt: 'Old' };
  const { path, id } = await create(caller, { status: 'published', data: { excerpt: 'Old' } });
  const copied = { title: 'High', slug: 'прилив', status: 'published', excerpt: 'New' };
  const { title, slug } = copied;
  const body = { title, slug, collection: 'pages', data: { excerpt: 'New' } };
  expectStatus(await caller.put(`${path}/draft`, body), 200);
  return { path, id, published, copied };
};

/**
 * An item that refers to one with a copy, and to a draft, in its working copy only. It is that of a singleton. Another one
 * refers to it.
 */
const withLinks = async (caller: Caller) => {
  const item = await itemWithCopy(caller);
  const draft = await create(caller, { title: 'A draft', status: 'draft' });
  const items = { type: 'reference', collection: 'links' };
  const properties = { all: { type: 'array', items } };
  const schema = { type: 'object', properties };
  const links = { name: 'links', singleton: true, schema };
  expectStatus(await caller.post('/api/collections', links), 201);
  const link = await create(caller, { collection: 'links', title: 'Link', status: 'published' });
  const data = { all: [item.id, draft.id] };
  expectStatus(await caller.put(`${link.path}/draft`, { data }), 200);
  const outerSchema = {
    type: 'object',
    properties: { link: { type: 'reference', collection: 'links' } },
  };
  const outers = { name: 'outers', schema: outerSchema };
  expectStatus(await caller.post('/api/collections', outers), 201);
  const outer = await create(caller, {
    collection: 'outers',
    status: 'published',
    slug: 'outer',
    data: { link: link.id },
  });
  return { item, draft, link, outer };
};

/** The titles of the included items, by id. */
const includedIn = (json: Json): JsonObject =>
  Object.fromEntries(
    Object.entries(at(json, 'included') as JsonObject).map(([id, item]) => [
      id,
      textAt(item ?? null, 'title'),
    ]),
  );

/** What tells an item from its copy. */
const factsOf = (item: Json): JsonObject => ({
  title: textAt(item, 'title'),
  slug: textAt(item, 'slug'),
  status: textAt(item, 'status'),
  excerpt: textAt(item, 'data', 'excerpt'),
});

const idsOf = ({ json }: JsonResponse): readonly string[] =>
  listAt(json, 'data').map((item) => textAt(item, 'id'));

/** @returns the response. @throws Error unless it is a success that nothing may store. */
const expectPreview = (response: JsonResponse): JsonResponse => {
  expectStatus(response, 200);
  equal(response.headers['cache-control'], 'private, no-store', 'Cache-Control');
  equal(response.headers['etag'], undefined, 'ETag');
  return response;
};

const previewOf = async (caller: Caller, path: string, body?: JsonObject) => {
  const { json, headers } = expectStatus(await caller.post(`${path}/preview`, body), 201);
  const data = at(json, 'data') as JsonObject;
  return {
    token: textAt(data, 'token'),
    url: data['url'],
    expiresAt: Number(data['expiresAt']),
    headers,
  };
};

/** A read of somebody who has the token only. */
const bearer = ({ anonymous }: RestWorld, path: string, token: string): Promise<JsonResponse> =>
  anonymous.get(`${path}?preview=${token}`);
