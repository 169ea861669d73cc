import { expect, test, vi } from 'vitest';
import {
  operator,
  type ErrorCode,
  type ContentListing,
  type QueryOf,
  type RequestedCondition,
} from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { encodeJson, type Json } from '../../core/vocabulary.ts';
import { MemoryQueryRepository } from '../../adapters/memory/content/memory-query-repository.ts';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { openAnyDatabase } from '../support/postgres/fresh-database.ts';
import { times } from '../conformance/cases.ts';
import { sampleContent } from '../conformance/samples.ts';
import { creationOf, insertItems } from '../conformance/content/content-changes.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';

const schema = {
  type: 'object',
  properties: {
    category: { type: 'string', indexed: true, indexedWith: ['data.price'] },
    price: { type: 'number', indexed: true },
    plain: { type: 'string' },
    flag: { type: 'boolean' },
    date: { type: 'datetime' },
    day: { type: 'date' },
    author: { type: 'reference', collection: 'pages' },
    tags: { type: 'array', items: { type: 'string' }, indexed: true },
    sku: { type: 'string', unique: true },
    inner: { type: 'object', properties: { price: { type: 'number' } } },
    anything: { type: 'json' },
  },
};

type Query = Readonly<Record<string, string>>;

const where = (conditions: Query): readonly RequestedCondition[] =>
  Object.entries(conditions).map(([name, value]) => {
    const [field = '', operatorName = ''] = name.split(' ');
    return { field, operator: operatorName, value };
  });

interface QueryWorld extends CoreWorld {
  readonly query: (conditions?: Query, rest?: Partial<QueryOf>) => Promise<ContentListing>;
}

const queryWorld = async (
  data: readonly Readonly<Record<string, Json>>[],
  store: Store = new MemoryStore(),
): Promise<QueryWorld> => {
  const world = await coreWorld({ ports: { store } });
  const { cms, ports } = world;
  const { id } = await cms.collections.create(operator, { name: 'goods', schema });
  await cms.system.maintainIndexes();
  await insertItems(
    ports.store,
    data.map((each, index) =>
      sampleContent(index + 1, { collectionId: id, data: encodeJson(each) }),
    ),
  );
  return {
    ...world,
    query: async (conditions = {}, rest = {}) => {
      const query = { collection: 'goods', where: where(conditions), ...rest };
      return (await cms.content.readPage(operator, { of: { query }, client: 'here' })).value;
    },
  };
};

const itemsOf = (listing: ContentListing) => (listing.kind === 'items' ? listing.items : []);
const numbersOf = (listing: ContentListing): readonly number[] =>
  itemsOf(listing).map(({ title }) => Number(title.slice('Item '.length)));

const database = await openAnyDatabase();

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => new MemoryStore(),
  PostgreSQL: async () => {
    await emptyTables(database.knex);
    return storeOver(database);
  },
};

