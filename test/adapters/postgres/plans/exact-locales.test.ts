import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { parseSearchQuery, type ExactLocale } from '../../../../core/store.ts';
import {
  collectionId,
  sampleCollection,
  sampleUser,
  userId,
} from '../../../conformance/samples.ts';
import { wholeView } from '../../../conformance/content/views.ts';
import { withoutTitleTrigger } from '../../../support/postgres/content-plans.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { entriesRead } from '../../../support/postgres/entries-read.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

/** PLAN_ROWS is for a run with more. */
const count = Number(process.env['PLAN_ROWS'] ?? 40_000);

/** English is complete, French half, with all of its items archived; German has three items. */
const [large, plain] = [collectionId(1), collectionId(2)];

const few = 3;

const inLocale = (code: string): ExactLocale => ({ code, localized: [large], others: [plain] });

/** Takes the first and the last number. */
const fill = [
  `insert into content (id, collection_id, author_id, title_key, title, slug, status, data, version, created_at,
      updated_at, locale, group_id, group_since)
    select named.id, (case when code is null then '${plain}' else '${large}' end)::uuid, '${userId(1)}', 'item', 'Item',
      's' || n || '-' || coalesce(code, ''), case code when 'fr' then 'archived' else 'published' end, '{}', 1, n, n,
      code, case when code is not null then named.id end, case when code is not null then n end
    from generate_series(:first::integer, :last::integer) n
      cross join unnest(array['en', 'de', 'fr', null]) code
      cross join lateral (select md5(n || coalesce(code, ''))::uuid as id) named
    where code = 'en' or n <= ${few} or (code = 'fr' and n % 2 = 0)`,
  `insert into content_schedules (content_id, action, at)
    select id, 'unpublish', created_at from content where created_at between :first and :last`,
  `insert into former_slugs (slug, content_id, collection_id, status, locale, seen_in)
    select 'former-' || slug, id, collection_id, status, locale, array[collection_id]
    from content where created_at between :first and :last`,
  `insert into content_copies
      (content_id, item_collection_id, item_author_id, item_locale, version, author_id, title, slug, collection_id,
        base_version, base_title, base_slug, base_collection_id, created_at, updated_at, data, base_data)
    select id, collection_id, author_id, locale, gen_random_uuid(), author_id, title, slug, collection_id, version,
      title, slug, collection_id, created_at, updated_at, data, data
    from content where status = 'published' and created_at between :first and :last`,
  `insert into content_search
      (content_id, collection_id, status, created_at, version, rebuild, language, title, vector)
    select id, collection_id, status, created_at, 1, 1, 'simple', '', array_to_tsvector(array_remove(
      content_search_keys('simple', collection_id, status, created_at) || ('o/' || locale), null)) ||
      to_tsvector('simple', 'tide')
    from content where created_at between :first and :last`,
];

const circumstances = ['select 1', 'vacuum (analyze)', 'discard plans'];

const limit = 10;

