import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { ContentItem } from '../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let posts: string;

beforeEach(async () => {
  app = await serveApp();
  const collections = await app.cms.collections.list(operator);
  posts = collections.find(({ name }) => name === 'blog-posts')?.id ?? '';
  await app.cms.plugins.configure(operator, 'cache', { active: true });
});

afterEach(() => app[Symbol.asyncDispose]());

const published = (slug: string): Promise<ContentItem> =>
  app.cms.content.create(operator, { collectionId: posts, title: slug, slug, status: 'published' });

const paths = (slug: string) => [
  `/api/collections/blog-posts/content/${slug}`,
  `/api/content?slug=${slug}`,
  `/api/collections/blog-posts/content?slug=${slug}`,
];

/** What each path shows of a slug now: an error, or the ids and `movedTo`. */
const shown = async (slug: string): Promise<unknown> => {
  const found = [];
  for (const path of paths(slug)) {
    const { status, json } = await app.request(path);
    const { data, movedTo, meta } = json();
    const isList = Array.isArray(data);
    found.push(
      status !== 200 || data.length === 0
        ? 'none'
        : [(isList ? data[0] : data).id, (isList ? meta : { movedTo }).movedTo],
    );
  }
  expect(new Set(found.map((each) => JSON.stringify(each))).size, slug).toBe(1);
  return found[0];
};

describe('with the cache plugin on', () => {
  test('every change of what a slug leads to shows at once, also where it led nowhere', async () => {
    const { cms } = app;
    /** Twice, so that the second answer can come from memory. */
    const expectShown = async (slug: string, expected: unknown): Promise<void> => {
      for (let n = 0; n < 3; n += 1) expect(await shown(slug)).toEqual(expected);
    };
    await expectShown('old', 'none');
    const { id } = await published('old');
    await expectShown('old', [id, undefined]);
    await cms.content.update(operator, id, { slug: 'new' });
    await expectShown('old', [id, 'new']);
    await cms.content.update(operator, id, { slug: 'newer' });
    await expectShown('old', [id, 'newer']);
    await expectShown('new', [id, 'newer']);
    await cms.redirects.remove(operator, 'new');
    await expectShown('new', 'none');
    const other = await published('new');
    await expectShown('new', [other.id, undefined]);
    await cms.content.delete(operator, id);
    await expectShown('old', 'none');
    await cms.trash.restore(operator, id, {});
    await expectShown('old', [id, 'newer']);
    await cms.settings.update(operator, { publicContent: 'published' });
    await expectShown('old', 'none');
    await cms.content.update(operator, id, { status: 'published' });
    await expectShown('old', [id, 'newer']);
  });

  test('the answer to a former slug comes from memory while nothing changes', async () => {
    const { id } = await published('old');
    await app.cms.content.update(operator, id, { slug: 'new' });
    for (const path of paths('old')) {
      const first = await app.request(path);
      const again = await app.request(path);
      expect(again.headers.get('x-cache-source'), path).toBe('memory');
      expect(again.json().data).toEqual(first.json().data);
      expect(again.text.includes('"movedTo":"new"'), path).toBe(true);
    }
  });
});

test('an ETag that a former slug got is good for one state of the item only', async () => {
  const { cms } = app;
  const { id } = await published('old');
  await cms.content.update(operator, id, { slug: 'new' });
  for (const path of paths('old')) {
    const etag = (await app.request(path)).headers.get('etag') ?? '';
    const known = { headers: { 'If-None-Match': etag } };
    expect((await app.request(path, known)).status, path).toBe(304);
    await cms.content.update(operator, id, { slug: `${path.length}-newer` });
    const changed = await app.request(path, known);
    expect(changed.status, path).toBe(200);
    expect(changed.text).toContain(`"movedTo":"${path.length}-newer"`);
  }
});

