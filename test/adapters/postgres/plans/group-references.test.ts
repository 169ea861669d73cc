import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { examinedReferrersMax, type View } from '../../../../core/store.ts';
import { times } from '../../../conformance/cases.ts';
import { viewOf } from '../../../conformance/content/views.ts';
import { collectionId, contentId, sampleCollection } from '../../../conformance/samples.ts';
import { withoutTitleTrigger } from '../../../support/postgres/content-plans.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

/** Groups of an English and a German item; the first one of each is deleted in every other group. */
const groups = 20_000;

const localized = collectionId(1);

/** To this group, 3,000 ids lead. */
const popular = contentId(2);

const idOf = (n: string): string =>
  `('c0000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const fill = [
  `insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at,
     locale, group_id, group_since, follows_group)
   select case when code = 'en' then ${idOf('n')} else gen_random_uuid() end, '${localized}', '', 's' || n || code,
     case when n % 10 = 0 then 'draft' else 'published' end, '{}', 1, n, n, code, ${idOf('n')}, n,
     code = 'de' and n % 2 = 0
   from generate_series(1, ${groups}) n cross join unnest(array['en', 'de']) code
   where code = 'de' or n % 2 = 0`,
  `insert into content_former_ids (id, group_id)
   select ${idOf('n')}, ${idOf('n')} from generate_series(1, ${groups}) n where n % 2 = 1
   union all select gen_random_uuid(), '${popular}' from generate_series(1, 3000)`,
  `insert into content_references (content_id, field, target, on_delete)
   select ${idOf('n')}, 'next', 'item/' || ${idOf('n + 1')}, case when n % 3 = 0 then 'clear' else 'ignore' end
   from generate_series(2, ${groups}, 2) n`,
];

const views = {
  everybody: viewOf({ within: 'all', publishedOnly: true }),
  'a user in the perspective of drafts': viewOf({ within: 'all' }, 'unpublished'),
} as const;

const wanted = 50;

const rowsOf = ({ steps }: Plan, table: string): number =>
  steps
    .filter((step) => step.table === table)
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 600_000 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { references, collections } = store.repositories;

  const targets = async (view: View): Promise<unknown> => {
    const languages = { chain: ['en', 'de'], localized: [localized], others: [] };
    const items = times(wanted, (n) => contentId(n * 7));
    const asked = { items, mediaIds: [], mediaKeys: [], maxItems: 200 };
    return references.findTargets(asked, { ...view, languages }, await currentBasis(store));
  };

  const named = (): Promise<unknown> =>
    references.findGroups([popular, ...times(wanted, (n) => contentId(n * 7))]);

  const counted = (): Promise<unknown> => references.countReferrers(localized, [localized], 10_001);

  const problems = async (problem: 'broken' | 'unpublished'): Promise<unknown> =>
    references.listProblems(problem, undefined, 10, { within: 'all' }, await currentBasis(store));

  const readAll = async (): Promise<void> => {
    for (const view of Object.values(views)) await targets(view);
    await named();
    await counted();
    for (const problem of ['broken', 'unpublished'] as const) await problems(problem);
    await references.addFormerIds([{ id: contentId(900_000), groupId: popular }]);
  };

  /** How many pages a call of a function reads. The call before it reads the catalog, too. */
  const pagesOf = async (call: string): Promise<number> => {
    await knex.raw(`select ${call}`);
    const { rows } = await knex.raw(`explain (analyze, buffers, format json) select ${call}`);
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };

  beforeAll(async () => {
    await collections.insert(sampleCollection(1, { baseLocale: 'en' }));
    await knex.raw(withoutTitleTrigger);
    for (let n = 0; n < 7; n += 1) {
      await readAll();
      await pagesOf(`check_group_references('${popular}', '${popular}', '{}')`);
      await pagesOf(`forget_former_ids('${popular}')`);
      await pagesOf(`lock_former_group('${popular}')`);
    }
    await knex.raw('alter table content disable trigger content_group_entered');
    for (const statement of fill) await knex.raw(statement);
  }, 600_000);

  afterAll(() => knex.destroy());

  describe.each(['select 1', 'vacuum (analyze)', 'discard plans'])('after %s', (prepare) => {
    beforeAll(async () => {
      await knex.raw(prepare);
    });

    test('no statement reads a whole table', async () => {
      for (const { statement, steps } of await plansOf(knex, readAll, 'whole')) {
        const scans = steps.filter(
          ({ type, table, loops }) =>
            type === 'Seq Scan' && loops > 0 && table.startsWith('content'),
        );
        expect(scans, statement).toEqual([]);
      }
    });

    test.each(Object.entries(views))(
      'targets in a locale read the items of their groups: for %s',
      async (_, view) => {
        const plan = (await plansOf(knex, () => targets(view), 'whole')).at(-1)!;
        // The id itself, in two ways, and the items of its group.
        expect(rowsOf(plan, 'content')).toBeLessThanOrEqual(4 * wanted);
        expect(rowsOf(plan, 'content_former_ids')).toBeLessThanOrEqual(wanted);
      },
    );

    test('groups are found with their names only', async () => {
      const plan = (await plansOf(knex, named, 'whole')).at(-1)!;
      expect(rowsOf(plan, 'content')).toBeLessThanOrEqual(4 * wanted);
      expect(rowsOf(plan, 'content_former_ids')).toBeLessThanOrEqual(3_000 + 3 * wanted);
    });

    test('referrers are counted with a limited number of groups and of deleted items', async () => {
      const plan = (await plansOf(knex, counted, 'whole')).at(-1)!;
      for (const table of ['content_groups', 'content_former_ids']) {
        expect(rowsOf(plan, table), table).toBeLessThanOrEqual(examinedReferrersMax + 1);
      }
    });

    test('a deletion looks for the other items of the group first, and for references only then', async () => {
      const last = contentId(7);
      const gone = contentId(900_001);
      for (const [item, group] of [
        [popular, popular],
        [last, last],
        [gone, gone],
      ] as const) {
        const call = `check_group_references('${item}', '${group}', '{}')`;
        expect(await pagesOf(call), call).toBeLessThan(40);
        const cleaning = `forget_former_ids('${group}')`;
        expect(await pagesOf(cleaning), cleaning).toBeLessThan(40);
      }
    });

    test('a binding reference to a deleted item locks the items of its group', async () => {
      for (const n of [7, 8, 900_001]) {
        const call = `lock_former_group('${contentId(n)}')`;
        expect(await pagesOf(call), call).toBeLessThan(40);
      }
    });
  });
});
