import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from '../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import type { PostgresStore } from '../../adapters/postgres/postgres-store.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator, type Cms, type ContentListing } from '../../core/index.ts';
import { fieldIndexesOf } from '../../core/store.ts';
import type { Collection } from '../../core/vocabulary.ts';
import { collectionId, sampleCollection } from '../conformance/samples.ts';
import { cmsOverStore } from '../support/queries/cms-over-store.ts';
import { executedPlans, type ExecutedPlan } from '../support/queries/executed-plans.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

const goods: Collection = sampleCollection(1, {
  name: 'goods',
  schema: {
    type: 'object',
    properties: {
      category: { type: 'string', indexed: true, indexedWith: ['data.price'] },
      price: { type: 'number', indexed: true },
      sold: { type: 'datetime', indexed: true },
      flag: { type: 'boolean', indexed: true },
      sku: { type: 'string', unique: true },
      tags: { type: 'array', items: { type: 'string' }, indexed: true },
      plain: { type: 'string' },
    },
    required: [],
  },
});
const others: Collection = sampleCollection(2, { name: 'others', schema: goods.schema });

/** More than a count may read. PLAN_ROWS is a multiple of 10,000, for a run with more. */
const total = Number(process.env['PLAN_ROWS'] ?? 50_000);

/** Nearly all items are published news in one collection. */
const insert = (from: number, to: number, collection: number): string => `
  insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at, published_at)
  select gen_random_uuid(), '${collectionId(collection)}', 'Item ' || n, 'item-${collection}-' || n,
    case when n % 1000 = 1 then 'draft' else 'published' end,
    json_build_object('category', case when n % 1000 = 2 then 'rare' else 'news' end, 'price', n % 1000,
      'sold', to_char(to_timestamp(n), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'flag', n % 1000 <> 3,
      'sku', 'sku-' || n, 'tags', case when n % 1000 = 4 then '["few","many"]' else '["many"]' end::json,
      'plain', case when n = 7 then 'seven' else 'usual' end),
    1, n, n, case when n % 1000 <> 1 then n end
  from generate_series(${from}, ${to}) n`;

