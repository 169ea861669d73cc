import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { targetOf } from '../../../../core/store.ts';
import { contentId } from '../../../conformance/samples.ts';
import { viewOf } from '../../../conformance/content/views.ts';
import {
  empty,
  fillLarge,
  insertCollections,
  large,
  scatter,
  small,
  withoutTitleTrigger,
} from '../../../support/postgres/content-plans.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

/** PLAN_ROWS is for a run with more. */
const count = Number(process.env['PLAN_ROWS'] ?? 40_000);

/** What somebody sees who does not see the large collection. */
const seen = [...small, empty];

const circumstances = ['select 1', 'vacuum (analyze)', 'discard plans'];

/** The most rows that a page of 10 reads in all collections: ten in each, in each of three statuses. */
const most = 10 * 3 * (seen.length + 1);

/** The pages that some lists read: those of the items of a step, and a path through an index for each pair of collections. */
const pagesMost: Readonly<Record<string, number>> = {
  problems: 30_000,
  'working copies': 5 * seen.length ** 2,
};

const rowsRead = ({ steps }: Plan): number =>
  steps
    .filter(({ table }) => table.startsWith('content') || table === 'former_slugs')
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

const pagesOf = ({ steps }: Plan): number => Math.max(0, ...steps.map(({ pages }) => pages));

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1, answerTimeoutMs: 600_000 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { site, contents, summaries, redirects, references, schedules, copies } =
    store.repositories;

  /** Lists of what the reader sees, each with a limit of 10. */
  const reads: Readonly<Record<string, () => Promise<unknown>>> = {
    items: async () => {
      const query = { limit: 10, offset: 0, within: seen } as const;
      const view = viewOf({ within: seen, seenIn: seen });
      return contents.list(query, view, await currentBasis(store));
    },
    'published items': async () => {
      const query = { limit: 10, offset: 0, within: seen, status: 'published' } as const;
      const view = viewOf({ within: seen, seenIn: seen, publishedOnly: true });
      return contents.list(query, view, await currentBasis(store));
    },
    'unpublished items': async () => {
      const query = { limit: 10, offset: 0, within: seen } as const;
      const view = viewOf({ within: seen, seenIn: seen }, 'unpublished');
      return contents.list(query, view, await currentBasis(store));
    },
    'the next items of a feed that begins': async () => {
      const places = await contents.listPlacesAfter(undefined, undefined, 10);
      const query = { ids: places.map(({ id }) => id), within: seen } as const;
      const view = viewOf({ within: seen, seenIn: seen });
      return contents.listAmong(query, view, await currentBasis(store));
    },
    summaries: async () => {
      const query = { limit: 10, offset: 0, within: seen, order: 'updated' } as const;
      return summaries.list(query, await currentBasis(store));
    },
    counts: async () => summaries.count(seen, 10, await currentBasis(store)),
    redirects: async () => {
      const query = { limit: 10, offset: 0, within: seen, seenIn: seen } as const;
      return redirects.list(query, await currentBasis(store));
    },
    referrers: async () => {
      const targets = [targetOf('item', contentId(1))];
      const query = { limit: 10, offset: 0, within: seen, targets } as const;
      return references.listReferrers(query, await currentBasis(store));
    },
    problems: async () =>
      references.listProblems('broken', undefined, 10, { within: seen }, await currentBasis(store)),
    'planned changes': async () => schedules.list({ limit: 10, offset: 0 }, seen),
    'working copies': async () => {
      const query = { limit: 10, offset: 0, all: seen, own: [], ownerId: undefined } as const;
      return copies.list({ ...query, within: seen });
    },
  };

  beforeAll(async () => {
    await insertCollections(pool);
    await knex.raw(withoutTitleTrigger);
    for (let n = 0; n < 6; n += 1) {
      await site.load();
      for (const read of Object.values(reads)) await read();
    }
    await fillLarge(knex, count);
    await knex.raw(scatter);
    await knex.raw(`
      insert into former_slugs (slug, content_id, collection_id, status, seen_in)
      select 'old-' || created_at, id, collection_id, status, array[collection_id] from content`);
    await knex.raw(`
      insert into content_schedules (content_id, action, at)
      select id, 'publish', created_at from content where created_at % 5 = 0`);
    await knex.raw(`
      insert into content_copies
        (content_id, item_collection_id, version, title, slug, collection_id, base_version, base_title,
          base_slug, base_collection_id, created_at, updated_at, data, base_data)
      select id, collection_id, gen_random_uuid(), title, slug, collection_id, version, title, slug,
        collection_id, created_at, updated_at, data, data
      from content where created_at % 5 = 0`);
    await knex.raw(`
      insert into content_references (content_id, field, target, on_delete)
      select id, 'next', '${targetOf('item', contentId(1))}', 'ignore' from content`);
  }, 600_000);

  afterAll(() => knex.destroy());

  describe.each(circumstances)('after %s', (prepare) => {
    test('the site asks an empty index whether a collection is private or localised, and no other', async () => {
      await knex.raw(prepare);
      const [plan = expect.fail('no plan')] = await plansOf(knex, () => site.load());
      const scans = plan.steps.filter(({ table }) => table === 'collections');
      // The other index is that of the name which was asked for.
      const asked = scans.filter(
        ({ loops, index }) => loops > 0 && index !== 'collections_name_key',
      );
      expect(asked.map(({ type, index, rows, dropped }) => [type, index, rows, dropped])).toEqual(
        asked.map(() => ['Index Only Scan', 'collections_state_idx', 0, 0]),
      );
      expect(asked.length).toBeGreaterThan(0);
    });
  });

  describe('while the large collection is private', () => {
    beforeAll(async () => {
      await knex.raw(`update collections set is_private = true where id = '${large}'`);
    });

    test.each(circumstances)('after %s, no list reads what is in it', async (prepare) => {
      await knex.raw(prepare);
      for (const [title, read] of Object.entries(reads)) {
        const plan = (await plansOf(knex, read)).at(-1) ?? expect.fail('no plan');
        const scans = plan.steps.filter(
          ({ table, loops, type }) =>
            loops > 0 && type === 'Seq Scan' && /^content|^former/.test(table),
        );
        expect(scans, title).toEqual([]);
        const limit = title === 'problems' ? 2 * 2_000 + most : most;
        expect(rowsRead(plan), title).toBeLessThanOrEqual(limit);
        expect(pagesOf(plan), title).toBeLessThan(pagesMost[title] ?? 4_000);
      }
    });
  });
});