test.each(Object.keys(stores))(
  'in %s, conditions are converted by the type of their field',
  async (name) => {
    const { query } = await queryWorld(
      [
        {
          category: 'a',
          price: 5,
          flag: true,
          date: '2026-01-01T00:00:00+01:00',
          day: '2026-01-01',
        },
        { category: 'A', price: 10, flag: false, tags: ['x', 'y,z'], inner: { price: 3 } },
        { price: '5', plain: 'text with a needle' },
      ],
      await stores[name]!(),
    );
    const found: readonly (readonly [string, string, readonly number[]])[] = [
      ['data.category eq', 'a', [1]],
      ['data.category ne', 'a', [3, 2]],
      ['data.category in', 'a,A', [2, 1]],
      ['data.category exists', 'false', [3]],
      ['data.category startsWith', 'A', [2]],
      ['data.price gte', '5', [2, 1]],
      ['data.price gt', '5e0', [2]],
      ['data.price lt', '1e1', [1]],
      ['data.price exists', 'true', [2, 1]],
      ['data.flag eq', 'true', [1]],
      ['data.flag ne', 'true', [3, 2]],
      ['data.date eq', '2025-12-31T23:00:00Z', [1]],
      ['data.date gte', '2026-01-01', []],
      ['data.day lte', '2026-01-01', [1]],
      ['data.tags eq', 'x', [2]],
      ['data.tags in', 'nothing,y%2Cz', [2]],
      ['data.tags ne', 'x', [3, 1]],
      ['data.tags exists', 'false', [3, 1]],
      ['data.inner.price eq', '3', [2]],
      ['data.plain contains', 'needle', [3]],
      ['data.plain contains', 'Needle', []],
      ['title eq', 'Item 2', [2]],
      ['slug startsWith', 'item-', [3, 2, 1]],
      ['status eq', 'published', [3, 2, 1]],
      ['status ne', 'published', []],
      ['created_at lt', String(sampleContent(2).createdAt), [1]],
      ['id eq', sampleContent(2).id.toUpperCase(), [2]],
      ['id lt', sampleContent(2).id, [1]],
      ['id gte', sampleContent(2).id, [3, 2]],
      ['id exists', 'true', [3, 2, 1]],
      ['id exists', 'false', []],
      ['created_at exists', 'false', []],
      ['created_at exists', 'true', [3, 2, 1]],
      ['updated_at ne', '1', [3, 2, 1]],
      ['published_at exists', 'false', [3]],
      ['published_at lte', String(sampleContent(1).publishedAt), [1]],
      ['published_at ne', String(sampleContent(1).publishedAt), [3, 2]],
      ['title exists', 'true', [3, 2, 1]],
      ['title lte', 'Item 2', [2, 1]],
      ['slug exists', 'false', []],
      ['status contains', 'lish', [3, 2, 1]],
      ['status exists', 'true', [3, 2, 1]],
    ];
    for (const [condition, value, numbers] of found) {
      const listing = await query({ [condition]: value }, { total: true });
      expect([condition, value, numbersOf(listing)]).toEqual([condition, value, numbers]);
      expect(listing.total?.count).toBe(numbers.length);
    }
  },
);

test.each<readonly [string, string]>([
  ['data.price eq', 'ten'],
  ['data.price eq', ''],
  ['data.price eq', 'Infinity'],
  ['data.price eq', '0x10'],
  ['data.price in', '1,,2'],
  ['data.price contains', '1'],
  ['data.flag eq', 'yes'],
  ['data.flag lt', 'true'],
  ['data.date eq', '2026-02-30'],
  ['data.date gt', '0000-01-01T00:00:00Z'],
  ['data.day eq', '2026-01-01T00:00:00Z'],
  ['data.author eq', 'anna'],
  ['data.category eq', 'x'.repeat(256)],
  ['data.category eq', '\0'],
  ['data.category exists', 'maybe'],
  ['data.category like', 'a%'],
  ['data.category', 'a'],
  ['data.unknown eq', 'a'],
  ['data.inner eq', 'a'],
  ['data.anything eq', 'a'],
  ['data eq', 'a'],
  ['data.__proto__ eq', 'a'],
  ['constructor eq', 'a'],
  ['__proto__ eq', 'a'],
  ['data.category toString', 'a'],
  ["data.category' or 1=1 -- eq", 'a'],
  ['id eq', 'none'],
  ['created_at gt', '1e400'],
  ['created_at gt', '1.5'],
])('the condition %s with %j is rejected with its path', async (name, value) => {
  const { query } = await queryWorld([]);
  const error = await rejectsWith('invalid_input', query({ [name]: value }));
  expect(error.issues?.[0]?.path).toMatch(/^where\./);
});

test('there are at most eight conditions, fifty alternatives and three sorted fields', async () => {
  const { query } = await queryWorld([]);
  const conditions = times(9, () => ({ field: 'data.price', operator: 'gt', value: '1' }));
  await query({}, { where: conditions.slice(1) });
  await rejectsWith('invalid_input', query({}, { where: conditions }));
  await query({ 'data.price in': times(50, String).join() });
  await rejectsWith('invalid_input', query({ 'data.price in': times(51, String).join() }));
  await query({}, { sort: 'title,-slug,data.price' });
  for (const sort of [
    'title,slug,id,data.price',
    '',
    'title,title',
    'title,-title',
    'data.tags',
    'nothing',
    '--title',
  ]) {
    await rejectsWith('invalid_input', query({}, { sort }));
  }
});

