import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveApp } from '../support/http/app.ts';
import {
  localizedApp,
  type LocalizedApp,
  type Shown,
} from '../support/translations/localized-app.ts';

let app: LocalizedApp;
let english: Shown;
let german: Shown;

beforeEach(async () => {
  app = await localizedApp();
  english = await app.post('Tides');
  german = await app.translate(english.id, 'de', { title: 'Gezeiten' });
});

afterEach(() => app[Symbol.asyncDispose]());

/** The title, and the locale that was served. Twice, so that the second answer can come from memory. */
const read = async (path: string): Promise<unknown> => {
  const [first, second] = [await app.request(path), await app.request(path)];
  expect(second.json().data, path).toEqual(first.json().data);
  expect(second.status).toBe(first.status);
  if (first.status !== 200) return first.json().code;
  const { data, locale } = first.json();
  return [data.title, locale];
};

test('an item is read in a locale by the id of any of its translations', async () => {
  for (const { id } of [english, german]) {
    const path = `/api/content/${id}`;
    expect(await read(`${path}?locale=de`)).toEqual([
      'Gezeiten',
      { requested: 'de', served: 'de' },
    ]);
    expect(await read(`${path}?locale=de-CH`)).toEqual([
      'Gezeiten',
      { requested: 'de-CH', served: 'de' },
    ]);
    expect(await read(`${path}?locale=de-CH&fallback=fr,en`)).toEqual([
      'Tides',
      { requested: 'de-CH', served: 'en' },
    ]);
    expect(await read(`${path}?locale=de-CH&fallback=none`)).toBe('not_found');
    expect(await read(`${path}?locale=fr`)).toBe('not_found');
  }
  expect(await read(`/api/content/${english.id}`)).toEqual(['Tides', undefined]);
});

test('a slug of any translation leads to the one in the locale, which names its own', async () => {
  const base = '/api/collections/blog-posts/content';
  const moved = await app.request(`${base}/tides?locale=de`);
  expect(moved.json()).toMatchObject({ data: { title: 'Gezeiten' }, movedTo: 'gezeiten' });
  const own = await app.request(`${base}/gezeiten?locale=de`);
  expect(own.json()).not.toHaveProperty('movedTo');
  await app.send('PUT', `/api/content/${german.id}`, { slug: 'ebbe-und-flut' });
  const former = await app.request(`${base}/gezeiten?locale=en`);
  expect(former.json()).toMatchObject({ data: { title: 'Tides' }, movedTo: 'tides' });
  const list = (await app.request(`/api/content?slug=gezeiten&locale=de`)).json();
  expect(list).toMatchObject({
    data: [{ title: 'Gezeiten' }],
    meta: { movedTo: 'ebbe-und-flut', locale: { requested: 'de', fallback: ['en'] } },
  });
});

test('a draft is never shown in the place of a published translation, nor named by its slug', async () => {
  const french = (
    await app.send('POST', `/api/content/${english.id}/translations`, {
      locale: 'fr',
      title: 'Marées',
    })
  ).json().data;
  const path = `/api/content/${english.id}?locale=fr&fallback=en`;
  expect(await read(path)).toEqual(['Tides', { requested: 'fr', served: 'en' }]);
  const base = '/api/collections/blog-posts/content';
  expect(await read(`${base}/${french.slug}?locale=en`)).toBe('not_found');
  await app.send('PUT', `/api/content/${french.id}`, { status: 'published' });
  expect(await read(path)).toEqual(['Marées', { requested: 'fr', served: 'fr' }]);
  expect(await read(`${base}/${french.slug}?locale=en`)).toEqual([
    'Tides',
    { requested: 'en', served: 'en' },
  ]);
});

test('a list in a locale has one item of each group, where its original stands', async () => {
  await app.post('Newer');
  await app.post('Nur deutsch', { locale: 'de' });
  const page = { collection: 'pages', title: 'About', status: 'published' };
  await app.send('POST', '/api/content', page);
  const titles = async (query: string): Promise<unknown> => {
    const { data, meta } = (await app.request(`/api/content?${query}`)).json();
    expect(meta.count).toBe(data.length);
    return (data as readonly Shown[]).map(({ title }) => title);
  };
  expect(await titles('locale=de')).toEqual(['About', 'Nur deutsch', 'Newer', 'Gezeiten']);
  expect(await titles('locale=de&fallback=none')).toEqual(['About', 'Nur deutsch', 'Gezeiten']);
  expect(await titles('locale=de&collection=blog-posts&limit=2&offset=1')).toEqual([
    'Newer',
    'Gezeiten',
  ]);
  expect(await titles('locale=fr')).toEqual(['About']);
  expect(await titles('')).toEqual(['About', 'Nur deutsch', 'Newer', 'Gezeiten', 'Tides']);
  const translated = await app.translate(english.id, 'fr', { title: 'Marées' });
  expect(await titles('locale=fr')).toEqual(['About', 'Marées']);
  await app.send('DELETE', `/api/content/${translated.id}`);
  expect(await titles('locale=fr')).toEqual(['About']);
});