const rowsRead = ({ steps }: Plan): number =>
  steps
    .filter(({ table }) => /^(?:content|former_slugs)/.test(table))
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 600_000 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { collections, contents, copies, redirects, schedules, search, summaries, users } =
    store.repositories;

  const page = { limit, offset: 0 };

  /** Each read of a first page, in a locale. */
  const reads = {
    'summaries by the last change': async (locale: ExactLocale) =>
      summaries.list(
        { ...page, within: 'all', locale, order: 'updated' },
        await currentBasis(store),
      ),
    'summaries by the creation': async (locale: ExactLocale) =>
      summaries.list(
        { ...page, within: 'all', locale, order: 'created', status: 'published' },
        await currentBasis(store),
      ),
    'summaries of an author': async (locale: ExactLocale) =>
      summaries.list(
        { ...page, within: 'all', locale, order: 'updated', authorId: userId(1) },
        await currentBasis(store),
      ),
    'summaries of an author by the creation': async (locale: ExactLocale) =>
      summaries.list(
        { ...page, within: 'all', locale, order: 'created', authorId: userId(1) },
        await currentBasis(store),
      ),
    places: (locale: ExactLocale) => contents.listPlacesAfter(undefined, undefined, limit, locale),
    'later places': (locale: ExactLocale) =>
      contents.listPlacesAfter(
        large,
        { createdAt: count / 2, id: 'c0000000-0000-7000-8000-000000000000' },
        limit,
        locale,
      ),
    redirects: async (locale: ExactLocale) =>
      redirects.list({ ...page, within: 'all', locale }, await currentBasis(store)),
    'redirects that were seen': async (locale: ExactLocale) =>
      redirects.list(
        { ...page, within: 'all', locale, status: 'published', seenIn: [large, plain] },
        await currentBasis(store),
      ),
    'planned changes': (locale: ExactLocale) => schedules.list(page, 'all', locale),
    'working copies': (locale: ExactLocale) =>
      copies.list({ ...page, all: [large, plain], own: [], ownerId: undefined, locale }),
  } as const;

  const find = async (locale: ExactLocale) =>
    summaries.find(
      { title: { words: [], prefix: 'item' }, limit, within: 'all', locale },
      await currentBasis(store),
    );

  const counts = async (locale: ExactLocale) =>
    summaries.count([large, plain], 100, await currentBasis(store), locale);

  const searchFor = async (locale: ExactLocale) =>
    search.search(
      { ...page, terms: parseSearchQuery('tide'), locale },
      wholeView,
      await currentBasis(store),
    );

  beforeAll(async () => {
    await users.insert(sampleUser(1));
    await collections.insert(sampleCollection(1, { baseLocale: 'en' }));
    await collections.insert(sampleCollection(2));
    await knex.raw(withoutTitleTrigger);
    for (let n = 0; n < 6; n += 1) {
      for (const code of ['en', 'de']) {
        for (const read of [...Object.values(reads), find, counts, searchFor]) {
          await read(inLocale(code));
        }
      }
    }
    await knex.raw('alter table content disable trigger content_group_entered');
    const step = 5_000;
    for (let first = 1; first <= count; first += step) {
      const last = Math.min(count, first + step - 1);
      for (const statement of fill) await knex.raw(statement, { first, last });
    }
  }, 600_000);

  afterAll(() => knex.destroy());

  describe.each(circumstances)('after %s', (prepare) => {
    /** The plan of the statement that reads the rows. */
    const planOf = async (work: () => Promise<unknown>): Promise<Plan> => {
      const plan = (await plansOf(knex, work)).at(-1) ?? expect.fail('no plan');
      const full = plan.steps.filter(
        ({ table, loops, type }) =>
          loops > 0 &&
          type === 'Seq Scan' &&
          /^(?:content|former_slugs)/.test(table) &&
          table !== 'content_search_settings',
      );
      expect(full).toEqual([]);
      return plan;
    };

    beforeAll(async () => {
      await knex.raw(prepare);
    });

    test.each(Object.entries(reads))(
      '%s: a page reads what it has, in each locale',
      async (_, read) => {
        for (const code of ['en', 'de', 'fr', 'it']) {
          const plan = await planOf(() => read(inLocale(code)));
          // The keys of a page from each scan, each with its item.
          expect(rowsRead(plan), code).toBeLessThanOrEqual(12 * limit);
        }
      },
    );

    test('a search by title reads a limited number of candidates', async () => {
      for (const code of ['de', 'it']) {
        const plan = await planOf(() => find(inLocale(code)));
        const latest = plan.steps.filter(({ index }) => index.startsWith('content_locale'));
        expect(latest.reduce((sum, { rows, dropped }) => sum + rows + dropped, 0)).toBeLessThan(20);
      }
    });

    test('counts read no more than they count', async () => {
      for (const [code, most] of [
        ['de', 2 * few],
        ['en', 100 + few],
      ] as const) {
        const plan = await planOf(() => counts(inLocale(code)));
        expect(rowsRead(plan), code).toBeLessThanOrEqual(most);
      }
    });

    test('a search reads few entries, in each locale', async () => {
      for (const [code, ranked, most] of [
        ['en', 10_000, 70_000],
        ['de', 2 * few, 1_000],
        ['it', few, 1_000],
      ] as const) {
        await pool.transaction({}, async (inside) => {
          const own = storeOver(inside);
          const before = await entriesRead(inside);
          const read = await own.repositories.search.search(
            { ...page, terms: parseSearchQuery('tide'), locale: inLocale(code) },
            wholeView,
            await currentBasis(own),
          );
          const { scanned, found } = await entriesRead(inside);
          expect(read.isCurrent && read.value.ranked, code).toBe(ranked);
          expect(scanned - before.scanned, code).toBe(0);
          expect(found - before.found, code).toBeLessThanOrEqual(most);
        });
      }
    });
  });
});