test('items without a value come first in ascending order, and last in descending order', async () => {
  const { query } = await queryWorld([{ price: 2 }, {}, { price: 1 }, { price: null }]);
  expect(numbersOf(await query({}, { sort: 'data.price' }))).toEqual([2, 4, 3, 1]);
  expect(numbersOf(await query({}, { sort: '-data.price' }))).toEqual([1, 3, 4, 2]);
});

test('fields are checked, and all members of the item can be selected', async () => {
  const { query } = await queryWorld([]);
  const { selection } = await query({}, { fields: 'title,data.price,data.anything' });
  expect(selection).toEqual({ members: ['id', 'title'], data: [['price'], ['anything']] });
  expect((await query({}, { fields: 'data' })).selection).toEqual({
    members: ['id'],
    data: undefined,
  });
  for (const fields of [
    '',
    'nothing',
    'data.',
    'data.unknown',
    'data.inner.nothing',
    'data.__proto__',
    'toString',
  ]) {
    await rejectsWith('invalid_input', query({}, { fields }));
  }
});

test('a cursor continues its own query only', async () => {
  const { query } = await queryWorld(times(5, (n) => ({ price: n, category: 'a' })));
  const first = await query({ 'data.category eq': 'a' }, { sort: 'data.price', limit: 2 });
  expect(numbersOf(first)).toEqual([1, 2]);
  const after = first.cursor;
  const next = await query({ 'data.category eq': 'a' }, { sort: 'data.price', limit: 3, after });
  expect(numbersOf(next)).toEqual([3, 4, 5]);
  expect(next.cursor).toBeUndefined();
  const invalid: ErrorCode = 'invalid_cursor';
  await rejectsWith(invalid, query({ 'data.category eq': 'b' }, { sort: 'data.price', after }));
  await rejectsWith(invalid, query({ 'data.category eq': 'a' }, { sort: '-data.price', after }));
  await rejectsWith(invalid, query({}, { sort: 'data.price', after }));
  const forged = [
    '',
    'x',
    '[]',
    '{}',
    'null',
    '["x",1,"y"]',
    '['.repeat(5_000),
    'x'.repeat(100_000),
  ];
  const parts = JSON.parse(after ?? '') as readonly unknown[];
  const wrong = [
    [...parts, 1],
    parts.slice(1),
    [parts[0], '2', parts[2]],
    [parts[0], parts[1], 'id'],
  ];
  for (const text of [...forged, ...wrong.map((each) => JSON.stringify(each))]) {
    await rejectsWith(
      invalid,
      query({ 'data.category eq': 'a' }, { sort: 'data.price', after: text }),
    );
  }
});

test('a forged cursor outside of the range of its query is rejected', async () => {
  const { query } = await queryWorld(times(5, (n) => ({ price: n })));
  const conditions = { 'data.price lte': '3', 'data.price gte': '2' };
  const { cursor = '' } = await query(conditions, { sort: 'data.price', limit: 1 });
  const [binding, , id] = JSON.parse(cursor) as readonly unknown[];
  for (const key of [1, 4, null]) {
    const after = JSON.stringify([binding, key, id]);
    await rejectsWith('invalid_cursor', query(conditions, { sort: 'data.price', after }));
  }
});

test('total counts the items of all pages', async () => {
  const { query } = await queryWorld(times(5, (n) => ({ price: n })));
  const { total, count } = await query({ 'data.price gt': '1' }, { total: true, limit: 2 });
  expect({ total, count }).toEqual({ total: { count: 4, isLowerBound: false }, count: 2 });
  expect((await query()).total).toBeUndefined();
});

test('an unknown collection is not found, whatever else the query says', async () => {
  const { query } = await queryWorld([]);
  await rejectsWith('not_found', query({ 'nothing eq': 'x' }, { collection: 'unknown' }));
});