test('alternates name what the caller sees of each group, in the order of the locales', async () => {
  const french = (
    await app.send('POST', `/api/content/${english.id}/translations`, { locale: 'fr' })
  ).json().data;
  const named = [english, german].map(({ id, slug, locale }) => ({ locale, id, slug }));
  const item = (await app.request(`/api/content/${german.id}?alternates=true`)).json();
  expect(item.alternates).toEqual({ [german.id]: named });
  const list = (await app.request('/api/content?locale=fr&fallback=en&alternates=true')).json();
  expect((list.data as readonly Shown[]).map(({ id }) => id)).toEqual([english.id]);
  expect(list.meta.alternates).toEqual({ [english.id]: named });
  const own = await app.send('GET', `/api/content/${english.id}?alternates=true`);
  expect(own.json().alternates[english.id]).toHaveLength(3);
  await app.send('PUT', `/api/content/${french.id}`, { status: 'published' });
  const later = (await app.request(`/api/content/${german.id}?alternates=true`)).json();
  const inAll = later.alternates[german.id] as readonly Shown[];
  expect(inAll.map(({ locale }) => locale)).toEqual(['en', 'de', 'fr']);
  const large = await app.request('/api/content?alternates=true&limit=201');
  expect([large.status, large.json().issues[0].path]).toEqual([400, 'limit']);
});

test('the tag of an item in a locale is that of the answer, and no write accepts it', async () => {
  const { headers } = await app.request(`/api/content/${english.id}?locale=de`);
  const tag = headers.get('etag') ?? '';
  const again = await app.request(`/api/content/${english.id}?locale=de`, {
    headers: { 'If-None-Match': tag },
  });
  expect(again.status).toBe(304);
  const { status } = await app.request(`/api/content/${german.id}`, {
    method: 'PUT',
    headers: { ...app.editor, 'Content-Type': 'application/json', 'If-Match': tag },
    body: '{"title":"Anders"}',
  });
  expect(status).toBe(412);
});

test('unknown locales, and a fallback without a locale, are mistakes', async () => {
  for (const [query, path] of [
    ['locale=it', 'locale'],
    ['locale=de&fallback=it', 'fallback'],
    ['locale=de&fallback=en,fr,de-CH,en,fr,de', 'fallback'],
    ['fallback=en', 'fallback'],
  ]) {
    for (const asked of [`/api/content?${query}`, `/api/content/${english.id}?${query}`]) {
      const answer = await app.request(asked);
      expect([answer.status, answer.json().issues?.[0]?.path], asked).toEqual([400, path]);
    }
  }
});

test('a service without locales ignores all of it, like every unknown parameter', async () => {
  const plain = await serveApp();
  try {
    const { bearer } = await plain.signIn('editor');
    const body = { collection: 'blog-posts', title: 'Tides', status: 'published', locale: 'de' };
    const created = await plain.request('/api/content', {
      method: 'POST',
      headers: { ...bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = created.json();
    expect(Object.keys(data)).toEqual([
      'id',
      'title',
      'slug',
      'status',
      'collectionId',
      'created_at',
      'updated_at',
      'published_at',
      'data',
    ]);
    const item = await plain.request(`/api/content/${data.id}?locale=de&fallback=xx`);
    expect(item.json()).toEqual({ data });
    const list = (await plain.request('/api/content?locale=de')).json();
    expect(list.data).toEqual([data]);
    expect(list.meta).not.toHaveProperty('locale');
  } finally {
    await plain[Symbol.asyncDispose]();
  }
});

test('the document of the service says that an item of a localised collection has a locale', async () => {
  const { json } = await app.send('GET', '/api/openapi');
  const schemas = Object.entries<{ required?: readonly string[] }>(json().components.schemas);
  const placed = schemas.flatMap(([name, { required }]) =>
    required?.includes('locale') === true && required.includes('group') ? [name] : [],
  );
  expect(placed.filter((name) => name.includes('BlogPost')).length).toBeGreaterThanOrEqual(2);
  expect(placed.filter((name) => name.includes('Page'))).toEqual([]);
});