test('an ETag of a former slug is that of the item, for If-Match', async () => {
  const { bearer } = await app.signIn('editor');
  const { id } = await published('old');
  await app.cms.content.update(operator, id, { slug: 'new' });
  const etag = (await app.request(paths('old')[0] ?? '')).headers.get('etag') ?? '';
  const headers = { ...bearer, 'If-Match': etag };
  const json = { title: 'Changed' };
  expect((await app.request(`/api/content/${id}`, { method: 'PUT', headers, json })).status).toBe(
    200,
  );
  expect((await app.request(`/api/content/${id}`, { method: 'PUT', headers, json })).status).toBe(
    412,
  );
});

test('an id that is a former slug of another item names the item with the id', async () => {
  const { cms } = app;
  const first = await published('first');
  const second = await published(first.id);
  const get = async () =>
    (await app.request(`/api/collections/blog-posts/content/${first.id}`)).json();
  await cms.content.update(operator, second.id, { slug: 'second' });
  expect(await get()).toEqual({ data: expect.objectContaining({ id: first.id }) });
  await cms.content.delete(operator, first.id);
  expect(await get()).toEqual({
    data: expect.objectContaining({ id: second.id }),
    movedTo: 'second',
  });
});

test('the free slug that an error suggests can be a former slug', async () => {
  const { id } = await published('post-2');
  await app.cms.content.update(operator, id, { slug: 'post' });
  const attempt = published('post');
  await expect(attempt).rejects.toMatchObject({ code: 'slug_taken', details: "'post-2' is free" });
});

test('the list of redirects counts for the rate limit of content', async () => {
  await app.cms.plugins.configure(operator, 'cache', { settings: { requestsPerMinute: 2 } });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await app.request('/api/redirects')).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('a slug is told only to who could see the item under it', async () => {
  const { cms } = app;
  const pages = (await cms.collections.list(operator)).find(({ name }) => name === 'pages')?.id;
  const isActive = (value: boolean) =>
    cms.collections.update(operator, 'blog-posts', { isActive: value });
  const seen = await published('seen-before');
  app.clock.advance(1);
  await isActive(false);
  // Not by the state before this one, which was seen.
  await cms.content.update(operator, seen.id, { title: 'Another title' });
  await cms.content.update(operator, seen.id, { slug: 'hidden-slug' });
  await cms.content.update(operator, seen.id, { slug: 'present' });
  await isActive(true);
  const moved = await published('in-posts');
  await cms.content.update(operator, moved.id, { collectionId: pages, slug: 'in-pages' });
  await cms.content.update(operator, moved.id, { slug: 'last' });

  const token = async (...collections: readonly string[]) => ({
    'X-API-Key': (await cms.apiTokens.create(operator, { name: 'site', collections })).secret,
  });
  const { bearer } = await app.signIn('viewer');
  const all = ['hidden-slug', 'in-pages', 'in-posts', 'seen-before'];
  for (const [headers, expected] of [
    [{}, ['in-pages', 'in-posts', 'seen-before']],
    [await token(), ['in-pages', 'in-posts', 'seen-before']],
    [await token('pages'), ['in-pages']],
    [await token('blog-posts'), ['seen-before']],
    [await token('blog-posts', 'pages'), ['in-pages', 'in-posts', 'seen-before']],
    [bearer, all],
  ] as const) {
    const title = JSON.stringify(expected);
    const list = (await app.request('/api/redirects', { headers })).json();
    const redirects: readonly { readonly from: string }[] = list.data ?? list;
    expect(
      redirects.map(({ from }) => from),
      title,
    ).toEqual(expected);
    for (const slug of all) {
      const collection = slug.startsWith('in-') ? 'pages' : 'blog-posts';
      const isShown = (expected as readonly string[]).includes(slug);
      const { json } = await app.request(`/api/content?slug=${slug}`, { headers });
      expect(json().data, `${slug} ${title}`).toHaveLength(isShown ? 1 : 0);
      const one = await app.request(`/api/collections/${collection}/content/${slug}`, { headers });
      expect(one.status === 200, `${slug} ${title}`).toBe(isShown);
    }
  }
});
