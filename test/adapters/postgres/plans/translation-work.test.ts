import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { WorkQuery } from '../../../../core/store.ts';
import { workStates } from '../../../../core/vocabulary.ts';
import { collectionId, contentId, sampleCollection } from '../../../conformance/samples.ts';
import { wholeView } from '../../../conformance/content/views.ts';
import { withoutTitleTrigger } from '../../../support/postgres/content-plans.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

/** PLAN_ROWS is for a run with more. */
const count = Number(process.env['PLAN_ROWS'] ?? 40_000);

/** English is complete, German too, and each second item of it outdated; French has three items, Italian half of them. */
const codes = ['en', 'de', 'fr', 'it', 'es'];
const groups = Math.floor(count / 5);

/** All groups but one; some that the caller does not see. */
const [large, small, excluded] = [1, 2, 3].map(collectionId);

const circumstances = ['select 1', 'vacuum (analyze)', 'discard plans'];

const limit = 10;
const far = Math.floor(groups / 4);

/** Different sets of locales in the collections. */
const sets = 6;

const rowsRead = ({ steps }: Plan): number =>
  steps
    .filter(({ table }) => table.startsWith('content'))
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 600_000 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { collections, translations } = store.repositories;

  const list = async (query: Partial<WorkQuery>): Promise<readonly unknown[]> => {
    const whole = {
      locale: 'de',
      locales: codes,
      collectionIds: [large!, small!],
      limit,
      offset: 0,
    };
    const read = await translations.listWork({ ...whole, ...query }, await currentBasis(store));
    return read.isCurrent ? read.value : expect.fail('the basis is current');
  };
  const readOthers = async (): Promise<void> => {
    await translations.listGroup(contentId(7), wholeView, await currentBasis(store));
    await translations.findSources([contentId(7)]);
    await translations.findMadeFrom([contentId(7)]);
    await translations.share(collectionId(9), ['title']);
  };

  const all = codes.flatMap((locale) =>
    [undefined, ...workStates].map(
      (state) => [`${locale}, ${state ?? 'both'}`, { locale, state }] as const,
    ),
  );

  beforeAll(async () => {
    for (const n of [1, 2, 3]) await collections.insert(sampleCollection(n, { baseLocale: 'en' }));
    await knex.raw(withoutTitleTrigger);
    for (let n = 0; n < 6; n += 1) {
      for (const [, query] of all) await list(query);
      await readOthers();
    }
    // The items have their place in the group, and slugs of nobody else.
    await knex.raw('alter table content disable trigger content_group_entered');
    const step = 2_000;
    for (let first = 1; first <= groups; first += step) {
      await knex.raw(`
        insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at,
          locale, group_id, group_since, follows_group)
        select case when code = 'en' then named.id else gen_random_uuid() end,
          (case when n = 5 then '${small}' when n % 5 = 0 then '${excluded}' else '${large}' end)::uuid, '',
          's' || n || '-' || code, 'published', '{}', 1, n, n, code, named.id, n, code <> 'en'
        from generate_series(${first}, ${Math.min(groups, first + step - 1)}) n
          cross join unnest(array['${codes.join("', '")}']) code
          cross join lateral (select ('c0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid) named (id)
        where code in ('en', 'de') or n <= 3 or (code = 'it' and n % 2 = 0)`);
    }
    await knex.raw(`
      insert into content_sources (content_id, source_id, version, prints, changed,
        collection_id, locale, group_id, group_since, is_stored, source_group)
      select id, group_id, 1, '{}', case when group_since % 2 = 0 then '{title}' else '{}' end::text[],
        collection_id, locale, group_id, group_since, true, group_id
      from content where locale <> 'en'`);
  }, 600_000);

  afterAll(() => knex.destroy());

  describe.each(circumstances)('after %s', (prepare) => {
    const planOf = async (work: () => Promise<unknown>): Promise<Plan> => {
      const plan = (await plansOf(knex, work)).at(-1) ?? expect.fail('no plan');
      const full = plan.steps.filter(
        ({ table, loops, type }) => loops > 0 && type === 'Seq Scan' && table.startsWith('content'),
      );
      expect(full).toEqual([]);
      return plan;
    };

    beforeAll(async () => {
      await knex.raw(prepare);
    });

    test.each(all)(
      'a page reads no more than each set of locales has of it: %s',
      async (_, query) => {
        const plan = await planOf(() => list(query));
        // The keys of a page from each scan; then the items of each group on the page.
        expect(rowsRead(plan)).toBeLessThanOrEqual((sets + 2) * (limit + 2) + 12 * limit);
      },
    );

    test.each(all)('a page far into the list reads keys only: %s', async (_, query) => {
      const plan = await planOf(() => list({ ...query, offset: far }));
      expect(rowsRead(plan)).toBeLessThanOrEqual((sets + 2) * (far + limit + 2) + 12 * limit);
      const items = plan.steps.filter(({ table }) => table === 'content');
      expect(items.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(12 * limit);
    });

    test('a group and its records are read alone', async () => {
      for (const plan of await plansOf(knex, readOthers)) {
        if (!/translation|group_members/.test(plan.statement)) continue;
        expect(rowsRead(plan), plan.statement).toBeLessThanOrEqual(20);
      }
    });
  });

  test('the lists are as long as they should be', async () => {
    const whole = { limit: groups, collectionIds: [large!, small!, excluded!] };
    const lengths = await Promise.all(
      codes.map(async (locale) => (await list({ ...whole, locale })).length),
    );
    const half = Math.floor(groups / 2);
    expect(lengths[0]).toBe(0);
    expect(lengths[1]).toBe(half);
    expect(lengths[2]).toBe(groups - 3 + 1);
    expect((await list({ ...whole, locale: 'es', state: 'missing' })).length).toBe(groups - 3);
  });
});