/** The conditions, the order, and how many rows of content the statements may read for a page of ten. */
const queries: readonly (readonly [
  Readonly<Record<string, string>>,
  string | undefined,
  number,
])[] = [
  ...[
    'created_at',
    '-created_at',
    'updated_at',
    '-updated_at',
    'published_at',
    '-published_at',
    'title',
    '-title',
    'slug',
    '-slug',
    'id',
    '-id',
  ].map((sort) => [{}, sort, 100] as const),
  ...['data.category', '-data.price', 'data.sold', '-data.flag', 'data.sku'].map(
    (sort) => [{}, sort, 100] as const,
  ),
  [{ 'data.category eq': 'news' }, undefined, 100],
  [{ 'data.category eq': 'none' }, undefined, 100],
  [{ 'data.category in': 'news,rare,none' }, undefined, 200],
  [{ 'data.flag eq': 'true' }, undefined, 100],
  [{ 'data.flag eq': 'false' }, 'title', 1_000],
  [{ 'data.category eq': 'news' }, 'data.price', 100],
  [{ 'data.category eq': 'news' }, '-data.price', 100],
  [{ 'data.category in': 'news,rare' }, '-data.price', 200],
  [
    { 'data.category eq': 'news', 'data.price gte': '990', 'data.price lt': '995' },
    '-data.price',
    100,
  ],
  [{ 'data.category eq': 'rare', 'data.price gt': '500' }, 'data.price', 100],
  [{ 'data.category eq': 'news', 'data.price eq': '10' }, '-data.sold', 1_500],
  [{ 'data.category eq': 'news', 'created_at lt': '5' }, undefined, 100],
  [{ 'data.price lt': '1' }, 'data.price', 100],
  [{ 'data.price lte': '0' }, '-data.price', 100],
  [{ 'data.price gt': '998' }, 'data.price', 100],
  [{ 'data.price gte': '999' }, '-data.price', 100],
  [{ 'data.price eq': '5', 'data.plain ne': 'x' }, 'data.sku', 1_500],
  [{ 'data.price in': '5,6', 'data.category contains': 'w' }, undefined, 2_500],
  [
    { 'data.sold gte': '1970-01-01T00:00:05Z', 'data.sold lt': '1970-01-01T00:00:09Z' },
    '-data.sold',
    100,
  ],
  [{ 'data.sold lt': '1970-01-01T00:01:00Z' }, 'title', 500],
  [{ 'data.category startsWith': 'ra' }, 'data.category', 100],
  [{ 'data.category exists': 'false' }, undefined, 100],
  [{ 'data.sku eq': 'sku-77' }, undefined, 100],
  [{ 'data.sku startsWith': 'sku-777' }, undefined, 500],
  [{ 'data.tags eq': 'few' }, undefined, 1_500],
  [{ 'data.tags eq': 'many', 'data.price eq': '7' }, undefined, 11_500],
  [{ 'status eq': 'draft' }, undefined, 100],
  [{ 'status eq': 'draft', 'data.plain eq': 'usual' }, 'data.plain', 1_500],
  [{ 'status eq': 'archived' }, 'title', 100],
  [{ 'status ne': 'published' }, 'data.price', 100],
  [{ 'title eq': 'Item 7' }, undefined, 100],
  [{ 'title startsWith': 'Item 777' }, '-title', 200],
  [{ 'slug in': 'item-1-1,item-1-2' }, undefined, 100],
  [{ 'id in': `${collectionId(1)},${collectionId(2)}` }, undefined, 100],
  [{ 'created_at gte': String(total - 10) }, 'title', 100],
  [{ 'created_at lte': '9' }, '-created_at', 100],
  [{ 'updated_at lt': '9' }, '-updated_at', 100],
  [{ 'published_at lt': '9' }, '-published_at', 100],
  [{ 'published_at gte': String(total - 3) }, 'published_at', 100],
  [{ 'published_at exists': 'true' }, '-published_at', 100],
  [{ 'published_at exists': 'false' }, 'title', 1_500],
  // Ranges with fewer items than a page: the scan must stop at their end.
  [{ 'created_at lte': '5' }, 'created_at', 100],
  [{ 'created_at gte': String(total - 3) }, '-created_at', 100],
  [{ 'data.sold lte': '1970-01-01T00:00:05Z' }, 'data.sold', 100],
  [{ 'data.sold gte': new Date((total - 3) * 1_000).toISOString() }, '-data.sold', 100],
  [{ 'id lt': '00000000-0000-7000-8000-000000000000' }, 'id', 100],
  [{ 'slug lt': 'item-1-10' }, 'slug', 100],
];

