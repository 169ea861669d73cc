import { afterEach, beforeEach, expect, test } from 'vitest';
import { mediaPresenter, presentExportRecord, toCollectionRecord } from '../../contracts/index.ts';
import { operator } from '../../core/index.ts';
import {
  localizedApp,
  type LocalizedApp,
  type Shown,
} from '../support/translations/localized-app.ts';

let app: LocalizedApp;
let tides: Shown;
let gezeiten: Shown;
let about: Shown;

const reference = { type: 'reference', collection: 'blog-posts' } as const;
const properties = {
  post: reference,
  posts: { type: 'array', items: reference },
  text: { type: 'markdown' },
  kept: { ...reference, onDelete: 'refuse' },
  loose: { ...reference, onDelete: 'clear' },
} as const;

beforeEach(async () => {
  app = await localizedApp();
  const schema = { type: 'object', properties, required: [] } as const;
  await app.cms.collections.update(operator, 'pages', { schema });
  const own = { next: reference } as const;
  await app.cms.collections.update(operator, 'blog-posts', {
    schema: { type: 'object', properties: own, required: [] },
  });
  tides = await app.post('Tides');
  gezeiten = await app.translate(tides.id, 'de', { title: 'Gezeiten' });
  about = await page('About', { post: tides.id });
});

afterEach(() => app[Symbol.asyncDispose]());

const page = async (title: string, data: object): Promise<Shown> => {
  const body = { collection: 'pages', title, status: 'published', data };
  const answer = await app.send('POST', '/api/content', body);
  expect(answer.status, JSON.stringify(answer.json())).toBe(201);
  return answer.json().data;
};

/** The titles of included items, by their ids. */
const included = async (path: string): Promise<unknown> => {
  const { included: items, code } = (await app.request(path)).json();
  if (items === undefined) return code;
  return Object.fromEntries(
    Object.entries(items as Record<string, Shown>).map(([id, { title }]) => [id, title]),
  );
};

const codeOf = async (
  answer: Promise<{ readonly status: number; readonly json: () => { readonly code?: string } }>,
) => {
  const { status, json } = await answer;
  return status === 200 ? 200 : json().code;
};

test('what a reference leads to is shown in the locale, under the id that the data has', async () => {
  const french = await app.translate(tides.id, 'fr', { title: 'Marées' });
  const paths = [
    `/api/content/${about.id}?expand=post`,
    '/api/content?collection=pages&expand=post',
    '/api/collections/pages/content?expand=post',
    '/api/collections/pages/query?expand=post',
    `/api/collections/pages/content/${about.slug}?expand=post`,
  ];
  for (const path of paths) {
    expect(await included(`${path}&locale=de`), path).toEqual({ [tides.id]: 'Gezeiten' });
    expect(await included(`${path}&locale=fr`), path).toEqual({ [tides.id]: 'Marées' });
    expect(await included(path), path).toEqual({ [tides.id]: 'Tides' });
  }
  await app.send('DELETE', `/api/content/${french.id}`);
  for (const path of paths) {
    expect(await included(`${path}&locale=fr`), path).toEqual({});
    expect(await included(`${path}&locale=fr&fallback=de`), path).toEqual({
      [tides.id]: 'Gezeiten',
    });
  }
});

test('several translations in the data are shown as one, each under its id, also in texts', async () => {
  const both = await page('Both', {
    posts: [tides.id, gezeiten.id],
    text: `[a](quoin:${gezeiten.id})`,
  });
  const shown = { [tides.id]: 'Gezeiten', [gezeiten.id]: 'Gezeiten' };
  const path = `/api/content/${both.id}`;
  expect(await included(`${path}?expand=posts&locale=de`)).toEqual(shown);
  expect(await included(`${path}?expand=text&locale=en`)).toEqual({ [gezeiten.id]: 'Tides' });
  expect(await included(`${path}?expand=text`)).toEqual({ [gezeiten.id]: 'Gezeiten' });
});

