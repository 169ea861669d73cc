import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { collectionId, sampleCollection } from '../../../conformance/samples.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

const maxPages = (plan: Plan): number => Math.max(...plan.steps.map(({ pages }) => pages));

/** Rows that the scans of planned changes returned and dropped. */
const rowsRead = ({ steps }: Plan): number =>
  steps
    .filter(({ table }) => table === 'content_schedules')
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

/** Plans changes of as many items, at times from 1 on. */
const insertPlans = (count: number, columns: string, values: string, collection = 1): string => `
  with new as (
    insert into content
      (id, collection_id, title_key, title, slug, status, data, version, created_at, updated_at)
    select gen_random_uuid(), (select id from collections where name = 'collection-${collection}'), 'item', 'Item',
      gen_random_uuid()::text, 'draft', '{}', 1, n, n
    from generate_series(1, ${count}) as n
    returning id, created_at as n
  )
  insert into content_schedules (content_id, action, at${columns})
  select id, 'publish', ${values} from new`;

/** In the second collection. */
const few = 7;

const circumstances = ['select 1', 'vacuum (analyze)', 'discard plans'];

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { schedules, collections } = storeOver(pool).repositories;

  beforeAll(async () => {
    for (let n = 0; n < 7; n += 1) {
      await schedules.claim(1);
      await schedules.list({ limit: 10, offset: 0 }, 'all');
      await schedules.list({ limit: 10, offset: 0 }, [collectionId(1), collectionId(2)]);
    }
    for (const n of [1, 2]) await collections.insert(sampleCollection(n));
    // Most changes have failed long ago, and many are planned for later.
    await knex.raw(insertPlans(20_000, ', state, reason', "n, 'failed', 'forbidden: No'"));
    await knex.raw(insertPlans(20_000, '', '9000000000000 + n'));
    // After all others.
    await knex.raw(insertPlans(few, '', '9900000000000 + n', 2));
  });

  afterAll(() => knex.destroy());

  describe.each(circumstances)('after %s', (prepare) => {
    test('asking what is due reads next to nothing while nothing is', async () => {
      await knex.raw(prepare);
      const plans = await plansOf(knex, () => schedules.claim(1));
      expect(plans.map(({ statement }) => statement)).toEqual(['schedules_any_due']);
      expect(rowsRead(plans[0]!)).toBe(0);
      expect(maxPages(plans[0]!)).toBeLessThan(10);
    });

    test('a page of the list reads its entries only', async () => {
      await knex.raw(prepare);
      const plans = await plansOf(knex, async () => {
        for (const offset of [0, 20_000]) await schedules.list({ limit: 10, offset }, 'all');
      });
      const [first, later] = plans;
      expect(rowsRead(first!)).toBe(10);
      expect(maxPages(first!)).toBeLessThan(100);
      // An offset reads what it skips, in the index.
      expect(rowsRead(later!)).toBe(20_010);
      const titles = later!.steps.filter(({ table }) => table === 'content');
      expect(titles).toMatchObject([{ index: 'content_pkey', rows: 10 }]);
    });
  });

  test.each(circumstances)(
    'after %s, a page of some collections reads nothing of the others',
    async (prepare) => {
      await knex.raw(prepare);
      const read = async (within: readonly number[], offset = 0) => {
        const ids = within.map(collectionId);
        const plans = await plansOf(knex, () => schedules.list({ limit: 10, offset }, ids));
        return plans[0]!;
      };
      const rare = await read([2]);
      expect(rowsRead(rare)).toBe(few);
      expect(maxPages(rare)).toBeLessThan(60);
      expect(rare.steps.filter(({ table }) => table === 'content_schedules')).toMatchObject([
        { index: 'content_schedules_collection_idx' },
      ]);
      const both = await read([1, 2], 20);
      // Numbers of rows are averages of the collections.
      expect(rowsRead(both)).toBeLessThanOrEqual(30 + few + 1);
      expect(maxPages(both)).toBeLessThan(120);
    },
  );

  test('a claim reads the first of many changes that are due', async () => {
    await knex.raw(insertPlans(20_000, '', '1000000 + n'));
    for (const prepare of circumstances) {
      await knex.raw(prepare);
      const plans = await plansOf(knex, () => schedules.claim(1));
      expect(plans.map(({ statement }) => statement)).toEqual([
        'schedules_any_due',
        'schedules_claim',
      ]);
      for (const plan of plans) {
        expect(rowsRead(plan)).toBeLessThan(20);
        expect(maxPages(plan)).toBeLessThan(60);
        expect(plan.steps.map(({ type }) => type)).not.toContain('Seq Scan');
      }
    }
  });
});
