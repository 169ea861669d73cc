import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from '../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator, type Cms, type ContentListing } from '../../core/index.ts';
import type { Collection } from '../../core/vocabulary.ts';
import { collectionId, sampleCollection } from '../conformance/samples.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { cmsOverStore } from '../support/queries/cms-over-store.ts';
import { executedPlans, type ExecutedPlan } from '../support/queries/executed-plans.ts';

const goods: Collection = sampleCollection(1, {
  name: 'goods',
  schema: {
    type: 'object',
    properties: {
      category: { type: 'string', indexed: true, indexedWith: ['data.price'] },
      price: { type: 'number', indexed: true },
      tags: { type: 'array', items: { type: 'string' }, indexed: true },
    },
    required: [],
  },
});
const others: Collection = sampleCollection(2, { name: 'others', schema: goods.schema });

const total = 20_000;

/** Nearly all items are published news. */
const insertItems = (from: number, to: number, collection: number): string => `
  insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at)
  select gen_random_uuid(), '${collectionId(collection)}', 'Item ' || n, 'item-${collection}-' || n,
    case when n % 1000 = 1 then 'draft' else 'published' end,
    json_build_object('category', case when n % 1000 = 2 then 'rare' else 'news' end, 'price', n % 1000,
      'tags', case when n % 1000 = 4 then '["few","many"]' else '["many"]' end::json), 1, n, n
  from generate_series(${from}, ${to}) n`;

const insertCopies = (items: string, target: number): string => `
  insert into content_copies (content_id, item_collection_id, version, title, slug, collection_id,
    base_version, base_title, base_slug, base_collection_id, created_at, updated_at, data, base_data)
  select id, collection_id, gen_random_uuid(), title || ', rewritten', slug, '${collectionId(target)}',
    1, title, slug, collection_id, 1, 1, data, data from content where ${items}`;

/** How many copies a query of the collection considers. The newest items have one. */
const copies = { newest: 200, in: 50, out: 50 };
const copiesOfGoods = copies.newest + copies.in + copies.out;

/** The conditions, the order, and how many rows of content a page of ten may read besides those with copies. */
const queries: readonly (readonly [
  Readonly<Record<string, string>>,
  string | undefined,
  number,
])[] = [
  [{}, undefined, 100],
  [{}, 'created_at', 100],
  [{}, '-title', 100],
  [{}, 'slug', 100],
  [{}, '-updated_at', 100],
  [{}, '-published_at', 100],
  [{}, '-id', 100],
  [{}, 'data.category', 100],
  [{}, '-data.price', 100],
  [{ 'data.category eq': 'news' }, undefined, 100],
  [{ 'data.category in': 'news,rare,none' }, '-data.price', 200],
  [{ 'data.price lt': '1' }, 'data.price', 100],
  [{ 'data.price gte': '999' }, '-data.price', 100],
  [{ 'created_at gte': String(total - 5) }, '-created_at', 100],
  [{ 'data.price eq': '5', 'title ne': 'x' }, 'title', 500],
  [{ 'data.tags eq': 'few' }, 'title', 500],
  [{ 'status eq': 'draft' }, 'data.price', 200],
  [{ 'status eq': 'archived' }, 'title', 100],
  [{ 'slug eq': 'item-1-7' }, undefined, 100],
];

const rowsRead = ({ steps }: ExecutedPlan, name: string): number =>
  steps
    .filter(({ table }) => table === name)
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

const asked = (conditions: (typeof queries)[number][0], sort: (typeof queries)[number][1]) => ({
  collection: 'goods',
  where: Object.entries(conditions).map(([name, value]) => {
    const [field = '', operatorName = ''] = name.split(' ');
    return { field, operator: operatorName, value };
  }),
  ...(sort !== undefined && { sort }),
});

await withPostgres('migrated', (url) => {
  let pool: Pool;
  let knex: Knex;
  let cms: Cms;

  const query = async (
    [conditions, sort]: (typeof queries)[number],
    rest: { readonly after?: string | undefined; readonly total?: boolean } = {},
  ): Promise<ContentListing> => {
    const of = { query: { ...asked(conditions, sort), limit: 10, ...rest } };
    const command = { of, client: 'here', perspective: 'drafts' } as const;
    return (await cms.content.readPage(operator, command)).value;
  };

  beforeAll(async () => {
    pool = openPool({ url, poolMax: 1, answerTimeoutMs: 120_000 }, new SystemTimer());
    ({ knex } = pool);
    const store = storeOver(pool);
    cms = await cmsOverStore(store);
    for (const collection of [goods, others])
      await store.repositories.collections.insert(collection);
    for (const [collection, count] of [
      [1, total],
      [2, total / 2],
    ] as const) {
      for (let from = 1; from < count; from += 5_000) {
        await knex.raw(insertItems(from, from + 4_999, collection));
      }
    }
    await cms.system.maintainIndexes();
    const [one, other] = [1, 2].map((n) => `collection_id = '${collectionId(n)}'`);
    await knex.raw(insertCopies(`${one} and created_at > ${total - copies.newest}`, 1));
    await knex.raw(insertCopies(`${one} and created_at <= ${copies.out}`, 2));
    await knex.raw(insertCopies(`${other} and created_at <= ${copies.in}`, 1));
    // Many copies of another collection.
    await knex.raw(insertCopies(`${other} and created_at > ${copies.in}`, 2));
  }, 300_000);

  afterAll(() => knex.destroy());

  // Without statistics, and with them.
  describe.each(['select 1', 'vacuum (analyze)'])('after %s', (prepare) => {
    beforeAll(async () => {
      await knex.raw(prepare);
    }, 120_000);

    test.each(queries)(
      'the query %j in the order %s reads a part of an index, and the copies of its collection',
      async (...asked) => {
        const most = asked[2];
        let after: string | undefined;
        const plans = await executedPlans(knex, async () => {
          after = (await query(asked)).cursor;
          if (after !== undefined) await query(asked, { after });
          await query(asked, { total: true });
        });
        expect(plans.length).toBeGreaterThan(1);
        for (const plan of plans) {
          const types = plan.steps.map(({ type }) => type).join();
          expect(types, plan.sql).not.toMatch(/Seq Scan|Hash|Merge Join|Materialize/);
          const isCount = plan.sql.includes('count(*)');
          // Each scan passes the items with copies, and each copy is looked up with its item.
          const scans = isCount ? 20 : 1;
          expect(rowsRead(plan, 'content'), plan.sql).toBeLessThanOrEqual(
            isCount ? 20 * 10_100 : most + 2 * copiesOfGoods,
          );
          expect(rowsRead(plan, 'content_copies'), plan.sql).toBeLessThanOrEqual(
            (4 + scans) * copiesOfGoods,
          );
        }
      },
    );
  });

  test('a query without the perspective reads no copy', async () => {
    const plans = await executedPlans(knex, async () => {
      for (const [conditions, sort] of queries) {
        const of = { query: asked(conditions, sort) };
        await cms.content.readPage(operator, { of, client: 'here' });
      }
    });
    expect(plans.length).toBeGreaterThan(queries.length);
    for (const { sql } of plans) expect(sql).not.toContain('content_copies');
  });
});
