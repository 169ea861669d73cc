import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { savedViewLimits } from '../../../../core/vocabulary.ts';
import { sampleUser, userId } from '../../../conformance/samples.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

const pagesOf = ({ steps }: Plan): number => steps.reduce((sum, { pages }) => sum + pages, 0);

/** The views that a plan reads, also those that it drops. */
const viewsIn = ({ steps }: Plan): number =>
  steps
    .filter(({ table }) => table === 'saved_views')
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

const owners = 5_000;
const shared = 1_000;

/** Accounts with a few private views each, and every fifth with one that is shared. */
const crowd = `
  insert into users (id, email, username, username_key, first_name, last_name, role, is_active, created_at, updated_at)
  select gen_random_uuid(), 'crowd' || n || '@example.com', 'crowd' || n, 'crowd' || n, '', '', 'author', true, n, n
  from generate_series(1, ${owners}) n;
  insert into saved_views (id, name, query, is_shared, owner_id, created_at, updated_at)
  select gen_random_uuid(), 'View ' || k || ' of ' || username, '{}', k = 0, id, 1, 1
  from users cross join generate_series(0, 4) k
  where username like 'crowd%' and (k > 0 or created_at % ${owners / shared} = 0)`;

/** As many private views of the first user as there may be. */
const many = `
  insert into saved_views (id, name, query, is_shared, owner_id, created_at, updated_at)
  select gen_random_uuid(), 'Own ' || n, '{}', false, '${userId(1)}', 1, 1
  from generate_series(1, ${savedViewLimits.views}) n`;

const circumstances = ['select 1', 'vacuum (analyze)', 'discard plans'];

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { savedViews, users } = storeOver(pool).repositories;
  const page = { limit: 10, offset: 0 };

  beforeAll(async () => {
    for (let n = 0; n < 7; n += 1) {
      await savedViews.list(userId(1), page);
      await savedViews.countOf(userId(1));
    }
    for (const n of [1, 2]) await users.insert(sampleUser(n));
    await knex.raw(crowd);
    await knex.raw(many);
    const { rows } = await knex.raw<{ rows: readonly object[] }>(
      'select is_shared, count(*)::integer as count from saved_views group by is_shared order by is_shared',
    );
    expect(rows).toEqual([
      { is_shared: false, count: 4 * owners + savedViewLimits.views },
      { is_shared: true, count: shared },
    ]);
  });

  afterAll(() => knex.destroy());

  describe.each(circumstances)('after %s', (prepare) => {
    test.each([
      ['somebody with many', 1, 220],
      ['somebody without any', 2, 20],
    ])(
      'a page is one statement, which reads no private views of others: %s',
      async (_, n, most) => {
        await knex.raw(prepare);
        const plans = await plansOf(knex, async () => {
          expect(await savedViews.list(userId(n), page)).toHaveLength(page.limit);
        });
        expect(plans.map(({ statement }) => statement)).toEqual(['saved_view_list']);
        expect(viewsIn(plans[0]!)).toBeLessThanOrEqual(most);
        expect(pagesOf(plans[0]!)).toBeLessThan(400);
      },
    );

    test('a count reads the views of one owner', async () => {
      await knex.raw(prepare);
      const plans = await plansOf(knex, async () => {
        expect(await savedViews.countOf(userId(1))).toBe(savedViewLimits.views);
      });
      expect(viewsIn(plans[0]!)).toBe(savedViewLimits.views);
    });
  });
});
