import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { serveApp } from '../support/http/app.ts';
import {
  localizedApp,
  type LocalizedApp,
  type Shown,
} from '../support/translations/localized-app.ts';

let app: LocalizedApp;
let english: Shown;
let german: Shown;

/** One group in English and German, of which German has a draft beside it, and a page. */
beforeEach(async () => {
  app = await localizedApp();
  english = await app.post('Tides', { data: { content: 'The sea' } });
  german = await app.translate(english.id, 'de', { title: 'Gezeiten' });
  await app.post('Ebbe', { locale: 'de', status: 'draft', data: { content: 'Sea' } });
  await app.post('About', { collection: 'pages', data: { content: 'Sea' } });
});

afterEach(() => app[Symbol.asyncDispose]());

interface Entry {
  readonly id: string;
  readonly title: string;
  /** Of a search result. */
  readonly item?: Pick<Entry, 'title'>;
  /** Of the counts of a collection. */
  readonly collection: string;
  readonly counts: Readonly<Record<'draft' | 'published', { readonly count: number }>>;
}

const data = async (path: string, isUser = true): Promise<readonly Entry[]> => {
  const answer = await (isUser ? app.send('GET', path) : app.request(path));
  const json = answer.json() as { readonly data: readonly Entry[] };
  expect(answer.status, JSON.stringify(json)).toBe(200);
  return json.data;
};

const titles = async (path: string, isUser = true): Promise<readonly string[]> =>
  (await data(path, isUser)).map(({ item, title }) => item?.title ?? title).toSorted();

test('summaries and titles are read in one locale', async () => {
  expect(await titles('/api/content/summaries?locale=DE')).toEqual(['About', 'Ebbe', 'Gezeiten']);
  expect(await titles('/api/content/summaries?locale=en&sort=-created')).toEqual([
    'About',
    'Tides',
  ]);
  expect(await titles('/api/content/summaries?locale=fr&collection=blog-posts')).toEqual([]);
  expect(await titles('/api/content/summaries?locale=de&status=draft&author=me')).toEqual(['Ebbe']);
  const ids = `${english.id},${german.id}`;
  expect(await titles(`/api/content/summaries?locale=de&ids=${ids}`)).toEqual(['Gezeiten']);
  expect(await titles('/api/content/summaries')).toHaveLength(4);
  expect(await titles('/api/content/find?title=tides&locale=de')).toEqual([]);
  expect(await titles('/api/content/find?title=tides&locale=en')).toEqual(['Tides']);
  expect(await titles('/api/content/find?title=about&locale=fr')).toEqual(['About']);
});

test('items are counted in one locale', async () => {
  const counts = async (query: string) =>
    (await data(`/api/content/counts${query}`)).map(({ collection, counts: of }) => [
      collection,
      of.published.count,
      of.draft.count,
    ]);
  expect(await counts('?locale=de')).toEqual([
    ['blog-posts', 1, 1],
    ['pages', 1, 0],
  ]);
  expect(await counts('?locale=fr&collection=blog-posts')).toEqual([['blog-posts', 0, 0]]);
  expect(await counts('')).toEqual([
    ['blog-posts', 2, 1],
    ['pages', 1, 0],
  ]);
});

test('a search finds what its caller sees in one locale', async () => {
  expect(await titles('/api/search?q=sea&locale=en', false)).toEqual(['About', 'Tides']);
  expect(await titles('/api/search?q=sea&locale=de', false)).toEqual(['About', 'Gezeiten']);
  expect(await titles('/api/search?q=sea&locale=de')).toEqual(['About', 'Ebbe', 'Gezeiten']);
  expect(await titles('/api/search?q=sea&locale=de&collection=blog-posts,pages', false)).toEqual([
    'About',
    'Gezeiten',
  ]);
  expect(await titles('/api/search?q=sea&locale=fr&collection=blog-posts')).toEqual([]);
  await app.send('PUT', `/api/content/${german.id}`, { locale: 'fr' });
  expect(await titles('/api/search?q=sea&locale=de', false)).toEqual(['About']);
  expect(await titles('/api/search?q=sea&locale=fr', false)).toEqual(['About', 'Gezeiten']);
});

test('working copies, planned changes and redirects are those of items in one locale', async () => {
  for (const { id } of [english, german]) {
    await app.send('PUT', `/api/content/${id}/draft`, { title: `Draft of ${id}` });
    await app.send('PUT', `/api/content/${id}/schedule`, { unpublishAt: 4_000_000_000_000 });
    await app.send('PUT', `/api/content/${id}`, { slug: `moved-${id}` });
  }
  const ids = async (path: string) => (await data(path)).map(({ id }) => id);
  for (const list of ['drafts', 'schedule', 'redirects']) {
    expect(await ids(`/api/${list}?locale=en`), list).toEqual([english.id]);
    expect(await ids(`/api/${list}?locale=de`), list).toEqual([german.id]);
    expect(await ids(`/api/${list}?locale=fr`), list).toEqual([]);
    expect(await ids(`/api/${list}`), list).toHaveLength(2);
  }
});

const reads = [
  '/api/content/summaries?x=1',
  '/api/content/find?title=tides',
  '/api/content/counts?x=1',
  '/api/search?q=tides',
  '/api/drafts?x=1',
  '/api/schedule?x=1',
  '/api/redirects?x=1',
  '/api/changes?after=start',
  '/api/changes/stream?after=start',
];

test.each(reads)(
  'an unknown locale is a mistake, and a fallback is no parameter: %s',
  async (path) => {
    const unknown = await app.send('GET', `${path}&locale=xx`);
    expect(unknown.status).toBe(400);
    expect(unknown.json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'locale', message: 'must be one of en, de, de-CH, fr' }],
    });
    if (path.includes('stream')) return;
    const plain = await app.send('GET', `${path}&locale=de-CH`);
    const fallback = await app.send('GET', `${path}&locale=de-CH&fallback=de`);
    expect(fallback.status).toBe(200);
    expect(fallback.json().data).toEqual(plain.json().data);
  },
);

test('while the service has no locales, a locale is an unknown parameter', async () => {
  await using plain = await serveApp();
  await plain.cms.content.create(operator, {
    collection: 'pages',
    title: 'Tides',
    status: 'published',
  });
  const headers = (await plain.signIn('editor')).bearer;
  for (const path of reads.filter((each) => !each.includes('stream'))) {
    const [without, unknown] = [
      await plain.request(path, { headers }),
      await plain.request(`${path}&locale=xx`, { headers }),
    ];
    expect(unknown.status, path).toBe(200);
    expect(unknown.json().data, path).toEqual(without.json().data);
  }
});
