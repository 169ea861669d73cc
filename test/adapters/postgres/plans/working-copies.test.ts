import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { WorkingCopyQuery } from '../../../../core/store.ts';
import { contentId, userId } from '../../../conformance/samples.ts';
import { sampleCopy } from '../../../conformance/content/copy-samples.ts';
import {
  empty,
  fillLarge,
  insertCollections,
  large,
  scatter,
  small,
  withoutTitleTrigger,
} from '../../../support/postgres/content-plans.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import {
  isShortScan,
  plansOf,
  type Plan,
  type PlanStep,
} from '../../../support/postgres/query-plan.ts';

/** Gives all items a copy. The second user, who created few of the items, changed few others last. */
const fillCopies = `
  insert into content_copies
    (content_id, item_collection_id, item_author_id, version, author_id, title, slug, collection_id,
      base_version, base_title, base_slug, base_collection_id, created_at, updated_at, data, base_data)
  select id, collection_id, author_id, gen_random_uuid(),
    (case created_at % 10000 when 8 then '${userId(2)}' else '${userId(1)}' end)::uuid,
    title, slug, collection_id, version, title, slug, collection_id, created_at, updated_at, data, data
  from content`;

const everywhere = [large, ...small, empty];
const [tiny = ''] = small;

const page = { limit: 50, offset: 0 };
const nobody = { all: [], own: [], ownerId: undefined };

const ofEditor: WorkingCopyQuery = { ...page, ...nobody, all: everywhere };
const ofAuthor: WorkingCopyQuery = { ...page, all: [], own: everywhere, ownerId: userId(2) };

const inGerman = (collection: string) => ({ collectionId: collection, locales: ['de'] });

/** Queries of all kinds of callers, with the indexes that find the keys. */
const queries: readonly (readonly [index: string, query: WorkingCopyQuery])[] = [
  ['collection', ofEditor],
  ['collection', { ...page, ...nobody, all: everywhere, offset: 500 }],
  ['collection', { ...page, ...nobody, all: [large] }],
  ['collection', { ...page, ...nobody, all: [tiny] }],
  ['collection', { ...page, ...nobody, all: [empty] }],
  ['owner', { ...page, all: [], own: everywhere, ownerId: userId(1) }],
  ['owner', ofAuthor],
  ['owner', { ...page, all: [], own: [tiny], ownerId: userId(2) }],
  ['author', { ...page, ...nobody, all: everywhere, authorId: userId(1) }],
  ['author', { ...page, ...nobody, all: everywhere, authorId: userId(2) }],
  ['author', { ...page, ...nobody, all: [empty], authorId: userId(1) }],
  ['author', { ...page, all: [], own: everywhere, ownerId: userId(2), authorId: userId(2) }],
  ['pair', { ...page, ...nobody, all: everywhere, within: everywhere }],
  ['pair', { ...page, ...nobody, all: [large], within: everywhere, offset: 500 }],
  ['pair', { ...page, ...nobody, all: [tiny], within: [tiny] }],
  ['owner', { ...page, all: [], own: [tiny], ownerId: userId(2), within: everywhere }],
  ['author', { ...page, ...nobody, all: [empty], authorId: userId(1), within: everywhere }],
  ['collection', { ...page, ...nobody, all: everywhere, locales: [inGerman(tiny)] }],
  ['owner', { ...page, all: [], own: everywhere, ownerId: userId(2), locales: [inGerman(tiny)] }],
  ['author', { ...page, ...nobody, all: [tiny], authorId: userId(2), locales: [inGerman(tiny)] }],
  ['pair', { ...page, ...nobody, all: everywhere, within: everywhere, locales: [inGerman(tiny)] }],
];

const rowsRead = ({ steps }: Plan, table: string): number =>
  steps
    .filter((step) => step.table === table)
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

