import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { examinedReferrersMax, targetOf } from '../../../../core/store.ts';
import { times } from '../../../conformance/cases.ts';
import {
  collectionId,
  contentId,
  mediaId,
  sampleCollection,
} from '../../../conformance/samples.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { wholeView } from '../../../conformance/content/views.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

/** Items 1 to 40,000 refer to item 1, which is popular; 5,000 of them to item 2, by a binding reference. */
const count = 40_000;
const popular = contentId(1);
const bound = contentId(2);

const idOf = (series: string) =>
  `('${series}0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

const fill = [
  `insert into content
     (id, collection_id, title_key, title, slug, status, data, version, created_at, updated_at)
   select ${idOf('c')}, '${collectionId(1)}', '', 'Item', 's' || n,
     case n % 100 when 0 then 'draft' else 'published' end, '{}', 1, n, n
   from generate_series(1, ${count}) as n`,
  `insert into content_references (content_id, field, target, on_delete)
   select ${idOf('c')}, 'author', 'item/${popular}', 'ignore' from generate_series(1, ${count}) as n
   union all
   select ${idOf('c')}, 'owner', 'item/${bound}', 'clear' from generate_series(1, 5000) as n
   union all
   select ${idOf('c')}, 'next', 'item/' || ${idOf('c').replace('to_hex(n)', 'to_hex(n + 1)')}, 'ignore'
   from generate_series(1, ${count}) as n
   union all
   select ${idOf('c')}, 'photo', 'media/' || ${idOf('d')}, 'ignore'
   from generate_series(1, ${count}) as n`,
  `insert into media (id, key, state, filename, original_name, mime_type, kind, size, folder, alt,
     caption, created_at, updated_at)
   select ${idOf('d')}, 'k' || n, 'ready', 'f', 'f', 'image/png', 'image', 1, 'uploads',
     case n % 1000 when 0 then '' else 'A text' end, '', n, n
   from generate_series(1, ${count}) as n`,
];

const everything = { within: 'all' } as const;

const rowsOf = ({ steps }: Plan, table: string): number =>
  steps
    .filter((step) => step.table === table)
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

const maxPages = (plan: Plan): number => Math.max(...plan.steps.map(({ pages }) => pages));

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 600_000 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { references, collections } = store.repositories;

  const referrers = async (offset: number, filter: object = everything, ...ids: string[]) =>
    references.listReferrers(
      {
        within: 'all',
        ...filter,
        targets: (ids.length === 0 ? [popular] : ids).map((id) => targetOf('item', id)),
        limit: 10,
        offset,
      },
      await currentBasis(store),
    );

  const targets = async (n: number) =>
    references.findTargets(
      {
        items: times(n, (i) => contentId(i * 7)),
        mediaIds: times(n, (i) => mediaId(i * 7)),
        mediaKeys: ['k3', 'k5'],
        maxItems: 200,
      },
      wholeView,
      await currentBasis(store),
    );

  const problems = async (problem: 'broken' | 'unpublished') =>
    references.listProblems(problem, undefined, 10, everything, await currentBasis(store));

  const counted = async () => references.countReferrers(collectionId(1), [collectionId(2)], 10_001);

  /** The last plan, with all of its parts: the one before is of the basis. */
  const planOf = async (read: () => Promise<unknown>): Promise<Plan> =>
    (await plansOf(knex, read, 'whole')).at(-1)!;

  beforeAll(async () => {
    for (let n = 0; n < 7; n += 1) {
      await referrers(0);
      await referrers(0, { status: 'draft' });
      await references.listBinding([popular], 10);
      await counted();
      await targets(3);
      for (const problem of ['broken', 'unpublished'] as const) await problems(problem);
      for (const problem of ['no_alt', 'unused'] as const) {
        await references.listMediaProblems(problem, undefined, 10);
        await references.listMediaProblems(problem, undefined, 10, ['en', 'de']);
      }
      await references.findReferences([popular]);
    }
    await collections.insert(sampleCollection(1));
    for (const statement of fill) await knex.raw(statement);
  });

  afterAll(() => knex.destroy());

  describe.each(['select 1', 'vacuum (analyze)', 'discard plans'])('after %s', (prepare) => {
    beforeAll(async () => {
      await knex.raw(prepare);
    });

    test('no statement reads a whole table', async () => {
      const plans = await plansOf(
        knex,
        async () => {
          await referrers(0);
          await references.listBinding([popular, bound], 10);
          await counted();
          await targets(50);
          for (const problem of ['broken', 'unpublished'] as const) await problems(problem);
          for (const problem of ['no_alt', 'unused'] as const) {
            await references.listMediaProblems(problem, undefined, 10);
          }
          await references.findReferences([popular]);
        },
        'whole',
      );
      for (const { statement, steps } of plans) {
        if (statement === 'site_load') continue;
        const scans = steps.filter(
          ({ type, table }) => type === 'Seq Scan' && table !== 'settings',
        );
        expect(scans, statement).toEqual([]);
      }
    });

    test('a page of referrers reads its entries in an index, and only its items', async () => {
      const first = await planOf(() => referrers(0));
      expect(rowsOf(first, 'content_references')).toBe(10);
      expect(rowsOf(first, 'content')).toBe(10);
      expect(maxPages(first)).toBeLessThan(100);
      const later = await planOf(() => referrers(20_000));
      expect(rowsOf(later, 'content_references')).toBe(20_010);
      expect(rowsOf(later, 'content')).toBe(10);
      const indexes = later.steps.filter(({ table }) => table === 'content_references');
      expect(indexes).toMatchObject([{ index: 'content_references_target_idx' }]);
    });

    test('binding references are found without those that are ignored', async () => {
      const none = await planOf(() => references.listBinding([popular], 10));
      expect(rowsOf(none, 'content_references')).toBe(0);
      const some = await planOf(() => references.listBinding([bound], 10));
      expect(rowsOf(some, 'content_references')).toBeLessThanOrEqual(11);
      expect(maxPages(some)).toBeLessThan(100);
    });

    test('a deletion looks for binding references only', async () => {
      for (const [id, pages] of [
        [popular, 20],
        [contentId(77), 20],
      ] as const) {
        const { rows } = await knex.raw(
          `explain (analyze, buffers, format json) select check_content_references('${id}', '{}')`,
        );
        const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
        expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(pages);
      }
      await expect(
        knex.raw(`select check_content_references('${bound}', '{}')`),
      ).rejects.toMatchObject({ constraint: 'content_references_on_delete_check' });
    });

    test('a count of referrers examines a limited number of references', async () => {
      const plan = await planOf(counted);
      // Of all items; item 1 alone has 40,000 referrers, which are in the collection itself.
      expect(rowsOf(plan, 'content_references')).toBeLessThanOrEqual(examinedReferrersMax + 1);
      const indexes = plan.steps.filter(({ table }) => table === 'content_references');
      expect(indexes).toMatchObject([{ index: 'content_references_target_idx' }]);
      expect(await counted()).toEqual({ count: 0, isComplete: false });
    });

    test('targets are read by their keys', async () => {
      const plan = await planOf(() => targets(50));
      expect(rowsOf(plan, 'content')).toBe(50);
      expect(rowsOf(plan, 'media')).toBe(52);
      expect(maxPages(plan)).toBeLessThan(1_000);
    });

    test.each(['broken', 'unpublished'] as const)('a step for %s is limited', async (problem) => {
      const plan = await planOf(() => problems(problem));
      expect(rowsOf(plan, 'content_references')).toBe(2_000);
      expect(maxPages(plan)).toBeLessThan(30_000);
    });

    test('images without text come from an index, and a step for unused files is limited', async () => {
      const images = await planOf(() => references.listMediaProblems('no_alt', undefined, 10));
      expect(rowsOf(images, 'media')).toBe(10);
      expect(images.steps).toMatchObject([{}, { index: 'media_without_alt_idx' }]);
      const inLocales = await planOf(() =>
        references.listMediaProblems('no_alt', undefined, 10, ['en', 'de']),
      );
      expect(rowsOf(inLocales, 'media')).toBeLessThanOrEqual(2_000);
      expect(inLocales.steps).toContainEqual(
        expect.objectContaining({ index: 'media_without_alt_idx' }),
      );
      const unused = await planOf(() => references.listMediaProblems('unused', undefined, 10));
      expect(rowsOf(unused, 'media')).toBe(2_000);
      expect(maxPages(unused)).toBeLessThan(30_000);
    });
  });
});
