import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { postgresRepositories } from '../../../../adapters/postgres/postgres-repositories.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { CollectionShares } from '../../../../core/store.ts';
import { day } from '../../../../core/vocabulary.ts';
import { collectionId, contentId, userId } from '../../../conformance/samples.ts';
import { empty, insertCollections, large, small } from '../../../support/postgres/content-plans.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import {
  isShortScan,
  plansOf,
  type Plan,
  type PlanStep,
} from '../../../support/postgres/query-plan.ts';

const count = 60_000;

/**
 * Nearly all items belong to one collection, one author, and were deleted today. Few are old, of another author or of
 * a small collection. Each has four revisions, and so has as much content.
 */
const fill = [
  `insert into content_trash
    (id, collection_id, author_id, title, slug, status, data, version, created_at, updated_at,
      deleted_at, deleted_by, stored_at, locale, group_id, group_since)
  select ('d0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    case when n % 500 = 7 then (array['${small.join("', '")}']::uuid[])[1 + n / 500 % 40] else '${large}' end,
    (case n % 1000 when 7 then '${userId(2)}' else '${userId(1)}' end)::uuid,
    'Title', 's' || n, 'draft', '{}', 4, n, n, (n * 7919::bigint) % ${count}, '${userId(1)}',
    case when n % 100 = 3 then n else (extract(epoch from now()) * 1000)::bigint end,
    case n % 10000 when 11 then 'de' else 'en' end, gen_random_uuid(), n
  from generate_series(1, ${count}) as n`,
  `insert into content_revisions
    (content_id, version, title, slug, status, collection_id, changed, is_autosave, created_at, data)
  select (kind || '0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, version,
    'Title', 's' || n, 'draft', '${large}', '[]', false, n, '{}'
  from generate_series(1, ${count}) as n, generate_series(1, 4) as version, unnest(array['c', 'd']) kind`,
];

const shares = (changes: Partial<CollectionShares>): CollectionShares => ({
  whole: [],
  owned: [],
  ownerId: userId(1),
  ...changes,
});

const inLocales = (collection: string, ...locales: readonly string[]) => ({
  collectionId: collection,
  locales,
});

const scopes = [
  'all',
  shares({ whole: [large] }),
  shares({ whole: [empty, ...small] }),
  shares({ owned: [large, ...small] }),
  shares({ owned: [large, ...small], ownerId: userId(2) }),
  shares({ whole: small, owned: [large] }),
  shares({ whole: [large, ...small], locales: [inLocales(large, 'de', 'fr')] }),
  shares({ owned: [large, ...small], ownerId: userId(2), locales: [inLocales(large, 'de')] }),
] as const;

const scansOf = ({ steps }: Plan, table: string): readonly PlanStep[] =>
  steps.filter((step) => step.table === table && /Index/.test(step.type));

const read = (scans: readonly PlanStep[]): number =>
  scans.reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

/**
 * The pages that a deletion of 20 items and 80 revisions by their ids may read, with the search for the items in 81
 * collections, which the plan counts too. A scan of a whole index reads twice as many.
 */
const isLookUp = ({ pages }: PlanStep): boolean => pages <= 1_000;

/** Checks that a statement reads both tables by indexes only, and no entry after the last that it needs. */
const expectIndexes = (plan: Plan, title: string): void => {
  for (const table of ['content_trash', 'content_revisions']) {
    const whole = plan.steps.filter((step) => step.table === table && step.type === 'Seq Scan');
    expect(whole, title).toEqual([]);
    const long = scansOf(plan, table).filter((step) => !isShortScan(step) && !isLookUp(step));
    expect(long, title).toEqual([]);
  }
};

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { trash } = postgresRepositories(pool);

  const reads = async (offset: number): Promise<void> => {
    for (const scope of scopes) await trash.list(scope, { limit: 50, offset });
  };

  const counts = async (): Promise<void> => {
    for (const scope of scopes) if (scope !== 'all') await trash.count(scope, 101);
  };

  const purges = async (): Promise<void> => {
    for (const scope of scopes) await trash.purgeScope(scope, 20);
    await trash.sweep(30 * day);
    // There is none.
    await trash.sweep(30_000 * day);
    await trash.purge(contentId(1), 1);
    await trash.find(contentId(1));
    await trash.findIds([contentId(1), contentId(2)]);
  };

  beforeAll(async () => {
    await insertCollections(pool);
    for (let round = 0; round < 6; round += 1) {
      await reads(0);
      await counts();
      await purges();
    }
    for (const statement of fill) await knex.raw(statement);
  });

  afterAll(() => knex.destroy());

  const check = async (): Promise<void> => {
    for (const offset of [0, 1_000]) {
      const plans = await plansOf(knex, () => reads(offset));
      expect(plans).toHaveLength(scopes.length);
      for (const [place, plan] of plans.entries()) {
        const scope = scopes[place] ?? expect.fail();
        const title = `${JSON.stringify(scope)} from ${offset}`;
        expectIndexes(plan, title);
        const branches = scope === 'all' ? 1 : scope.whole.length + scope.owned.length + 1;
        // The keys, and the rows of the page.
        expect(read(scansOf(plan, 'content_trash')), title).toBeLessThanOrEqual(
          branches * (50 + offset) + 50,
        );
      }
    }
    for (const plan of await plansOf(knex, counts)) {
      expectIndexes(plan, plan.statement);
      for (const scan of scansOf(plan, 'content_trash')) {
        expect(read([scan])).toBeLessThanOrEqual(101 * Math.max(1, scan.loops));
      }
    }
    for (const plan of await plansOf(knex, purges)) {
      expectIndexes(plan, plan.statement);
      expect(read(scansOf(plan, 'content_revisions')), plan.statement).toBeLessThanOrEqual(80);
    }
  };

  test('plans cached for empty tables stay efficient when the trash grows', check);

  test('plans made with statistics are as efficient', async () => {
    await knex.raw('vacuum (analyze) content_trash, content_revisions');
    await knex.raw('discard plans');
    for (let round = 0; round < 2; round += 1) await check();
  });

  test('a collection is deleted with its trash by indexes only', async () => {
    const plans = await pool.transaction({}, (inside) =>
      plansOf(inside.knex, () => postgresRepositories(inside).collections.delete(collectionId(3))),
    );
    const found = plans.filter(({ statement }) => statement === 'collection_delete_trash');
    expect(found).toHaveLength(1);
    for (const plan of found) expectIndexes(plan, plan.statement);
  });
});
