import { afterEach, beforeEach, expect, test } from 'vitest';
import { localizedApp, type LocalizedApp } from '../support/translations/localized-app.ts';

let app: LocalizedApp;

beforeEach(async () => {
  app = await localizedApp();
});

afterEach(() => app[Symbol.asyncDispose]());

test('items of localised collections have a locale and a group, and others have none', async () => {
  const post = await app.post('Tides');
  expect(post).toMatchObject({ locale: 'en', group: post.id });
  const german = await app.post('Gezeiten', { locale: 'DE' });
  expect(german).toMatchObject({ locale: 'de', group: german.id });
  const answer = await app.send('POST', '/api/content', { collection: 'pages', title: 'About' });
  expect(answer.json().data).not.toHaveProperty('locale');
  expect(answer.json().data).not.toHaveProperty('group');
  const list = (await app.request('/api/content')).json().data;
  expect(list).toContainEqual(post);
});

test('an unknown locale is rejected with those that exist, never replaced by another one', async () => {
  const body = { collection: 'blog-posts', title: 'Tides', locale: 'it' };
  const answer = await app.send('POST', '/api/content', body);
  expect(answer.status).toBe(400);
  expect(answer.json().issues).toEqual([
    { path: 'locale', message: 'must be one of en, de, de-CH, fr' },
  ]);
});

test('a translation is a draft of the caller with the data, title and slug of its source', async () => {
  const post = await app.post('Tides', { data: { excerpt: 'Twice a day.' } });
  const answer = await app.send('POST', `/api/content/${post.id}/translations`, { locale: 'de' });
  expect(answer.status).toBe(201);
  const { data } = answer.json();
  expect(data).toMatchObject({
    title: 'Tides',
    slug: 'tides',
    status: 'draft',
    locale: 'de',
    group: post.id,
    data: { excerpt: 'Twice a day.' },
  });
  expect(answer.headers.get('location')).toBe(`/api/content/${data.id}`);
  const named = await app.translate(post.id, 'fr', { title: 'Marées' });
  expect(named).toMatchObject({ title: 'Marées', slug: 'marees' });
});