test('a query of more than 10,000 items needs an index in its order, or few candidates', async () => {
  const { query } = await queryWorld(
    times(10_002, (n) => ({
      price: n % 100,
      category: n === 7 ? 'rare' : 'news',
      plain: n === 7 ? 'rare' : 'usual',
      tags: n < 5 ? ['few', 'many'] : ['many'],
    })),
  );
  const served: readonly (readonly [Query, string?])[] = [
    [{}],
    [{}, 'title'],
    [{}, '-updated_at'],
    [{}, '-slug'],
    [{}, 'id'],
    [{ 'status eq': 'published' }],
    [{ 'status ne': 'draft' }, 'data.price'],
    [{ 'data.price gte': '50' }, 'data.price'],
    [{ 'data.category eq': 'news' }],
    [{ 'data.category in': 'news,rare' }],
    [{ 'data.category eq': 'news' }, '-data.price'],
    [{ 'data.category eq': 'news', 'data.price gt': '9' }, 'data.price'],
    [{ 'data.category eq': 'rare', 'data.plain contains': 'r' }, 'title,-slug'],
    [{ 'data.price eq': '3', 'data.plain ne': 'x' }, '-data.plain'],
    [{ 'data.tags eq': 'few' }, 'title'],
    [{ 'title eq': 'Item 7', 'data.plain eq': 'rare' }],
    [{ 'created_at lt': String(sampleContent(9).createdAt), 'data.plain eq': 'rare' }, 'title'],
    [{ 'data.sku eq': 'none' }],
  ];
  for (const [conditions, sort] of served) {
    await query(conditions, { limit: 3, ...(sort !== undefined && { sort }) });
  }
  const rejected: readonly (readonly [Query, string | undefined, string, readonly string[]])[] = [
    [
      { 'data.plain eq': 'rare' },
      undefined,
      'The query needs an index on data.plain',
      ['data.plain'],
    ],
    [{}, 'data.plain', 'The query needs an index on data.plain', ['data.plain']],
    [
      { 'data.price gte': '0' },
      undefined,
      'No index serves a range of data.price in the order of created_at',
      ['data.price', 'created_at'],
    ],
    [
      { 'data.price gte': '0' },
      'title',
      'No index serves a range of data.price in the order of title',
      ['data.price', 'title'],
    ],
    [
      { 'data.category eq': 'news' },
      'title',
      'The query needs an index on the pair data.category and title',
      ['data.category', 'title'],
    ],
    [
      { 'data.plain eq': 'usual' },
      '-data.price',
      'The query needs an index on the pair data.plain and data.price',
      ['data.plain', 'data.price'],
    ],
    [
      { 'data.category eq': 'news', 'data.plain eq': 'usual' },
      undefined,
      'No index serves data.category and data.plain and created_at together',
      ['data.category', 'data.plain', 'created_at'],
    ],
    [
      { 'data.tags eq': 'many' },
      undefined,
      'No index serves the list data.tags in the order of created_at',
      ['data.tags', 'created_at'],
    ],
    [
      { 'data.category eq': 'news', 'data.category contains': 'n' },
      undefined,
      'No index serves contains on data.category',
      ['data.category'],
    ],
    [
      { 'data.plain contains': 'u', 'data.flag ne': 'true', 'data.tags exists': 'true' },
      'title',
      'No index serves contains on data.plain, or ne on data.flag, or exists on data.tags',
      ['data.plain', 'data.flag', 'data.tags'],
    ],
    [
      {},
      'title,-slug',
      'No index serves ascending and descending fields together: title and slug',
      ['title', 'slug'],
    ],
    [{}, 'title,slug', 'No index serves title and slug together', ['title', 'slug']],
  ];
  for (const [conditions, sort, message, names] of rejected) {
    const error = await rejectsWith(
      'not_indexed',
      query(conditions, { ...(sort !== undefined && { sort }) }),
    );
    expect(error.message).toBe(message);
    expect(error.issues?.map(({ path }) => path)).toEqual(names);
  }
  const remedies: readonly (readonly [Query, string | undefined, string])[] = [
    [{ 'data.plain contains': 'u' }, undefined, 'Add a condition'],
    [
      { 'data.plain eq': 'usual', 'data.day ne': '2026-01-01' },
      undefined,
      'Index data.plain, or add a',
    ],
    [{ 'data.plain eq': 'usual' }, undefined, 'Set indexed on data.plain, or add a'],
    [
      { 'data.plain eq': 'usual' },
      '-data.price',
      'Set indexed on data.plain and data.price in its indexedWith, or add a',
    ],
  ];
  for (const [conditions, sort, remedy] of remedies) {
    const asked = query(conditions, { ...(sort !== undefined && { sort }) });
    const { details } = await rejectsWith('not_indexed', asked);
    expect(details?.startsWith(remedy), details).toBe(true);
  }
  const { total } = await query({}, { total: true });
  expect(total).toEqual({ count: 10_000, isLowerBound: true });
  await rejectsWith('not_indexed', query({ 'data.plain ne': 'x' }));
});

