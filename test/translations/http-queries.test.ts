import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  localizedApp,
  type LocalizedApp,
  type Shown,
} from '../support/translations/localized-app.ts';

let app: LocalizedApp;
let tides: Shown;
let gezeiten: Shown;

beforeEach(async () => {
  app = await localizedApp();
  tides = await app.post('Tides');
  gezeiten = await app.translate(tides.id, 'de', { title: 'Gezeiten' });
  await app.post('Anchors');
  await app.post('Zwieback', { locale: 'de' });
});

afterEach(() => app[Symbol.asyncDispose]());

const path = '/api/collections/blog-posts/query';

const query = async (parameters: string) => (await app.request(`${path}?${parameters}`)).json();

const titles = async (parameters: string): Promise<readonly string[]> => {
  const { data, code } = await query(parameters);
  return data === undefined ? code : (data as readonly Shown[]).map(({ title }) => title);
};

test('a query in a locale has one item of each group, in the order of lists', async () => {
  expect(await titles('locale=de')).toEqual(['Zwieback', 'Anchors', 'Gezeiten']);
  expect(await titles('locale=de&fallback=none')).toEqual(['Zwieback', 'Gezeiten']);
  expect(await titles('locale=en')).toEqual(['Anchors', 'Tides']);
  expect(await titles('locale=en&fallback=de')).toEqual(['Zwieback', 'Anchors', 'Tides']);
  expect(await titles('')).toEqual(['Zwieback', 'Anchors', 'Gezeiten', 'Tides']);
  const list = (await app.request('/api/content?collection=blog-posts&locale=de')).json();
  expect((list.data as readonly Shown[]).map(({ title }) => title)).toEqual(
    await titles('locale=de'),
  );
});

test('conditions and orders are about the item that was chosen', async () => {
  expect(await titles('locale=de&sort=title')).toEqual(['Anchors', 'Gezeiten', 'Zwieback']);
  expect(await titles('locale=de&where[title][startsWith]=T')).toEqual([]);
  expect(await titles('locale=en&where[title][startsWith]=T')).toEqual(['Tides']);
  expect(await titles(`locale=de&where[id][eq]=${tides.id}`)).toEqual([]);
  expect(await titles('locale=de&where[title][contains]=e&sort=-title')).toEqual([
    'Zwieback',
    'Gezeiten',
  ]);
});

test('a condition on the status counts when the item is chosen, as on lists', async () => {
  await app.send('PUT', `/api/content/${gezeiten.id}`, { status: 'draft' });
  expect(await titles('locale=de&where[title][contains]=e')).toEqual(['Zwieback', 'Tides']);
  const own = async (parameters: string) =>
    ((await app.send('GET', `${path}?${parameters}`)).json().data as readonly Shown[]).map(
      ({ title }) => title,
    );
  expect(await own('locale=de')).toEqual(['Zwieback', 'Anchors', 'Gezeiten']);
  expect(await own('locale=de&where[status][eq]=published')).toEqual([
    'Zwieback',
    'Anchors',
    'Tides',
  ]);
  expect(await own('locale=de&where[status][eq]=draft')).toEqual(['Gezeiten']);
});

test('pages have each group once, and a cursor belongs to its locale and fallback', async () => {
  for (const order of ['', '&sort=title']) {
    const first = await query(`locale=de&limit=2&total=true${order}`);
    expect(first.meta).toMatchObject({
      count: 2,
      total: 3,
      locale: { requested: 'de', fallback: ['en'] },
    });
    const next = `limit=2&after=${first.meta.cursor}${order}`;
    const second = await query(`locale=de&${next}`);
    const all = await titles(`locale=de${order}`);
    expect([...first.data, ...second.data].map(({ title }: Shown) => title)).toEqual(all);
    expect(second.meta).not.toHaveProperty('cursor');
    for (const other of ['', 'locale=en&', 'locale=de&fallback=none&', 'locale=de-CH&']) {
      expect((await query(`${other}${next}`)).code, other).toBe('invalid_cursor');
    }
    expect(await titles(`locale=de&fallback=en&${next}`)).toEqual(all.slice(2));
  }
});

test('a forged place among groups is rejected', async () => {
  const { meta } = await query('locale=de&limit=1');
  const [binding, since, , id] = JSON.parse(Buffer.from(meta.cursor, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify([binding, since, 'none', id])).toString('base64url');
  expect((await query(`locale=de&limit=1&after=${forged}`)).code).toBe('invalid_cursor');
});

test('alternates name the translations of the items of a query', async () => {
  const { data, meta } = await query('locale=de&alternates=true&where[title][eq]=Gezeiten');
  expect((data as readonly Shown[]).map(({ id }) => id)).toEqual([gezeiten.id]);
  const named = [tides, gezeiten].map(({ id, slug, locale }) => ({ locale, id, slug }));
  expect(meta.alternates).toEqual({ [gezeiten.id]: named });
  expect((await query('')).meta).not.toHaveProperty('alternates');
  const large = await query('alternates=true&limit=201');
  expect([large.code, large.issues[0].path]).toEqual(['invalid_input', 'limit']);
});

test('items of a collection that is not localised belong to every locale', async () => {
  await app.send('POST', '/api/content', {
    collection: 'pages',
    title: 'About',
    status: 'published',
  });
  const pages = '/api/collections/pages/query';
  const { data, meta } = (await app.request(`${pages}?locale=fr`)).json();
  expect((data as readonly Shown[]).map(({ title }) => title)).toEqual(['About']);
  expect(meta.locale).toEqual({ requested: 'fr', fallback: [] });
});

test('an unknown locale and a fallback without a locale are rejected', async () => {
  for (const [parameters, at] of [
    ['locale=xx', 'locale'],
    ['fallback=en', 'fallback'],
    ['locale=de&fallback=xx', 'fallback'],
  ] as const) {
    const { code, issues } = await query(parameters);
    expect([code, issues[0].path]).toEqual(['invalid_input', at]);
  }
});