test('a group has one item for each locale, also if many translate at once', async () => {
  const post = await app.post('Tides');
  const path = `/api/content/${post.id}/translations`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => app.send('POST', path, { locale: 'de' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const codes = answers.flatMap((each) => each.json().code ?? []);
  expect(codes).toEqual(Array.from({ length: 9 }, () => 'locale_taken'));
  expect((await app.send('POST', path, { locale: 'en' })).json().code).toBe('locale_taken');
});

test('what is not localised has no translations', async () => {
  const page = { collection: 'pages', title: 'About' };
  const { id } = (await app.send('POST', '/api/content', page)).json().data;
  const translated = await app.send('POST', `/api/content/${id}/translations`, { locale: 'de' });
  expect([translated.status, translated.json().code]).toEqual([409, 'not_localized']);
  const created = await app.send('POST', '/api/content', { ...page, locale: 'de' });
  expect([created.status, created.json().code]).toEqual([409, 'not_localized']);
  const changed = await app.send('PUT', `/api/content/${id}`, { locale: 'de' });
  expect([changed.status, changed.json().code]).toEqual([409, 'not_localized']);
});

test('a translation needs an item of the same collection, and the right to create', async () => {
  const page = { collection: 'pages', title: 'About' };
  const { id } = (await app.send('POST', '/api/content', page)).json().data;
  const body = { collection: 'blog-posts', title: 'Tides', locale: 'de' };
  for (const translationOf of [id, 'c0ffee00-0000-4000-8000-000000000000', 'no id']) {
    const answer = await app.send('POST', '/api/content', { ...body, translationOf });
    expect(answer.json().issues?.[0]?.path, translationOf).toBe('translationOf');
  }
  const post = await app.post('Tides');
  const viewer = await app.signIn('viewer');
  const { status } = await app.request(`/api/content/${post.id}/translations`, {
    method: 'POST',
    headers: { ...viewer.bearer, 'Content-Type': 'application/json' },
    body: '{"locale":"de"}',
  });
  expect(status).toBe(403);
});

test('translations may share a slug, which is taken for everybody else', async () => {
  const post = await app.post('Tides');
  await app.translate(post.id, 'de');
  const body = { collection: 'blog-posts', title: 'Tides', locale: 'fr' };
  expect((await app.send('POST', '/api/content', body)).json().code).toBe('slug_taken');
  const check = async (excludeId: string): Promise<unknown> => {
    const query = `slug=tides&excludeId=${excludeId}`;
    return (await app.send('GET', `/api/content/check-slug?${query}`)).json().data.available;
  };
  const other = await app.post('Other');
  const french = await app.translate(post.id, 'fr', { title: 'Marées' });
  expect([await check(post.id), await check(french.id), await check(other.id)]).toEqual([
    true,
    true,
    false,
  ]);
  await app.send('DELETE', `/api/content/${post.id}`);
  expect((await app.send('POST', '/api/content', body)).json().code).toBe('slug_taken');
});

test('the language of an item can be corrected, and is named by its history', async () => {
  const post = await app.post('Gezeiten');
  const answer = await app.send('PUT', `/api/content/${post.id}`, { locale: 'de' });
  expect(answer.json().data).toMatchObject({ locale: 'de', group: post.id });
  const { data } = (await app.send('GET', `/api/content/${post.id}/revisions`)).json();
  expect(data[0].changed).toEqual(['locale']);
  const restore = await app.send('POST', `/api/content/${post.id}/restore`, { version: 1 });
  expect(restore.json().data.locale).toBe('de');
});

test('two groups are joined by the versions of the younger one, and an item leaves its group', async () => {
  const english = await app.post('Tides');
  const german = await app.post('Gezeiten', { locale: 'de' });
  const swiss = await app.translate(german.id, 'de-CH', { title: 'Gezyte' });
  const joined = await app.send('PUT', `/api/content/${german.id}/group`, { with: english.id });
  expect(joined.json().data).toMatchObject({ id: german.id, group: english.id });
  const groupOf = async (id: string): Promise<unknown> =>
    (await app.send('GET', `/api/content/${id}`)).json().data.group;
  expect(await groupOf(swiss.id)).toBe(english.id);
  const { data } = (await app.send('GET', `/api/content/${swiss.id}/revisions`)).json();
  expect(data[0].changed).toEqual(['group']);
  const french = await app.post('Marées', { locale: 'fr' });
  const other = await app.translate(french.id, 'de', { title: 'Andere' });
  const taken = await app.send('PUT', `/api/content/${other.id}/group`, { with: english.id });
  expect(taken.json().code).toBe('locale_taken');
  expect(await groupOf(other.id)).toBe(french.id);
  const left = await app.send('DELETE', `/api/content/${english.id}/group`);
  expect(left.status).toBe(200);
  expect(await groupOf(english.id)).not.toBe(await groupOf(german.id));
  expect(await groupOf(german.id)).toBe(await groupOf(swiss.id));
  const again = await app.send('DELETE', `/api/content/${english.id}/group`);
  expect(again.json().data).toEqual(left.json().data);
});

test('an item that leaves a group does not come back to those that kept the one it began', async () => {
  const old = await app.post('Marées', { locale: 'fr' });
  const english = await app.post('Tides');
  const german = await app.translate(english.id, 'de', { title: 'Gezeiten' });
  const path = `/api/content/${english.id}/group`;
  await app.send('DELETE', path);
  expect((await app.send('PUT', path, { with: old.id })).json().data.group).toBe(old.group);
  const left = (await app.send('DELETE', path)).json().data;
  const { data } = (await app.send('GET', `/api/content/${german.id}`)).json();
  expect(data.group).toBe(english.id);
  expect([old.group, german.group]).not.toContain(left.group);
});

test('an item with the slug of another translation cannot leave its group', async () => {
  const post = await app.post('Tides');
  const german = await app.translate(post.id, 'de');
  for (const id of [post.id, german.id]) {
    const answer = await app.send('DELETE', `/api/content/${id}/group`);
    expect(answer.json().code, id).toBe('slug_taken');
  }
});

test('an item with translations stays in its collection', async () => {
  const post = await app.post('Tides');
  const german = await app.translate(post.id, 'de', { title: 'Gezeiten' });
  for (const { id } of [post, german]) {
    const answer = await app.send('PUT', `/api/content/${id}`, { collection: 'pages' });
    expect([answer.status, answer.json().code], id).toEqual([409, 'has_translations']);
  }
  const alone = await app.post('Alone');
  const moved = await app.send('PUT', `/api/content/${alone.id}`, { collection: 'pages' });
  expect(moved.json().data).not.toHaveProperty('locale');
  const back = await app.send('PUT', `/api/content/${alone.id}`, { collection: 'blog-posts' });
  expect(back.json().data).toMatchObject({ locale: 'en', group: alone.id });
});

test('a working copy moves an item only if it has no translations', async () => {
  const pages = (await app.request('/api/collections')).json().data as readonly {
    readonly id: string;
    readonly name: string;
  }[];
  const collectionId = pages.find(({ name }) => name === 'pages')?.id;
  const post = await app.post('Tides');
  const german = await app.translate(post.id, 'de', { title: 'Gezeiten' });
  await app.send('PUT', `/api/content/${german.id}/draft`, { collectionId });
  const publish = () => app.send('POST', `/api/content/${german.id}/draft/publish`);
  expect((await publish()).json().code).toBe('has_translations');
  await app.send('DELETE', `/api/content/${german.id}/group`);
  const published = await publish();
  expect(published.json().data).toMatchObject({ collectionId, title: 'Gezeiten' });
  expect(published.json().data).not.toHaveProperty('locale');
});

test('an item comes back from the trash into its group, or alone if its locale is taken', async () => {
  const post = await app.post('Tides');
  const german = await app.translate(post.id, 'de', { title: 'Gezeiten' });
  await app.send('DELETE', `/api/content/${german.id}`);
  const again = await app.translate(post.id, 'de', { title: 'Gezeiten 2' });
  const path = `/api/trash/${german.id}/restore`;
  expect((await app.send('POST', path, {})).json().code).toBe('locale_taken');
  const alone = await app.send('POST', path, { alone: true });
  expect(alone.json().data).toMatchObject({ locale: 'de', group: german.id });
  await app.send('DELETE', `/api/content/${again.id}`);
  const restored = await app.send('POST', `/api/trash/${again.id}/restore`, {});
  expect(restored.json().data.group).toBe(post.id);
});
