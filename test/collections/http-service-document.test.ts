import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { ContentStatus, Json, JsonObject } from '../../core/vocabulary.ts';
import { everyField } from '../support/core/every-field.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
  const { create } = app.cms.collections;
  await create(operator, { name: 'articles', schema: JSON.parse(JSON.stringify(everyField)) });
  await create(operator, { name: 'secrets', schema: {}, isActive: false });
});
afterAll(() => app[Symbol.asyncDispose]());

const documentFor = async (headers: Readonly<Record<string, string>> = {}) => {
  const answer = await app.request('/api/openapi', { headers });
  expect(answer.status).toBe(200);
  return { ...answer, tag: answer.headers.get('etag') ?? '', document: answer.json() };
};

const namesIn = ({ paths }: { readonly paths: object }): readonly string[] =>
  Object.keys(paths).flatMap(
    (path) => /^\/api\/collections\/([^{/]+)\/content$/.exec(path)?.slice(1) ?? [],
  );

const listed = async (headers: Readonly<Record<string, string>> = {}) => {
  const { data } = (await app.request('/api/collections', { headers })).json();
  return (data as readonly { readonly name: string }[]).map(({ name }) => name);
};

describe('the document of a service', () => {
  test('has the collections that the caller finds in their list', async () => {
    const { secret } = await app.cms.apiTokens.create(operator, {
      name: 'Site',
      collections: ['articles'],
    });
    const callers = [{}, { 'X-API-Key': secret }, admin.bearer];
    for (const headers of callers) {
      const { document, text } = await documentFor(headers);
      expect(namesIn(document)).toEqual(await listed(headers));
      expect(text).not.toMatch(/secrets/i);
    }
    expect(namesIn((await documentFor({ 'X-API-Key': secret })).document)).toEqual(['articles']);
  });

  test('rejects credentials that are wrong', async () => {
    const { status } = await app.request('/api/openapi', { headers: { 'X-API-Key': 'st_wrong' } });
    expect(status).toBe(401);
  });

  test('is revalidated by its tag, and stored privately for callers with credentials', async () => {
    const { tag, headers } = await documentFor();
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('vary')).toContain('X-API-Key');
    const own = await documentFor(admin.bearer);
    expect(own.headers.get('cache-control')).toBe('private, no-cache');
    const again = await app.request('/api/openapi', { headers: { 'If-None-Match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(tag);
  });

  test('changes with a schema, and not with content', async () => {
    const { tag } = await documentFor();
    await app.cms.content.create(operator, { collection: 'pages', title: 'New' });
    expect((await documentFor()).tag).toBe(tag);
    const note = { type: 'object', properties: { note: { type: 'string' } } } as const;
    await app.cms.collections.update(operator, 'pages', { schema: note });
    const changed = await documentFor();
    expect(changed.tag).not.toBe(tag);
    expect(changed.document.components.schemas.PagesData.properties).toHaveProperty('note');
  });

  test('leaves the general document as it is', async () => {
    expect(namesIn((await app.request('/api')).json())).toEqual([]);
  });
});

/** Values that the fields accept. */
const filled: JsonObject = {
  body: 'Text',
  name: 'Name',
  code: 'a',
  rating: 4.5,
  size: 2,
  hot: false,
  day: '2026-02-28',
  moment: '2026-02-28T12:00Z',
  kind: 'essay',
  topics: ['sea', 'land'],
  level: 'x',
  tint: '#fff',
  extra: { any: ['thing', null] },
  author: 'someone',
  cover: '/cover.png',
  tags: ['a', ''],
  anything: [1, 'b', null],
  rows: [{ cell: 1 }],
  seo: { image: '/seo.png', words: [1, 2] },
  sections: [{ type: 'quote', text: 'So it is' }, { type: 'rule' }],
  none: [],
  unknown: 1,
};

const { required } = everyField;

const withEvery = (value: Json): JsonObject =>
  Object.fromEntries(Object.keys(everyField.properties).map((name) => [name, value]));

/** Data that is stored, with the status of its item. */
const stored: readonly (readonly [string, ContentStatus, JsonObject])[] = [
  ['every field', 'published', filled],
  ['nulls', 'draft', withEvery(null)],
  ['empty texts', 'draft', { ...withEvery(''), hot: null }],
  ['no field', 'draft', {}],
  ['only required fields', 'published', pick(filled, required)],
  [
    'required fields and empty texts',
    'published',
    {
      ...withEvery(''),
      hot: null,
      ...pick(filled, required),
    },
  ],
  [
    'lists of nothing',
    'published',
    {
      ...pick(filled, required),
      tags: [null, ''],
      rows: [null, ''],
      seo: { image: '/a.png', words: [null, ''] },
    },
  ],
  ['parts that are not complete', 'draft', { seo: {}, rows: [{}], sections: [{ type: 'quote' }] }],
];

function pick(data: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
}

describe('answers match the document of the service, with', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const schemaOf = (document: ReturnType<typeof JSON.parse>, path: string): object => ({
    ...document.paths[path].get.responses['200'].content['application/json'].schema,
    components: document.components,
  });

  test.each(stored)('%s', async (title, status, data) => {
    const { document } = await documentFor();
    const { id, slug } = await app.cms.content.create(operator, {
      collection: 'articles',
      title,
      status,
      data,
    });
    const reads = [
      [`/api/content/${id}`, '/api/content/{id}'],
      [`/api/content?slug=${slug}`, '/api/content'],
      [`/api/collections/articles/content/${slug}`, '/api/collections/articles/content/{idOrSlug}'],
      [`/api/collections/articles/content?slug=${slug}`, '/api/collections/articles/content'],
      ['/api/collections/articles/query?fields=data.seo,title', '/api/collections/articles/query'],
      [`/api/collections/articles/query?where[id][eq]=${id}`, '/api/collections/articles/query'],
    ] as const;
    for (const [path, template] of reads) {
      const validate = ajv.compile(schemaOf(document, template));
      const answer = (await app.request(path)).json();
      expect(JSON.stringify(answer)).toContain(title);
      expect([path, validate(answer), validate.errors]).toEqual([path, true, null]);
    }
  });

  test('a published item without a required field does not', async () => {
    const { document } = await documentFor();
    const { components } = document;
    const validate = ajv.compile({ ...components.schemas.ContentItem, components });
    const { id } = await app.cms.content.create(operator, {
      collection: 'articles',
      title: 'Whole',
      status: 'published',
      data: filled,
    });
    const { data: item } = (await app.request(`/api/content/${id}`)).json();
    expect(validate(item)).toBe(true);
    for (const name of required) {
      const { [name]: _, ...data } = item.data;
      expect([name, validate({ ...item, data })]).toEqual([name, false]);
      expect([name, validate({ ...item, status: 'draft', data })]).toEqual([name, true]);
    }
    expect(validate({ ...item, data: { ...item.data, kind: 'poem' } })).toBe(false);
    expect(validate({ ...item, data: { ...item.data, rating: 'many' } })).toBe(false);
    expect(validate({ ...item, collectionId: item.id })).toBe(false);
  });
});