test('the second level follows the item that is shown, and members can be selected', async () => {
  const ebb = await app.post('Ebb');
  await app.translate(ebb.id, 'de', { title: 'Ebbe' });
  await app.send('PUT', `/api/content/${gezeiten.id}`, { data: { next: ebb.id } });
  const path = '/api/collections/pages/query?expand=post.next';
  expect(await included(`${path}&locale=de`)).toEqual({
    [tides.id]: 'Gezeiten',
    [ebb.id]: 'Ebbe',
  });
  expect(await included(`${path}&locale=en`)).toEqual({ [tides.id]: 'Tides' });
  const selected = await app.request(`${path}&locale=de&fields=title,post.title`);
  expect(selected.json().included[tides.id]).toEqual({ id: gezeiten.id, title: 'Gezeiten' });
});

test('a draft, the trash and a private collection are not shown in the place of a reference', async () => {
  const french = (
    await app.send('POST', `/api/content/${tides.id}/translations`, {
      locale: 'fr',
      title: 'Marées',
    })
  ).json().data as Shown;
  const path = `/api/content/${about.id}?expand=post`;
  expect(await included(`${path}&locale=fr`)).toEqual({});
  expect(await included(`${path}&locale=fr&fallback=en`)).toEqual({ [tides.id]: 'Tides' });
  const toDraft = await page('To the draft', { post: french.id });
  const other = `/api/content/${toDraft.id}?expand=post`;
  expect(await included(other)).toEqual({});
  expect(await included(`${other}&locale=en`)).toEqual({ [french.id]: 'Tides' });
  await app.send('DELETE', `/api/content/${tides.id}`);
  expect(await included(`${other}&locale=en`)).toEqual({});
  expect(await included(`${other}&locale=de`)).toEqual({ [french.id]: 'Gezeiten' });
  await app.cms.collections.update(operator, 'blog-posts', { access: 'private' });
  expect(await included(`${other}&locale=de`)).toEqual({});
});

test('the id of a deleted item leads to its translations, and only the last one is protected', async () => {
  const path = `/api/content/${about.id}?expand=post`;
  const bound = await page('Bound', { kept: tides.id });
  expect(await codeOf(app.send('DELETE', `/api/content/${tides.id}`))).toBe(200);
  expect(await included(`${path}&locale=en&fallback=de`)).toEqual({ [tides.id]: 'Gezeiten' });
  expect(await codeOf(app.send('DELETE', `/api/content/${gezeiten.id}`))).toBe('referenced');
  await app.send('DELETE', `/api/content/${bound.id}`);
  expect(await codeOf(app.send('DELETE', `/api/content/${gezeiten.id}`))).toBe(200);
  expect(await included(`${path}&locale=de`)).toEqual({});
});

test('the error for the last item names what refers to its group', async () => {
  await page('Bound', { kept: tides.id });
  await app.send('DELETE', `/api/content/${tides.id}`);
  const answer = await app.send('DELETE', `/api/content/${gezeiten.id}`);
  expect(answer.json().code).toBe('referenced');
  expect(answer.json().referrers).toMatchObject([{ title: 'Bound', field: 'kept' }]);
});

test('references are cleared with the last item of their group only, also in bulk', async () => {
  const loose = await page('Loose', { loose: tides.id });
  const dataNow = async () => (await app.request(`/api/content/${loose.id}`)).json().data.data;
  await app.send('DELETE', `/api/content/${tides.id}`);
  expect(await dataNow()).toEqual({ loose: tides.id });
  await app.send('DELETE', `/api/content/${gezeiten.id}`);
  expect(await dataNow()).toEqual({});

  const ebb = await app.post('Ebb');
  const ebbe = await app.translate(ebb.id, 'de', { title: 'Ebbe' });
  await app.send('PUT', `/api/content/${loose.id}`, { data: { loose: ebb.id } });
  const remove = (...ids: readonly string[]) =>
    app.send('POST', '/api/content/bulk', { action: 'delete', ids, atomic: true });
  const kept = await page('Kept', { kept: ebbe.id });
  expect(await codeOf(remove(ebb.id, ebbe.id))).toBe('bulk_failed');
  await app.send('DELETE', `/api/content/${kept.id}`);
  expect(await codeOf(remove(ebb.id, ebbe.id))).toBe(200);
  expect(await dataNow()).toEqual({});
});

