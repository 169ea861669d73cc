import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { localizedApp, type LocalizedApp } from '../support/translations/localized-app.ts';

let app: LocalizedApp;

beforeEach(async () => {
  app = await localizedApp();
});

afterEach(() => app[Symbol.asyncDispose]());

const membersOf = (answer: unknown, name: string): readonly unknown[] =>
  (answer as { readonly data: readonly Record<string, unknown>[] }).data.map((each) => each[name]);

/** A published post, and a German draft that translates it. */
const drafted = async () => {
  const post = await app.post('Tides');
  const answer = await app.send('POST', `/api/content/${post.id}/translations`, { locale: 'de' });
  return { post, draft: answer.json().data, path: `/api/content/${post.id}/translations` };
};

test('callers without a session see the visible items only, and nothing of their states', async () => {
  const { post, draft, path } = await drafted();
  const shown = { locale: 'en', id: post.id, title: 'Tides', slug: 'tides', status: 'published' };
  const answer = await app.request(path);
  expect(answer.json().data).toEqual([{ ...shown, updated_at: expect.any(Number) }]);
  expect(answer.headers.get('x-quoin-tags')).toBe(`site item:${post.id} group:${post.id}`);
  expect((await app.request(`/api/content/${draft.id}/translations`)).status).toBe(404);
  const creator = await app.cms.accounts.authenticate((await app.signIn('editor')).token);
  const { secret } = await app.cms.previews.createForItem(creator, draft.id);
  const previewed = await app.request(`/api/content/${draft.id}/translations?preview=${secret}`);
  expect(previewed.json().data).toMatchObject([
    { locale: 'en', id: post.id },
    { locale: 'de', id: draft.id },
  ]);
  expect(previewed.json().data[1]).not.toHaveProperty('state');
  expect(previewed.headers.get('cache-control')).toBe('private, no-store');
});

test('an answer is new as soon as a translation is published, or its source changes', async () => {
  const { draft, post, path } = await drafted();
  const locales = async () => membersOf((await app.request(path)).json(), 'locale');
  expect(await locales()).toEqual(['en']);
  await app.send('PUT', `/api/content/${draft.id}`, { status: 'published' });
  expect(await locales()).toEqual(['en', 'de']);
  const states = async () => membersOf((await app.send('GET', path)).json(), 'state');
  expect(await states()).toEqual(['source', 'current', 'missing', 'missing']);
  await app.send('PUT', `/api/content/${post.id}`, { title: 'Moons' });
  expect(await states()).toEqual(['source', 'outdated', 'missing', 'missing']);
});

test('in the perspective of drafts, titles and slugs are those of working copies', async () => {
  const { post, path } = await drafted();
  await app.send('PUT', `/api/content/${post.id}/draft`, { title: 'Copied', slug: 'copied' });
  const read = async (query: string) => (await app.send('GET', path + query)).json().data[0];
  expect(await read('')).toMatchObject({ title: 'Tides', slug: 'tides' });
  expect(await read('?perspective=drafts')).toMatchObject({ title: 'Copied', slug: 'copied' });
  expect((await app.request(`${path}?perspective=drafts`)).status).toBe(403);
});

test('to record a source is no write of the item, and is in the audit', async () => {
  const { draft, post } = await drafted();
  await app.send('PUT', `/api/content/${post.id}`, { title: 'Moons' });
  const feed = async () =>
    (await app.request('/api/changes?after=start', { headers: app.editor })).json().data.length;
  const before = await feed();
  const read = async () => (await app.send('GET', `/api/content/${draft.id}`)).headers.get('etag');
  const tag = await read();
  const answer = await app.send('PUT', `/api/content/${draft.id}/translations/source`, {});
  expect(answer.json().data).toMatchObject({ state: 'current', source: { version: 2 } });
  expect([await feed(), await read()]).toEqual([before, tag]);
  const { entries } = await app.cms.audit.list(operator, { action: 'content.set_source' });
  expect(entries).toMatchObject([{ action: 'content.set_source', id: draft.id }]);
});

test('nobody learns of work in a private collection that does not exist for them', async () => {
  const { post, path } = await drafted();
  const { bearer: viewer } = await app.signIn('viewer');
  const work = async (headers: { readonly Authorization: string }) =>
    (await app.request('/api/translations?locale=fr', { headers })).json().data;
  expect(await work(viewer)).toMatchObject([{ group: post.id, state: 'missing' }]);
  await app.cms.collections.update(operator, 'blog-posts', { access: 'private' });
  expect(await work(viewer)).toEqual([]);
  expect(await work(app.editor)).toHaveLength(1);
  expect((await app.request(path, { headers: viewer })).status).toBe(404);
  expect((await app.request(path)).status).toBe(404);
});