test('a query parses at most 32 MiB of data, and other candidates are chosen before it is rejected', async () => {
  const plain = 'x'.repeat(2 ** 20);
  const { query } = await queryWorld(
    times(40, (n) => ({ price: n, category: n < 33 ? 'many' : 'few', plain })),
  );
  const rejected: readonly (readonly [Query, string?])[] = [
    [{ 'data.plain contains': 'y' }],
    [{ 'data.plain contains': 'y', 'data.category eq': 'many' }],
    [{ 'data.price gt': '0', 'data.day ne': '2026-01-01' }],
    [{}, 'data.plain'],
    [{}, 'data.plain,-title'],
  ];
  for (const [conditions, sort] of rejected) {
    const command = { limit: 1, total: true, ...(sort !== undefined && { sort }) };
    const { details } = await rejectsWith('not_indexed', query(conditions, command));
    expect(details).toContain('with at most 32 MiB of data together');
  }
  const served: readonly (readonly [Query, string?])[] = [
    [{}, 'data.price'],
    [{ 'title contains': 'x' }, 'slug'],
    [{ 'data.category eq': 'few', 'data.plain contains': 'y' }],
    [{ 'data.category eq': 'many', 'data.price lt': '3', 'data.plain contains': 'y' }],
  ];
  for (const [conditions, sort] of served) {
    await query(conditions, { limit: 1, total: true, ...(sort !== undefined && { sort }) });
  }
});

test('an index serves nothing before it is ready', async () => {
  const world = await coreWorld();
  const { cms, ports } = world;
  const { id, version } = await cms.collections.create(operator, { name: 'goods', schema });
  await cms.system.maintainIndexes();
  await ports.store.commit(
    times(10_001, (n) =>
      creationOf(sampleContent(n, { collectionId: id, data: encodeJson({ price: n }) }), version),
    ),
  );
  const query = () =>
    cms.content.readPage(operator, {
      of: { query: { collection: 'goods', sort: 'data.price' } },
      client: 'here',
    });
  await query();
  await ports.store.repositories.indexes.maintain(async () => [], 0, { aborted: false });
  const error = await rejectsWith('not_indexed', query());
  expect(error.details).toBe('The index is not ready. Try again later');
});

test.each<readonly [Query, readonly (readonly string[])[]]>([
  // Three indexes begin with the category and find the same, as does the order of the whole collection.
  [{ 'data.category eq': 'news', 'data.plain eq': 'x' }, [['data.category']]],
  // The pair finds fewer than each of its fields.
  [
    { 'data.category eq': 'news', 'data.price gt': '1', 'data.plain eq': 'x' },
    [['data.category', 'data.price']],
  ],
  // Neither finds all that the other one finds.
  [
    { 'data.tags eq': 'few', 'data.price gt': '1', 'data.plain eq': 'x' },
    [['data.price'], ['data.tags']],
  ],
])('candidates are counted in the narrowest indexes only: %j', async (conditions, counted) => {
  const { query } = await queryWorld([{ category: 'news', price: 2, plain: 'x' }]);
  using count = vi.spyOn(MemoryQueryRepository.prototype, 'countCandidates');
  await query(conditions);
  expect(count.mock.calls[0]?.[1].map(({ fields }) => fields.map(({ path }) => path))).toEqual(
    counted,
  );
});