const rowsRead = ({ steps }: ExecutedPlan): number =>
  steps
    .filter(({ table }) => table === 'content')
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  let pool: Pool;
  let knex: Knex;
  let store: PostgresStore;
  let cms: Cms;

  const query = async (
    conditions: Readonly<Record<string, string>>,
    sort: string | undefined,
    rest: { readonly after?: string; readonly total?: boolean; readonly collection?: string } = {},
  ): Promise<ContentListing> => {
    const query = {
      collection: 'goods',
      limit: 10,
      where: Object.entries(conditions).map(([name, value]) => {
        const [field = '', operatorName = ''] = name.split(' ');
        return { field, operator: operatorName, value };
      }),
      ...(sort !== undefined && { sort }),
      ...rest,
    };
    return (await cms.content.readPage(operator, { of: { query }, client: 'here' })).value;
  };

  beforeAll(async () => {
    pool = openPool({ url, poolMax: 1, answerTimeoutMs: 120_000 }, new SystemTimer());
    ({ knex } = pool);
    store = storeOver(pool);
    cms = await cmsOverStore(store);
    for (const collection of [goods, others])
      await store.repositories.collections.insert(collection);
    for (let from = 1; from < total; from += 10_000) {
      await knex.raw(insert(from, from + 9_999, 1));
    }
    await knex.raw(insert(1, 50, 2));
    await cms.system.maintainIndexes();
  }, 300_000);

  afterAll(() => knex.destroy());

  test('all indexes are ready', async () => {
    const states = await store.repositories.indexes.statusOf(fieldIndexesOf(goods));
    expect(states.filter(({ state }) => state !== 'ready')).toEqual([]);
  });

  // Without statistics, and with them.
  describe.each(['select 1', 'vacuum (analyze) content'])('after %s', (prepare) => {
    beforeAll(async () => {
      await knex.raw(prepare);
    }, 120_000);

    test.each(queries)(
      'the query %j in the order %s reads a part of an index',
      async (conditions, sort, most) => {
        let after: string | undefined;
        const plans = await executedPlans(knex, async () => {
          after = (await query(conditions, sort)).cursor;
          if (after !== undefined) await query(conditions, sort, { after });
          await query(conditions, sort, { total: true });
        });
        expect(plans.length).toBeGreaterThan(0);
        for (const plan of plans) {
          const isTotal = plan.sql.includes('count(*)');
          expect(rowsRead(plan), plan.sql).toBeLessThanOrEqual(isTotal ? 40_100 : most);
          // Also the pages of the index: a scan that does not stop at the end of its range reads no more rows.
          if (!isTotal) expect(plan.pages, plan.sql).toBeLessThanOrEqual(4 * most + 200);
          expect(plan.steps.map(({ type }) => type)).not.toContain('Seq Scan');
        }
      },
    );

    test('a page far into the order reads as little as the first one', async () => {
      for (const sort of ['data.price', '-data.sold', '-created_at', 'title']) {
        const { cursor = '' } = await query({}, sort);
        const [binding, key, id] = JSON.parse(cursor) as readonly unknown[];
        const far = typeof key === 'string' ? 'Item 5' : sort === '-data.sold' ? 25_000_000 : 500;
        const plans = await executedPlans(knex, () =>
          query({}, sort, { after: JSON.stringify([binding, far, id]) }),
        );
        for (const plan of plans) {
          expect(rowsRead(plan), sort).toBeLessThanOrEqual(100);
          expect(plan.pages, sort).toBeLessThan(200);
        }
      }
    });

    test('a small collection beside a large one reads its own items only', async () => {
      for (const [conditions, sort] of queries) {
        const plans = await executedPlans(knex, () =>
          query(conditions, sort, { collection: 'others' }),
        );
        for (const plan of plans) expect(rowsRead(plan), plan.sql).toBeLessThanOrEqual(300);
      }
    });
  });

  // All items have the value `many`, and one of 1,000 has `few`.
  test.each([
    [['many'], 10_001, 21_000],
    [['none', 'many'], 10_001, 21_000],
    [['few', 'many'], 10_001, 21_000],
    [['few'], total / 1_000, total / 1_000],
    [['few', 'none'], total / 1_000, total / 1_000],
    [['none'], 0, 0],
  ])(
    'of a list, the values %j find %i items, of at most %i entries',
    async (wanted, found, most) => {
      await knex.transaction(async (transaction) => {
        const entriesRead = async (): Promise<number> => {
          const { rows } = await transaction.raw<{
            readonly rows: readonly [{ readonly sum: string }];
          }>(
            `select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index
          where indrelid = 'content'::regclass`,
          );
          return Number(rows[0].sum);
        };
        const before = await entriesRead();
        const { rows } = await transaction.raw<{
          readonly rows: readonly { readonly id: string }[];
        }>(
          "select id from content_with_values(:collection, 'tags', 'text', :wanted, 10001) found (id)",
          { collection: collectionId(1), wanted },
        );
        expect(rows).toHaveLength(found);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(found);
        const read = (await entriesRead()) - before;
        expect(read).toBeGreaterThanOrEqual(found);
        expect(read).toBeLessThanOrEqual(most);
      });
    },
  );

  test('a rejected query reads at most the candidates of each index', async () => {
    const plans = await executedPlans(knex, async () => {
      const conditions = {
        'data.category eq': 'news',
        'data.price gte': '0',
        'data.plain eq': 'seven',
      };
      await expect(query(conditions, 'data.plain')).rejects.toMatchObject({ code: 'not_indexed' });
    });
    // The indexes on the category alone, with the creation, with the price; on the price; and the collection.
    for (const plan of plans) expect(rowsRead(plan)).toBeLessThanOrEqual(8 * 10_002);
  });
});