/** The scans that find keys, without the pages of the lookups in `content`, which come next. */
const keyScans = ({ steps }: Plan): readonly PlanStep[] =>
  steps.flatMap((step, index) => {
    const lookup = steps[index + 1];
    if (step.table !== 'content_copies' || step.index === 'content_copies_pkey') return [];
    return { ...step, pages: step.pages - (lookup?.table === 'content' ? lookup.pages : 0) };
  });

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { copies } = store.repositories;

  beforeAll(() => insertCollections(pool));
  afterAll(() => knex.destroy());

  const expectLeanLists = async (): Promise<void> => {
    for (const [index, query] of queries) {
      const title = JSON.stringify([index, query]);
      const [plan = expect.fail('no plan')] = await plansOf(knex, () => copies.list(query));
      const { all, own, limit, offset, within = [''] } = query;
      const depth = limit + offset;
      // From each collection at most as many keys as the page needs, and the page itself.
      const most = (all.length * within.length + own.length) * depth + limit;
      expect(rowsRead(plan, 'content_copies'), title).toBeLessThanOrEqual(most);
      expect(rowsRead(plan, 'content'), title).toBeLessThanOrEqual(most);
      expect(plan.steps.map(({ type }) => type).join(), title).not.toMatch(
        /Bitmap|Hash|Merge Join|Gather/,
      );
      const scans = plan.steps.filter(({ table }) => table.startsWith('content'));
      expect(
        scans.filter(({ index: used }) => used === ''),
        title,
      ).toEqual([]);
      expect(
        keyScans(plan).filter((scan) => !isShortScan(scan)),
        title,
      ).toEqual([]);
      const used = new Set(
        scans.filter(({ table }) => table === 'content_copies').map((scan) => scan.index),
      );
      used.delete('content_copies_pkey');
      expect([...used], title).toEqual([`content_copies_${index}_idx`]);
    }
  };

  test('plans cached for empty tables stay efficient when the tables grow', async () => {
    await knex.raw(withoutTitleTrigger);
    for (let n = 0; n < 6; n += 1) {
      for (const [, query] of queries) expect(await copies.list(query)).toEqual([]);
    }
    await fillLarge(knex, 50_000);
    await knex.raw(fillCopies);
    await expectLeanLists();
  });

  test('a list reads only what it returns, with one large collection and many small ones', async () => {
    await knex.raw(scatter);
    await knex.raw('vacuum (analyze)');
    await expectLeanLists();
    await knex.raw('discard plans');
    await expectLeanLists();
    expect(await copies.list(ofEditor)).toHaveLength(50);
    expect(await copies.list(ofAuthor)).toHaveLength(5);
  });

  test('copies that move their items to a collection that is not asked for are not read', async () => {
    await knex.raw(
      `update content_copies set collection_id = '${contentId(9)}' where item_collection_id = '${large}'`,
    );
    const query = { ...page, ...nobody, all: [large], within: everywhere };
    for (const prepare of ['select 1', 'vacuum (analyze)', 'discard plans']) {
      await knex.raw(prepare);
      const [plan = expect.fail('no plan')] = await plansOf(knex, () => copies.list(query));
      expect(rowsRead(plan, 'content_copies')).toBe(0);
    }
    expect(await copies.list(query)).toEqual([]);
  });

  test('a copy is found, saved and removed by the id of its item', async () => {
    const [{ id }] = await knex('content').limit(1);
    const copy = sampleCopy(1, { contentId: id });
    const plans = await plansOf(knex, async () => {
      await copies.find(id);
      await copies.save(copy, 1, undefined);
      await copies.save(copy, 1, copy);
      await copies.remove(contentId(1), copy.version);
    });
    expect(plans).toHaveLength(4);
    for (const { statement, steps } of plans) {
      // The settings of the search are one row.
      const scans = steps.filter(
        ({ table, type }) =>
          /Index|Seq|Bitmap/.test(type) && !['', 'content_search_settings'].includes(table),
      );
      for (const { index } of scans) expect(index, statement).toMatch(/^content(_copies)?_pkey$/);
    }
  });
});
