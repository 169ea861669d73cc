import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../../core/index.ts';
import { serveApp, type TestApp } from '../../support/http/app.ts';

let app: TestApp;

let bearer: { readonly Authorization: string };

let pages: string;

let id: string;

beforeAll(async () => {
  app = await serveApp();
  ({ bearer } = await app.signIn('admin'));
  const collections = await app.cms.collections.list(operator);
  pages = collections.find(({ name }) => name === 'pages')?.id ?? '';
  const data = { secret: 'in the data', number: 7 };
  ({ id } = await app.cms.content.create(operator, { collectionId: pages, title: 'One', data }));
  await app.cms.content.create(operator, {
    collectionId: pages,
    title: 'Two',
    status: 'published',
  });
});

afterAll(() => app[Symbol.asyncDispose]());

describe('parameters that the API does not have change nothing (CVE-2026-26980, CVE-2026-9082, CVE-2026-25544)', () => {
  const unknownParameters = [
    'where={"data":{"secret":"x"}}',
    'where[data][secret][equals]=x',
    'filter[author][password][$startsWith]=a',
    'filters[authorId][$ne]=x',
    'data.secret=x',
    'data[secret]=x',
    'title=x',
    'id=x',
    'search=zzz',
    'q=zzz',
    'sort=passwordHash',
    'sort[data][secret]=asc',
    'order=title; DROP TABLE content',
    'orderBy=(select 1)',
    'fields=id,author.password',
    'select=*',
    'populate=*',
    'include=author,collection.users',
    'embed=author',
    'relations=author',
    'groupBy=data->secret',
    'distinct=1',
    'join=users',
    'raw=1',
    'debug=1',
    'depth=9',
    'publicationState=preview',
    'previewMode=1',
    'draft=true',
    'locale=*',
    'collectionId=x',
    'created_at[gt]=0',
    '__proto__[status]=draft',
    'constructor.prototype.limit=9',
  ];

  const listsOf = async (path: string, query: string) => {
    const { data, meta } = (await app.request(`${path}${query}`)).json();
    return [data, meta.filter, meta.query];
  };

  test.each(unknownParameters)('%s', async (query) => {
    for (const path of ['/api/content', '/api/collections/pages/content']) {
      expect(await listsOf(path, `?${query}`)).toEqual(await listsOf(path, ''));
    }
  });

  test('SQL and JSON paths in a value are plain text', async () => {
    const evil = "x' OR 1=1; DROP TABLE content; --";
    for (const name of ['collection', 'status']) {
      const answer = await app.request(`/api/content?${name}=${encodeURIComponent(evil)}`);
      expect(answer.status).toBe(name === 'status' ? 400 : 200);
      if (name === 'collection') expect(answer.json().data).toEqual([]);
    }
    const data = {
      "a'->>'b": 1,
      '$.x': 2,
      'a"b': 3,
      'a?b': 4,
      ':c': 5,
      '{d}': 6,
      '%s': 7,
      "';--": 8,
    };
    const json = { collectionId: pages, title: evil, data };
    const made = await app.request('/api/content', { method: 'POST', json, headers: bearer });
    const read = await app.request(made.headers.get('location') ?? '');
    expect(read.json().data).toMatchObject({ title: evil, data });
  });
});

describe('the size of a page is limited for every spelling of the limit (CVE-2026-63421)', () => {
  test.each(['1001', '100000', '9007199254740993', '9'.repeat(400)])(
    'limit=%s is reduced to 1000',
    async (limit) => {
      const { meta } = (await app.request(`/api/content?limit=${limit}`)).json();
      expect(meta.filter.limit).toBe(1_000);
    },
  );

  test.each(['0', '-1', '+1', '1e3', '1.0', '', ' 1', 'all', 'null', '1,2', '0x1', '１'])(
    '%j is an invalid limit, and an invalid offset except for 0',
    async (value) => {
      const encoded = encodeURIComponent(value);
      for (const path of [
        '/api/content',
        '/api/collections/pages/content',
        '/api/media',
        '/api/users',
      ]) {
        for (const name of ['limit', 'offset']) {
          const answer = await app.request(`${path}?${name}=${encoded}`, { headers: bearer });
          const isFirst = name === 'offset' && value === '0';
          expect([path, name, answer.status]).toEqual([path, name, isFirst ? 200 : 400]);
        }
      }
    },
  );
});

describe('an id', () => {
  test('finds its item in either letter case, and any other spelling finds nothing', async () => {
    const same = [id, id.toUpperCase()];
    const none = [
      id.replaceAll('-', ''),
      `{${id}}`,
      `${id} `,
      ` ${id}`,
      `${id}\u0000`,
      `${id}'--`,
      `${id},${id}`,
      `${id}/`,
      `${id}%`,
      `0${id.slice(1)}x`,
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '-1',
      '1',
      'null',
      'undefined',
      '[object Object]',
      '*',
      '%',
    ];
    for (const each of same) expect((await app.request(`/api/content/${each}`)).status).toBe(200);
    for (const each of none) {
      const path = `/api/content/${encodeURIComponent(each)}`;
      for (const method of ['GET', 'DELETE']) {
        expect([each, (await app.request(path, { method, headers: bearer })).status]).toEqual([
          each,
          404,
        ]);
      }
    }
    expect((await app.request(`/api/content/${id}`)).status).toBe(200);
  });
});