test('a condition on a reference is met by references to any item of the group', async () => {
  await page('Other', { post: (await app.post('Ebb')).id });
  await page('List', { posts: [gezeiten.id] });
  const titles = async (parameters: string): Promise<unknown> =>
    (
      (await app.request(`/api/collections/pages/query?sort=title&${parameters}`)).json()
        .data as readonly Shown[]
    ).map(({ title }) => title);
  for (const { id } of [tides, gezeiten]) {
    expect(await titles(`where[data.post][eq]=${id}`)).toEqual(['About']);
    expect(await titles(`where[data.post][in]=${id}`)).toEqual(['About']);
    expect(await titles(`where[data.post][ne]=${id}`)).toEqual(['List', 'Other']);
    expect(await titles(`where[data.posts][eq]=${id}`)).toEqual(['List']);
    const search = `/api/search?q=about&collection=pages&where[data.post][eq]=${id}`;
    expect((await app.request(search)).json().data).toHaveLength(1);
  }
  await app.send('DELETE', `/api/content/${tides.id}`);
  expect(await titles(`where[data.post][eq]=${gezeiten.id}`)).toEqual(['About']);
  await app.cms.collections.update(operator, 'blog-posts', { access: 'private' });
  expect(await titles(`where[data.post][eq]=${gezeiten.id}`)).toEqual([]);
});

test('a cursor stays the same query when the group of a condition changes', async () => {
  await page('Second', { post: tides.id });
  const path = `/api/collections/pages/query?limit=1&where[data.post][eq]=${tides.id}`;
  const { meta } = (await app.request(path)).json();
  await app.translate(tides.id, 'fr', { title: 'Marées' });
  const next = (await app.request(`${path}&after=${meta.cursor}`)).json();
  expect((next.data as readonly Shown[]).map(({ title }) => title)).toEqual(['About']);
});

test('referrers are those of all items of the group, also of deleted ones', async () => {
  await page('List', { posts: [gezeiten.id, tides.id] });
  const referrers = async (id: string): Promise<unknown> =>
    ((await app.send('GET', `/api/content/${id}/referrers`)).json().data as readonly Shown[]).map(
      ({ title }) => title,
    );
  for (const { id } of [tides, gezeiten]) expect(await referrers(id)).toEqual(['List', 'About']);
  await app.send('DELETE', `/api/content/${tides.id}`);
  expect(await referrers(gezeiten.id)).toEqual(['List', 'About']);
});

test('the health of the content counts a reference to a group as broken if nothing is left', async () => {
  const broken = async (): Promise<number> =>
    (await app.send('GET', '/api/health/content?problem=broken')).json().data?.length;
  await app.send('DELETE', `/api/content/${tides.id}`);
  expect(await broken()).toBe(0);
  await app.send('DELETE', `/api/content/${gezeiten.id}`);
  expect(await broken()).toBe(1);
});

test('an export has the ids of deleted items, and an import brings them back', async () => {
  await app.send('DELETE', `/api/content/${tides.id}`);
  const lines: ReturnType<typeof presentExportRecord>[] = [];
  await app.cms.transfer.exportEverything(operator, async (record) => {
    lines.push(presentExportRecord(record, mediaPresenter('')));
  });
  const items = lines.flatMap((line) => (line.type === 'content' ? line : []));
  expect(items.flatMap(({ id, formerIds }) => (formerIds ? [{ id, formerIds }] : []))).toEqual([
    { id: gezeiten.id, formerIds: [tides.id] },
  ]);

  await using other = await localizedApp();
  const collections = lines.flatMap((line) => (line.type === 'collection' ? line : []));
  await other.cms.transfer.importCollections(
    operator,
    collections.map((each) => toCollectionRecord(JSON.parse(JSON.stringify(each)))),
  );
  const { bearer } = await other.signIn('admin');
  const answer = await other.request('/api/transfer/content', {
    method: 'POST',
    headers: { ...bearer, 'Content-Type': 'application/json' },
    body: JSON.stringify({ items, verbatim: true }),
  });
  expect([answer.status, answer.json()]).toMatchObject([200, {}]);
  const path = `/api/content/${about.id}?expand=post&locale=de`;
  const { included: found } = (await other.request(path)).json();
  expect(Object.keys(found as object)).toEqual([tides.id]);
  expect(found[tides.id].title).toBe('Gezeiten');
});
