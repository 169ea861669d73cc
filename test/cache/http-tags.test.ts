import { afterEach, beforeEach, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { pageBytes } from '../../core/store.ts';
import { encodeJson, type JsonObject } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { insertItems } from '../conformance/content/content-changes.ts';
import { sampleContent, sampleMedia } from '../conformance/samples.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

const unknownId = '01a1faed-e8cb-76b2-acde-cacaf0a15fcc';
const properties = {
  friend: { type: 'reference', collection: 'people' },
  photos: { type: 'array', items: { type: 'media' } },
  number: { type: 'number' },
};

let app: TestApp;
let people: string;

beforeEach(async () => {
  app = await serveApp();
  const schema = { type: 'object', properties };
  people = (await app.cms.collections.create(operator, { name: 'people', schema })).id;
});
afterEach(() => app[Symbol.asyncDispose]());

const create = async (title: string, data: JsonObject = {}): Promise<string> =>
  (
    await app.cms.content.create(operator, {
      collection: 'people',
      title,
      status: 'published',
      data,
    })
  ).id;

const tagsOf = async (path: string): Promise<readonly string[]> => {
  const response = await app.request(path);
  const text = response.headers.get('X-Quoin-Tags') ?? '';
  return text.split(' ');
};

test('an item has its own tag', async () => {
  const ada = await create('Ada');
  const expected = ['site', `item:${ada}`];
  expect(await tagsOf(`/api/content/${ada}`)).toEqual(expected);
  expect(await tagsOf('/api/collections/people/content/ada')).toEqual(expected);
});

test('an item that a former slug leads to has the tag of all lists, because any item may take the slug', async () => {
  const ada = await create('Ada');
  await app.cms.content.update(operator, ada, { slug: 'ada-l' });
  expect(await tagsOf('/api/collections/people/content/ada')).toEqual([
    'site',
    'list',
    `item:${ada}`,
  ]);
});

test('a list that finds an item by a former slug has the tag of all lists, too', async () => {
  const ada = await create('Ada');
  await app.cms.content.update(operator, ada, { slug: 'ada-l' });
  const found = [`item:${ada}`];
  const ofPeople = ['site', `list:${people}`];
  const path = '/api/collections/people/content';
  expect(await tagsOf(`${path}?slug=ada`)).toEqual([...ofPeople, 'list', ...found]);
  expect(await tagsOf(`${path}?slug=ada-l`)).toEqual([...ofPeople, ...found]);
});

test('a list has its own tag and those of its items', async () => {
  const [ada, bob] = [await create('Ada'), await create('Bob')];
  const items = [`item:${bob}`, `item:${ada}`];
  expect(await tagsOf('/api/content')).toEqual(['site', 'list', ...items]);
  const ofPeople = ['site', `list:${people}`, ...items];
  expect(await tagsOf('/api/content?collection=people')).toEqual(ofPeople);
  expect(await tagsOf('/api/collections/people/content')).toEqual(ofPeople);
  expect(await tagsOf('/api/collections/people/query')).toEqual(ofPeople);
});

test('a list that is empty today has the tag of a list', async () => {
  expect(await tagsOf('/api/content?collection=unknown')).toEqual(['site', 'list']);
  expect(await tagsOf('/api/collections/people/query')).toEqual(['site', `list:${people}`]);
});

test('a search has the tag of all lists', async () => {
  await create('Ada');
  expect(await tagsOf('/api/search?q=ada&collection=people')).toEqual(['site', 'list']);
});

test('an expanded answer has the tags of what it includes', async () => {
  const file = sampleMedia(1);
  await app.ports.store.repositories.media.insert(file);
  const bob = await create('Bob', { photos: [file.id] });
  const ada = await create('Ada', { friend: bob });
  expect(await tagsOf(`/api/content/${ada}?expand=friend.photos,friend`)).toEqual([
    'site',
    `item:${ada}`,
    `item:${bob}`,
    `media:${file.id}`,
  ]);
});

test.each([
  ['an item that does not exist', { friend: unknownId }, 'list'],
  ['a file that does not exist', { photos: [unknownId] }, 'media'],
])('an answer that lacks %s changes when one comes', async (_, data, tag) => {
  const ada = await create('Ada', data);
  const path = '?expand=friend,photos';
  expect(await tagsOf(`/api/content/${ada}${path}`)).toContain(tag);
  expect(await tagsOf(`/api/collections/people/content${path}`)).toContain(tag);
  expect(await tagsOf(`/api/collections/people/query${path}`)).toContain(tag);
});

test('the tags of lists stand for many items, so that the head of an answer stays small', async () => {
  await insertItems(
    app.ports.store,
    times(130, (n) => sampleContent(n, { collectionId: people })),
  );
  expect(await tagsOf('/api/content?limit=50')).toHaveLength(52);
  expect(await tagsOf('/api/content?limit=130')).toEqual(['site', 'list', `list:${people}`]);
  expect(await tagsOf('/api/collections/people/query?limit=130')).toEqual([
    'site',
    `list:${people}`,
  ]);
});

test('media stands for many files', async () => {
  const files = times(80, (n) => sampleMedia(n));
  for (const file of files) await app.ports.store.repositories.media.insert(file);
  const ada = await create('Ada', { photos: files.map(({ id }) => id) });
  expect(await tagsOf(`/api/content/${ada}?expand=photos`)).toEqual([
    'site',
    `list:${people}`,
    'media',
  ]);
});

test('a page that is sent in portions has the tags of lists, and of what it may include', async () => {
  const text = 'x'.repeat(Math.ceil(pageBytes / 8));
  await insertItems(
    app.ports.store,
    times(10, (n) => sampleContent(n, { collectionId: people, data: encodeJson({ text }) })),
  );
  for (const path of ['content', 'query']) {
    const url = `/api/collections/people/${path}`;
    expect(await tagsOf(url)).toEqual(['site', `list:${people}`]);
    expect(await tagsOf(`${url}?expand=friend`)).toEqual([
      'site',
      `list:${people}`,
      'list',
      'media',
    ]);
  }
});

test('not modified and answers without a body have the same tags', async () => {
  const ada = await create('Ada');
  const path = `/api/content/${ada}`;
  const first = await app.request(path);
  const tags = first.headers.get('X-Quoin-Tags');
  const etag = first.headers.get('ETag') ?? '';
  const second = await app.request(path, { headers: { 'If-None-Match': etag } });
  expect([second.status, second.headers.get('X-Quoin-Tags')]).toEqual([304, tags]);
  const head = await app.request(path, { method: 'HEAD' });
  expect(head.headers.get('X-Quoin-Tags')).toBe(tags);
});

test('content delivery networks get the tags in their own headers if the operator wants it', async () => {
  const ada = await create('Ada');
  const path = `/api/content/${ada}`;
  expect((await app.request(path)).headers.get('Cache-Tag')).toBeNull();
  await using tagged = await serveApp({ cacheTags: true });
  const { id } = await tagged.cms.collections.create(operator, { name: 'empty' });
  const { headers } = await tagged.request('/api/collections/empty/content');
  expect(headers.get('X-Quoin-Tags')).toBe(`site list:${id}`);
  expect(headers.get('Surrogate-Key')).toBe(`site list:${id}`);
  expect(headers.get('Cache-Tag')).toBe(`site,list:${id}`);
});
