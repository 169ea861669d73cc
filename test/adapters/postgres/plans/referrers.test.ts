import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { targetOf, type ContentFilter } from '../../../../core/store.ts';
import { contentId } from '../../../conformance/samples.ts';
import {
  empty,
  fillLarge,
  insertCollections,
  large,
  small,
  withoutTitleTrigger,
} from '../../../support/postgres/content-plans.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

/** PLAN_ROWS is a multiple of 10,000, for a run with more. */
const count = Number(process.env['PLAN_ROWS'] ?? 40_000);

const [few = ''] = small;

/** All items refer to both. Ten of them are in the collection `few`, the others in the large one. */
const targets = [1, 2].map((n) => targetOf('item', contentId(n)));

const fill = (from: number, to: number): string => `
  insert into content_references (content_id, field, target, on_delete, collection_id)
  select id, 'next', target, 'ignore', collection_id
  from content cross join unnest('{${targets.join()}}'::text[]) target
  where created_at between ${from} and ${to}`;

const withoutLarge = [...small, empty];

/** Who reads, from which place, of how many targets, and how many referrers are found, and references read at most. */
const pages: readonly (readonly [
  reader: string,
  offset: number,
  asked: number,
  filter: ContentFilter,
  found: number,
  most: number,
])[] = [
  ['all', 0, 1, { within: 'all' }, 10, 10],
  ['all', count / 2, 1, { within: 'all' }, 10, count / 2 + 10],
  ['all', 0, 2, { within: 'all' }, 10, 20],
  ['all but the large one', 0, 1, { within: withoutLarge }, 10, 10],
  ['all but the large one', 6, 1, { within: withoutLarge }, 4, 10],
  ['all but the large one', count / 2, 1, { within: withoutLarge }, 0, 10],
  ['all but the large one', 0, 2, { within: withoutLarge }, 10, 20],
  ['all but the large one, drafts', 0, 1, { within: withoutLarge, status: 'draft' }, 10, 10],
  ['all but an empty one', 0, 1, { within: [large, ...small] }, 10, 20],
  ['all but an empty one', 5_000, 1, { within: [large, ...small] }, 10, 5_020],
  ['an empty one', 0, 1, { within: [empty] }, 0, 0],
  ['none', 0, 1, { within: [] }, 0, 0],
  ['all, of the small one', 0, 1, { within: 'all', collectionId: few }, 10, 10],
  ['all, of the large one', 0, 1, { within: 'all', collectionId: large }, 10, 10],
];

const rowsOf = ({ steps }: Plan, table: string): number =>
  steps
    .filter((step) => step.table === table)
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 600_000 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { references } = store.repositories;

  const read = async (filter: ContentFilter, offset: number, asked: number) => {
    const query = { ...filter, targets: targets.slice(0, asked), limit: 10, offset };
    const found = await references.listReferrers(query, await currentBasis(store));
    return found.isCurrent ? found.value : expect.fail('the basis is current');
  };

  beforeAll(async () => {
    await insertCollections(pool);
    await knex.raw(withoutTitleTrigger);
    for (let n = 0; n < 6; n += 1) {
      for (const [, , , filter] of pages) await read(filter, 0, 1);
    }
    await fillLarge(knex, count);
    for (let from = 1; from <= count; from += 10_000) await knex.raw(fill(from, from + 9_999));
    // The oldest ones, which are drafts: a list that reads the others first comes to them last.
    await knex.raw(`update content set collection_id = '${few}' where created_at <= 10`);
  }, 600_000);

  afterAll(() => knex.destroy());

  describe.each(['select 1', 'vacuum (analyze)', 'discard plans'])('after %s', (prepare) => {
    beforeAll(async () => {
      await knex.raw(prepare);
    }, 120_000);

    test.each(pages)(
      'for those who see %s, a page from %i of %i targets reads only what it needs',
      async (_, offset, asked, filter, found, most) => {
        expect(await read(filter, offset, asked)).toHaveLength(found);
        const plans = await plansOf(knex, () => read(filter, offset, asked));
        const plan = plans.at(-1) ?? expect.fail('no plan');
        expect(rowsOf(plan, 'content_references')).toBeLessThanOrEqual(most);
        // The items of the page and, with a status, those that are examined.
        const examined = filter.status === undefined ? 0 : most;
        expect(rowsOf(plan, 'content')).toBeLessThanOrEqual(found + examined);
        const isLimited = filter.within !== 'all' || filter.collectionId !== undefined;
        const index = `content_references_${isLimited ? 'collection' : 'target'}_idx`;
        const scans = plan.steps.filter(({ table }) => table === 'content_references');
        expect(scans.filter((scan) => scan.index !== index)).toEqual([]);
        // At most a path through the index for each collection and target, and the rows.
        const paths = asked * (filter.within === 'all' ? 1 : filter.within.length);
        const pagesRead = scans.map((scan) => scan.pages);
        expect(Math.max(0, ...pagesRead)).toBeLessThanOrEqual(6 * paths + 2 * most);
      },
    );
  });
});
