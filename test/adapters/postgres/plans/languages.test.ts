import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import {
  placementFields,
  systemFields,
  type ItemQuery,
  type QuerySlice,
  type View,
} from '../../../../core/store.ts';
import { contentStatuses, parseSlug } from '../../../../core/vocabulary.ts';
import { collectionId, contentId, sampleCollection } from '../../../conformance/samples.ts';
import { viewOf } from '../../../conformance/content/views.ts';
import { withoutTitleTrigger } from '../../../support/postgres/content-plans.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';
import { executedPlans, type ExecutedPlan } from '../../../support/queries/executed-plans.ts';

/** PLAN_ROWS is for a run with more. */
const count = Number(process.env['PLAN_ROWS'] ?? 40_000);

/** Ten languages. English is complete, German too, French has three items, Italian only drafts. */
const codes = ['en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'sv', 'da', 'fi'];
const groups = Math.floor(count / 4);

const [large, plain] = [collectionId(1), collectionId(2)];

const circumstances = ['select 1', 'vacuum (analyze)', 'discard plans'];

const limit = 10;
const far = Math.floor(groups / 2);

/** How many items a query works on. */
const candidates = 600;

const inLanguages = (view: View, chain: readonly string[]): View => ({
  ...view,
  languages: { chain, localized: [large], others: [plain] },
});

/** Everybody, and somebody who sees drafts, also in the place of published items. */
const views = {
  everybody: viewOf({ within: 'all', publishedOnly: true }),
  'a user': viewOf({ within: 'all' }),
  'a user in the perspective of drafts': viewOf({ within: 'all' }, 'unpublished'),
} as const;

const chains = [['de', 'en'], ['fr'], ['fr', 'en'], ['it', 'fr', 'de', 'en'], ['pt']];

const rowsRead = ({ steps }: Pick<Plan, 'steps'>): number =>
  steps
    .filter(({ table }) => table === 'content')
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 600_000 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { collections, contents, queries } = store.repositories;

  const read = async (
    view: View,
    { collection = large, offset = 0 }: { collection?: string | undefined; offset?: number } = {},
  ): Promise<unknown> => {
    const query = { limit, offset, ...(collection !== 'all' && { collectionId: collection }) };
    return contents.list(query, view, await currentBasis(store));
  };

  const readOne = async (view: View): Promise<void> => {
    const basis = await currentBasis(store);
    await contents.getById(contentId(7), view, basis);
    const query = { slug: parseSlug('s7-de'), collectionId: large };
    await contents.getBySlug(query, view, basis);
  };

  /** Reads a page of a query. */
  const queryOne = async (view: View, query: Partial<ItemQuery>, slice: QuerySlice) => {
    const chain = view.languages?.chain ?? [];
    const fields = [placementFields.locale, placementFields.since, placementFields.group];
    const statuses = view.audience.publishedOnly ? (['published'] as const) : contentStatuses;
    const whole: ItemQuery = {
      collectionId: large,
      shown: view.shown,
      scan: { fields, among: [chain], statuses },
      conditions: [],
      sort: fields.slice(1).map((field) => ({ field, isDescending: true })),
      idsDescend: true,
      isFollowed: true,
      chain,
      ...query,
    };
    const read = await queries.list(whole, slice, await currentBasis(store));
    return read.isCurrent ? read.value.places : expect.fail('the basis has changed');
  };

  /** A query by an index that finds items of all locales. */
  const narrow = (view: View): Partial<ItemQuery> => {
    const statuses = view.audience.publishedOnly ? (['published'] as const) : contentStatuses;
    const range = { kind: 'range', to: { key: candidates / 2, isInclusive: true } } as const;
    return {
      scan: { fields: [systemFields.created_at], among: [], range, statuses },
      sort: [{ field: systemFields.title, isDescending: false }],
      isFollowed: false,
    };
  };

  const findUnequal = (collection: string) => contents.findUnequalGroups(collection, ['price'], 10);

  const all = Object.entries(views).flatMap(([title, view]) =>
    chains.map((chain) => [`${title}, ${chain.join()}`, inLanguages(view, chain)] as const),
  );

  beforeAll(async () => {
    await collections.insert(sampleCollection(1, { baseLocale: 'en' }));
    await collections.insert(sampleCollection(2));
    await knex.raw(withoutTitleTrigger);
    for (let n = 0; n < 6; n += 1) {
      await findUnequal(large);
      for (const [, view] of all) {
        await read(view);
        await read(view, { collection: 'all' });
        await readOne(view);
      }
    }
    // The items have their place in the group, and slugs of nobody else.
    await knex.raw('alter table content disable trigger content_group_entered');
    // Statistics of a part of the rows are no circumstance that is tested here.
    await knex.raw('alter table content set (autovacuum_enabled = off)');
    const step = 5_000;
    for (let first = 1; first <= groups; first += step) {
      await knex.raw(`
        insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at,
          locale, group_id, group_since, follows_group)
        select case when code = 'en' then named.id else gen_random_uuid() end, '${large}', '',
          's' || n || '-' || code, case code when 'it' then 'draft' else 'published' end, '{}', 1, n, n,
          code, named.id, n, code <> 'en'
        from generate_series(${first}, ${Math.min(groups, first + step - 1)}) n
          cross join unnest(array['${codes.join("', '")}']) code
          cross join lateral (select ('c0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid) named (id)
        where code in ('en', 'de') or n <= 3 or (code = 'it' and n % 2 = 0)`);
    }
  }, 600_000);

  afterAll(() => knex.destroy());

  describe.each(circumstances)('after %s', (prepare) => {
    /** The plan of the statement that reads the rows. */
    const planOf = async (work: () => Promise<unknown>): Promise<Plan> => {
      const plan = (await plansOf(knex, work)).at(-1) ?? expect.fail('no plan');
      const full = plan.steps.filter(
        ({ table, loops, type }) => loops > 0 && type === 'Seq Scan' && table.startsWith('content'),
      );
      expect(full).toEqual([]);
      return plan;
    };

    /** The plan of a statement without a name. */
    const executedPlan = async (work: () => Promise<unknown>): Promise<ExecutedPlan> =>
      (await executedPlans(knex, work)).at(-1) ?? expect.fail('no plan');

    beforeAll(async () => {
      await knex.raw(prepare);
    });

    test.each(all)(
      'the first page reads no more than it shows, in each locale: %s',
      async (_, view) => {
        const scans = 3 * ((view.languages?.chain.length ?? 0) + 1);
        for (const collection of [large, 'all']) {
          const plan = await planOf(() => read(view, { collection }));
          // The keys of a page from each scan; then the translations of each group on the page.
          expect(rowsRead(plan), collection).toBeLessThanOrEqual(2 * limit * scans + 8 * limit);
        }
      },
    );

    test.each(all)('a page far into the list reads keys only: %s', async (_, view) => {
      const plan = await planOf(() => read(view, { offset: far }));
      const length = view.languages?.chain.length ?? 0;
      const complete = view.languages?.chain.filter((code) => ['de', 'en', 'it'].includes(code));
      const most = ((complete?.length ?? 0) * (far + limit) + 3 * length) * 2 + 8 * limit;
      expect(rowsRead(plan)).toBeLessThanOrEqual(most);
      const sorted = plan.steps.filter(({ type, rows }) => type === 'Sort' && rows > far);
      if (view.shown === 'published') expect(sorted).toEqual([]);
    });

    test.each(all)(
      'a query in the order of the groups reads no more than its page, wherever it starts: %s',
      async (_, view) => {
        const scans = 3 * ((view.languages?.chain.length ?? 0) + 1);
        const most = 2 * limit * scans + 8 * limit;
        const after = { keys: [far, contentId(far)], id: contentId(far) };
        for (const slice of [{ limit }, { limit, after }]) {
          const plan = await executedPlan(() => queryOne(view, {}, slice));
          expect(rowsRead(plan), plan.sql).toBeLessThanOrEqual(most);
        }
        const plan = await executedPlan(() => queryOne(view, {}, { limit, countMax: 100 }));
        expect(rowsRead(plan), 'with a count').toBeLessThanOrEqual(most + 100 * scans);
      },
    );

    test.each(all)('another query reads its candidates and their groups: %s', async (_, view) => {
      const plan = await executedPlan(() =>
        queryOne(view, narrow(view), { limit, countMax: 1_000 }),
      );
      const length = view.languages?.chain.length ?? 0;
      expect(rowsRead(plan), plan.sql).toBeLessThanOrEqual((length + 2) * candidates + 100);
    });

    test('the groups with different values are found without the items of other collections', async () => {
      for (const [collection, most] of [
        [plain, 0],
        [large, 3 * count],
      ] as const) {
        const plan = await planOf(() => findUnequal(collection));
        expect(rowsRead(plan), collection).toBeLessThanOrEqual(most);
      }
    });

    test.each(all)('an id and a slug read the items of one group: %s', async (_, view) => {
      for (const plan of await plansOf(knex, () => readOne(view))) {
        if (!plan.statement.includes('content_language')) continue;
        expect(rowsRead(plan), plan.statement).toBeLessThanOrEqual(60);
      }
    });
  });
});
