import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator } from '../../core/index.ts';
import { times } from '../conformance/cases.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

const query = '/api/collections/goods/query';
const list = '/api/collections/goods/content';

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
const brokenTexts: Readonly<Record<string, string>> = {
  NUL: '%00',
  'invalid UTF-8': '%ff%fe',
  'a truncated character': 'a%E2%82',
  'an encoded lone surrogate': '%ED%A0%80',
  'an overlong slash': '%C0%AF',
  'a broken escape': '%zz',
  'an escape that ends early': '100%',
};

const each = (
  entries: readonly (readonly [string, string])[],
  make: (value: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(entries.map(([name, value]) => [name, make(value)]));

const pairs = (values: readonly string[], prefix: string) =>
  values.map((value) => [`${prefix} ${value}`, value] as const);

const invalidNumbers = ['1e999', '-1e999', 'NaN', 'Infinity', '-Infinity', '0x10', '1_000', '+1'];
const moreNumbers = ['1e', '.5', '５', '1'.repeat(41), `1e${'0'.repeat(10)}1`, ' 1', "1'"];
const invalidDates = [
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '10000-01-01',
  '-2026-01-01',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00+25:00',
  '9'.repeat(40),
  'now',
  'infinity',
  'epoch',
];

/** Requests that are rejected before anything is looked for, by their name. `{cursor}` is one of the order by price. */
const hostile: Readonly<Record<string, string>> = {
  'hundreds of conditions': `${query}?${times(800, (n) => `where[f${n}][eq]=x`).join('&')}`,
  'a thousand equal conditions': `${query}?${times(1_000, () => 'where[id][eq]=x').join('&')}`,
  'nine conditions': `${query}?${times(9, (n) => `where[data.t${n}][eq]=x`).join('&')}`,
  'deep brackets': `${query}?where${'[a]'.repeat(3_000)}=x`,
  'open brackets': `${query}?where${'['.repeat(8_000)}=x`,
  'closed brackets': `${query}?where[id]${']'.repeat(5_000)}[eq]=x`,
  ...each(pairs(names, 'the field'), (name) => `${query}?where[${name}][eq]=1`),
  ...each(pairs(names, 'the field data'), (name) => `${query}?where[data.${name}][eq]=1`),
  ...each(pairs(names, 'the operator'), (name) => `${query}?where[data.price][${name}]=1`),
  ...each(pairs(names, 'the order'), (name) => `${query}?sort=${name}`),
  ...each(pairs(names, 'the member'), (name) => `${query}?fields=data.${name}`),
  ...each(pairs(names, 'the expanded'), (name) => `${list}?expand=${name}`),
  ...each(pairs(names, 'the second level'), (name) => `${list}?expand=author.${name}`),
  ...each(
    pairs([...invalidNumbers, ...moreNumbers], 'the number'),
    (value) => `${query}?where[data.price][gt]=${encodeURIComponent(value)}`,
  ),
  ...each(
    pairs(invalidDates, 'the date'),
    (value) => `${query}?where[data.sold][gt]=${encodeURIComponent(value)}`,
  ),
  ...each(
    pairs(invalidDates, 'the creation'),
    (value) => `${query}?where[created_at][gt]=${encodeURIComponent(value)}`,
  ),
  'NUL in a value': `${query}?where[data.name][eq]=%00`,
  ...each(
    Object.entries(brokenTexts).map(([name, value]) => [`${name} in a name`, value]),
    (value) => `${query}?where[data.${value}][eq]=x`,
  ),
  ...each(
    Object.entries(brokenTexts).map(([name, value]) => [`${name} in an order`, value]),
    (value) => `${query}?sort=${value}`,
  ),
  ...each(
    Object.entries(brokenTexts).map(([name, value]) => [`${name} in a cursor`, value]),
    (value) => `${query}?after=${value}`,
  ),
  ...each(
    Object.entries(brokenTexts).map(([name, value]) => [`${name} in an expanded field`, value]),
    (value) => `${list}?expand=${value}`,
  ),
  'NUL in a search': '/api/search?q=a%00b',
  'a value of 256 characters': `${query}?where[data.name][eq]=${'a'.repeat(256)}`,
  'a very long value': `${query}?where[data.name][contains]=${'a'.repeat(14_000)}`,
  '51 alternatives': `${query}?where[data.price][in]=${times(51, String).join()}`,
  'an empty alternative': `${query}?where[data.price][in]=1,,2`,
  'SQL in a value': `${query}?where[data.price][eq]=1'%20or%20'1'='1`,
  'SQL in a name': `${query}?where[data.price')%20or%20true--][eq]=1`,
  'SQL in an order': `${query}?sort=(select%20pg_sleep(9))`,
  'SQL in a member': `${query}?fields=data.price'--`,
  'SQL in an expanded field': `${list}?expand=author')--`,
  'an order by four fields': `${query}?sort=title,slug,data.price,data.sold`,
  'an order by a field twice': `${query}?sort=title,-title`,
  'an order by a list': `${query}?sort=data.tags`,
  'many members': `${query}?fields=${times(2_000, () => 'id').join()}`,
  'the cursor of another order': `${query}?sort=title&after={cursor}`,
  'the cursor of the other direction': `${query}?sort=-data.price&after={cursor}`,
  'the cursor of other conditions': `${query}?sort=data.price&where[data.price][gt]=0&after={cursor}`,
  'the cursor of another collection': `/api/collections/other/query?sort=data.price&after={cursor}`,
  'a truncated cursor': `${query}?sort=data.price&after={truncated}`,
  'a cursor with a text for a number': `${query}?sort=data.price&after={text}`,
  'a cursor with another id': `${query}?sort=data.price&after={id}`,
  'a cursor with a key too many': `${query}?sort=data.price&after={many}`,
  'a cursor with an object': `${query}?sort=data.price&after={object}`,
  'a long cursor': `${query}?after=${'A'.repeat(12_000)}`,
  'a deep cursor': `${query}?after=${Buffer.from('['.repeat(9_000)).toString('base64url')}`,
  'an empty search': '/api/search?q=',
  'a search of spaces': '/api/search?q=%20%20',
  'a search of signs': `/api/search?q=${encodeURIComponent('"" -"" & | ! <-> :*')}`,
  'a long search': `/api/search?q=${'a'.repeat(201)}`,
  'a very long search': `/api/search?q=${'a'.repeat(14_000)}`,
  'a search of 33 words': `/api/search?q=${times(33, () => 'a').join('+')}`,
  'a search of characters without spaces': `/api/search?q=${encodeURIComponent('東'.repeat(40))}`,
  'three levels': `${list}?expand=author.author.author`,
  'a thousand expanded fields': `${list}?expand=${times(1_000, (n) => `f${n}`).join()}`,
  'a thousand levels': `${list}?expand=${times(1_000, () => 'author').join('.')}`,
  'a long expanded field': `${list}?expand=${'a'.repeat(10_000)}`,
};

/** Requests that look hostile and are valid, with the number of items that they find. */
const valid: Readonly<Record<string, readonly [path: string, count: number]>> = {
  'minus zero': [`${query}?where[data.price][eq]=-0`, 1],
  'a tiny number': [`${query}?where[data.price][lte]=1e-999`, 1],
  // What is no UTF-8 becomes a replacement character, as in every parameter.
  ...Object.fromEntries(
    Object.entries(brokenTexts)
      .filter(([name]) => name !== 'NUL')
      .map(([name, value]) => [name, [`${query}?where[data.name][eq]=${value}`, 0] as const]),
  ),
  'SQL as a text': [`${query}?where[data.name][eq]=${encodeURIComponent("x' or 1=1 --")}`, 1],
  'a backslash': [`${query}?where[data.name][startsWith]=${encodeURIComponent('\\')}`, 1],
  'signs of patterns': [`${query}?where[data.name][contains]=${encodeURIComponent('%')}`, 0],
  'an unknown name as a collection': ['/api/search?q=zero&collection=__proto__', 0],
  'the language of searches in a word': [
    `/api/search?q=${encodeURIComponent("zero' | !one & two:* <-> \\'")}`,
    0,
  ],
  'a key of entries': [`/api/search?q=${encodeURIComponent("'l/simple'")}`, 0],
};

await withPostgres('migrated', async (url) => {
  const pool = openPool({ url, poolMax: 2 }, new SystemTimer());
  const { knex } = pool;
  const app: TestApp = await serveApp({ core: { ports: { store: storeOver(pool) } } });
  const cursors: Record<string, string> = {};
  const sent: string[] = [];

  const get = (path: string) =>
    fetch(app.url + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => cursors[name] ?? ''));

  beforeAll(async () => {
    const text = { type: 'string', indexed: true };
    const schema = {
      type: 'object',
      properties: {
        price: { type: 'number', indexed: true },
        sold: { type: 'datetime', indexed: true },
        name: text,
        author: { type: 'reference', collection: 'goods' },
        tags: { type: 'array', items: { type: 'string' }, indexed: true },
        ...Object.fromEntries(times(9, (n) => [`t${n}`, { type: 'string' }])),
      },
    };
    const { id } = await app.cms.collections.create(operator, { name: 'goods', schema });
    await app.cms.collections.create(operator, { name: 'other', schema });
    await app.cms.system.maintainIndexes();
    for (const [title, data] of [
      ['Zero', { price: 0, name: "x' or 1=1 --" }],
      ['One', { price: 1, name: '\\' }],
    ] as const) {
      const item = { collectionId: id, title, data, status: 'published' } as const;
      await app.cms.content.create(operator, item);
    }
    const page = await (await get(`${query}?sort=data.price&limit=1`)).json();
    const { cursor } = (page as { readonly meta: { readonly cursor: string } }).meta;
    const [binding, key, last] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    ) as readonly unknown[];
    const written = (...parts: readonly unknown[]): string =>
      Buffer.from(JSON.stringify(parts)).toString('base64url');
    Object.assign(cursors, {
      cursor,
      truncated: cursor.slice(0, -8),
      text: written(binding, '0', last),
      id: written(binding, key, "x' or 1=1"),
      many: written(binding, key, key, last),
      object: written(binding, { toString: 'x' }, last),
    });
    knex.on('query', ({ sql }: { readonly sql: string }) => void sent.push(sql));
  }, 60_000);

  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await knex.destroy();
  });

  test('the cursor that the others are made from is valid', async () => {
    const response = await get(`${query}?sort=data.price&after={cursor}`);
    expect(await response.json()).toMatchObject({ data: [{ title: 'One' }] });
    expect(sent.some((sql) => /from content\b/.test(sql))).toBe(true);
  });

  describe('gets 400 without a look for content:', () => {
    test.each(Object.keys(hostile))('%s', async (name) => {
      sent.splice(0);
      const response = await get(hostile[name] ?? '');
      const body = await response.text();
      expect(response.status, body).toBe(400);
      expect(body.length).toBeLessThan(2_000);
      const error = { error: expect.any(String), code: expect.any(String) };
      expect(JSON.parse(body)).toMatchObject(error);
      // Which fields a list can expand depends on its items: one page is read.
      const most = hostile[name]?.includes('expand=') === true ? 1 : 0;
      const ofContent = sent.filter((sql) => /\bcontent(_\w+)?\b/.test(sql));
      expect(ofContent.length).toBeLessThanOrEqual(most);
      expect(sent.length).toBeLessThan(10);
    });
  });

  test.each(Object.keys(valid))('%s is a value like others', async (name) => {
    const [path, count] = valid[name] ?? ['', 0];
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(((await response.json()) as { readonly data: readonly object[] }).data).toHaveLength(
      count,
    );
  });
});
