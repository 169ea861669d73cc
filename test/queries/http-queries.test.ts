import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { pageBytes } from '../../core/store.ts';
import { encodeJson } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import { insertItems } from '../conformance/content/content-changes.ts';
import { sampleContent } from '../conformance/samples.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';

let app: TestApp;
const path = '/api/collections/goods/query';

beforeAll(async () => {
  app = await serveApp();
  const schema = {
    type: 'object',
    properties: { price: { type: 'number', indexed: true }, text: { type: 'string' } },
  };
  const { id } = await app.cms.collections.create(operator, { name: 'goods', schema });
  await app.cms.system.maintainIndexes();
  const text = 'x'.repeat(Math.ceil(pageBytes / 8));
  await insertItems(
    app.ports.store,
    times(10, (n) => sampleContent(n, { collectionId: id, data: encodeJson({ price: n, text }) })),
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const get = (query: string, headers = {}) => fetch(`${app.url}${path}${query}`, { headers });

const hostile: Readonly<Record<string, string>> = {
  'a thousand conditions': `?${times(1_000, () => 'where[id][eq]=x').join('&')}`,
  'a thousand different conditions': `?${times(700, (n) => `where[f${n}][eq]=x`).join('&')}`,
  'deep brackets': `?where${'[a]'.repeat(3_000)}=x`,
  'open brackets': `?where${'['.repeat(8_000)}=x`,
  'a name of the prototype': '?where[__proto__][eq]=x',
  'an operator of the prototype': '?where[id][constructor]=x',
  'a member of the prototype': '?where__proto__[id][eq]=x&where[__proto__]=x',
  'a long name': `?where[${'a'.repeat(10_000)}][eq]=x`,
  'a long value': `?where[title][eq]=${'a'.repeat(10_000)}`,
  'many alternatives': `?where[id][in]=${','.repeat(10_000)}`,
  SQL: "?where[data.price][eq]=1'%20or%20'1'='1",
  'SQL in a name': "?where[data.price')%20or%20true--][eq]=1",
  'SQL in an order': '?sort=(select%201)',
  'SQL in fields': "?fields=data.price'--",
  'many sorted fields': `?sort=${times(2_000, () => 'a').join()}`,
  'many fields': `?fields=${times(2_000, () => 'id').join()}`,
  'a long cursor': `?after=${'A'.repeat(12_000)}`,
  'a deep cursor': `?after=${Buffer.from('['.repeat(9_000)).toString('base64url')}`,
  'a cursor that is no Base64url': '?after=%00%ff%F0%9F%98%80',
  'the same condition twice': '?where[data.price][eq]=1&where[data.price][eq]=2',
  'NUL in a name': '?where[data.pri%00ce][eq]=1',
  'a broken limit': '?limit=1e9',
  'a broken total': '?total=yes',
};

test.each(Object.keys(hostile))('%s in a query gets 400', async (name) => {
  const response = await get(hostile[name] ?? '');
  expect(response.status).toBe(400);
  const body = await response.text();
  expect(body.length).toBeLessThan(2_000);
  expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), code: expect.any(String) });
});

test('a large page is sent in portions, also with selected members', async () => {
  const whole = await get('?sort=data.price');
  expect(whole.headers.get('content-length')).toBeNull();
  const all = (await whole.json()) as {
    data: { data: { price: number } }[];
    meta: { count: number };
  };
  expect(all.data.map(({ data }) => data.price)).toEqual(times(10, (n) => n));
  expect(all.meta.count).toBe(10);
  const some = await (await get('?sort=-data.price&fields=title,data.price')).json();
  expect(some).toMatchObject({
    data: times(10, (n) => ({ title: `Item ${11 - n}`, data: { price: 11 - n } })),
  });
});

test('an answer is never older than the content', async () => {
  const titles = async () =>
    (
      (await (await get('?limit=1&sort=data.price&fields=title')).json()) as {
        data: { title: string }[];
      }
    ).data[0]?.title;
  for (const title of ['Fresh', 'Fresher']) {
    await app.cms.content.update(operator, sampleContent(1).id, { title });
    expect(await titles()).toBe(title);
  }
});

test('only the answer with one collection shows its indexes', async () => {
  const { bearer } = await app.signIn('admin');
  const read = async (address: string) =>
    (await fetch(`${app.url}${address}`, { headers: bearer })).json();
  expect(await read('/api/collections/goods')).toMatchObject({
    data: {
      indexes: [
        { field: 'data.price', state: 'ready' },
        { field: 'data.price', with: 'created_at', state: 'ready' },
      ],
    },
  });
  expect(JSON.stringify(await read('/api/collections'))).not.toContain('"indexes"');
});
