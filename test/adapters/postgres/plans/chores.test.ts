import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { fieldIndexesOf, targetOf } from '../../../../core/store.ts';
import { times } from '../../../conformance/cases.ts';
import { collectionId, contentId, sampleCollection } from '../../../conformance/samples.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import {
  executedPlanOf,
  nameOf,
  plansOf,
  sentBy,
  type Plan,
} from '../../../support/postgres/query-plan.ts';

const count = 40_000;
const large = sampleCollection(1, {
  schema: { type: 'object', properties: { sku: { type: 'string', unique: true } }, required: [] },
});

const id = `('c0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Nearly all items are published and in one collection, and refer to one item. All entries have one word. */
const fill = [
  // In steps, because a statement has a timeout.
  ...times(
    8,
    (
      step,
    ) => `insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at)
   select ${id}, (case when n % 1000 = 7 then '${collectionId(2)}' else '${collectionId(1)}' end)::uuid, 'Item', 's' || n,
     case n % 100 when 0 then 'draft' else 'published' end, json_build_object('sku', 'sku-' || n), 1, n, n
   from generate_series(${((step - 1) * count) / 8 + 1}, ${(step * count) / 8}) n`,
  ),
  `insert into content_search
   select id, collection_id, status, created_at, version, 1, 'simple', to_tsvector('simple', 'item'),
     array_to_tsvector(content_search_keys('simple', collection_id, status, created_at)) || to_tsvector('simple', 'word')
   from content`,
  `insert into content_references select id, 'author', 'item/${contentId(1)}', 'ignore' from content`,
];

const rowsOf = ({ steps }: Plan, table: string): number =>
  steps
    .filter((step) => step.table === table && step.type.startsWith('Index'))
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

const pagesOf = ({ steps }: Plan): number => Math.max(...steps.map(({ pages }) => pages));

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { search, references, indexes, collections } = storeOver(pool).repositories;

  afterAll(() => knex.destroy());

  /** Of items in the middle of the table. The walk has a number that makes no entry outdated. */
  const startFrom = async (place: number): Promise<void> => {
    const target = 'target = coalesce(target, 1), leased_until = 0, ended_at = 0';
    await knex.raw(`update content_search_walk set ${target}, place = ?`, [contentId(place)]);
  };

  const step = () => search.claimStep({ leaseMs: -1, intervalMs: 0 });

  /** The next step is the first of a walk, which counts the items. */
  const endWalk = () =>
    knex.raw('update content_search_walk set target = null, place = null, leased_until = 0');

  const storeEntries = () =>
    search.store(
      JSON.stringify({ target: 1, place: null }),
      times(50, (n) => ({
        id: contentId(20_000 + n * 11),
        version: 1,
        text: { title: 'title', texts: ['word'] },
      })),
    );

  const replaceReferences = () =>
    references.replaceReferences(
      large,
      times(50, (n) => ({
        id: contentId(20_000 + n * 11),
        version: 1,
        references: [
          { field: 'author', target: targetOf('item', contentId(n)), onDelete: 'ignore' },
        ],
      })),
    );

  beforeAll(async () => {
    for (const n of [1, 2]) await collections.insert(n === 1 ? large : sampleCollection(2));
    for (let n = 0; n < 7; n += 1) {
      await startFrom(1);
      await step();
      await endWalk();
      await step();
      await search.progress();
      await storeEntries();
      await replaceReferences();
    }
    for (const statement of fill) await knex.raw(statement);
  }, 120_000);

  describe.each(['select 1', 'vacuum (analyze)', 'discard plans'])('after %s', (prepare) => {
    beforeAll(async () => {
      await knex.raw(prepare);
    });

    const lookFor = async (): Promise<Plan> => {
      await startFrom(20_000);
      const plans = await plansOf(knex, step, 'whole');
      return plans.find(({ statement }) => statement === 'search_find_outdated')!;
    };

    test('a step of the search reads its items and their entries, whether they are outdated or not', async () => {
      const current = await lookFor();
      // Their ids, and then the items.
      expect([rowsOf(current, 'content'), rowsOf(current, 'content_search')]).toEqual([
        2_000, 1_000,
      ]);
      expect(pagesOf(current)).toBeLessThan(15_000);
      await knex.raw(
        'insert into content_search_rebuilds values (?, 2, 0) on conflict do nothing',
        [collectionId(1)],
      );
      const outdated = await lookFor();
      await knex.raw('delete from content_search_rebuilds where number = 2');
      expect(rowsOf(outdated, 'content')).toBe(2_000);
      expect(rowsOf(outdated, 'content_search')).toBeLessThanOrEqual(1_000);
      expect(
        outdated.steps.filter(({ type, table }) => /Seq/.test(type) && table === 'content'),
      ).toEqual([]);
    });

    test('the progress of a walk is known without counting all items', async () => {
      await endWalk();
      const sent = await sentBy(knex, step);
      const claim = sent.find((each) => nameOf(each) === 'search_claim')!;
      await endWalk();
      const claimed = { statement: nameOf(claim), steps: await executedPlanOf(knex, claim) };
      const counted = claimed.steps.filter(({ table }) => table === 'content');
      expect(Math.max(...counted.map(({ rows, dropped }) => rows + dropped))).toBe(10_000);
      expect(pagesOf(claimed)).toBeLessThan(11_000);
      const [asked, ...others] = await plansOf(knex, () => search.progress(), 'whole');
      expect(others).toEqual([]);
      expect(pagesOf(asked!)).toBeLessThan(20);
      if (prepare === 'discard plans') expect((await search.progress()).total).toBe(count);
    });

    test('entries are stored without reading others', async () => {
      const plans = await plansOf(knex, storeEntries, 'whole');
      const plan = plans.find(({ statement }) => statement === 'search_store')!;
      expect(rowsOf(plan, 'content')).toBe(50);
      expect(pagesOf(plan)).toBeLessThan(15_000);
      const scans = plan.steps.filter(({ table }) => table === 'content');
      expect(scans.map(({ index }) => index)).toEqual(['content_pkey']);
    });

    test('references of an item are replaced without reading those of others', async () => {
      await pool
        .transaction({}, async (inside) => {
          const read = async () => {
            const { rows } = await inside.knex.raw(
              'select seq_tup_read::integer as scanned, idx_tup_fetch::integer as found ' +
                "from pg_stat_xact_user_tables where relname = 'content_references'",
            );
            return (rows as readonly { readonly scanned: number; readonly found: number }[])[0]!;
          };
          const before = await read();
          const { references: repository } = storeOver(inside).repositories;
          const items = times(50, (n) => ({
            id: contentId(30_000 + n),
            version: 1,
            references: [
              {
                field: 'author',
                target: targetOf('item', contentId(n)),
                onDelete: 'ignore' as const,
              },
            ],
          }));
          expect(await repository.replaceReferences(large, items)).toBe(true);
          const after = await read();
          expect(after.scanned - before.scanned).toBe(0);
          expect(after.found - before.found).toBeLessThanOrEqual(100);
          await inside.knex.rollback();
        })
        .catch((error: unknown) => {
          if (!String(error).includes('Transaction rejected')) throw error;
        });
    });
  });

  test('duplicates are found in one pass over the collection, however many there are', async () => {
    const [index] = fieldIndexesOf(large);
    await knex.raw(
      `update content set data = '{"sku":"same"}' where collection_id = ? and created_at % 2 = 0`,
      [collectionId(1)],
    );
    await pool.transaction({}, async (inside) => {
      // With what the connection did before, as far as it is not reported yet.
      const read = async (): Promise<number> => {
        const { rows } = await inside.knex.raw(
          "select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'content'",
        );
        return Number(rows[0].read);
      };
      const before = await read();
      const found = await storeOver(inside).repositories.indexes.findDuplicates(index!, 10, 60_000);
      expect(found).toEqual([{ value: 'same', ids: [contentId(2), contentId(4)] }]);
      expect((await read()) - before).toBeLessThanOrEqual(count + 10);
    });
    expect(
      await indexes.findDuplicates({ ...index!, collectionId: collectionId(2) }, 10, 60_000),
    ).toEqual([]);
  });
});
