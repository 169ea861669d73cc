import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { collectionId, contentId, sampleUser } from '../../../conformance/samples.ts';
import {
  fillLarge,
  insertCollections,
  large,
  scatter,
  withoutTitleTrigger,
  withTitleTrigger,
} from '../../../support/postgres/content-plans.ts';
import { currentBasis, storeOver } from '../../../support/postgres/database-subject.ts';
import { expectLeanSearch } from '../../../support/postgres/summary-plans.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { cachePlans, expectLeanReads, expectPlans } from '../../../support/postgres/read-plans.ts';
import { viewOf, wholeView } from '../../../conformance/content/views.ts';
import { isShortScan, plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

const fillMedia = `
  insert into media
  select gen_random_uuid(), 'key-' || lpad(n::text, 6, '0'), case n % 100 when 0 then 'pending' else 'ready' end,
    'name', 'name', 'type', case n % 100 when 1 then 'audio' else 'image' end, n,
    case n % 1000 when 1 then 'rare' else 'usual' end, null, null, '', '', null, n, n
  from generate_series(1, 20000) as n`;

const limit = 20;

/** PLAN_ROWS is for a run with more. */
const count = Number(process.env['PLAN_ROWS'] ?? 40_000);

const rowsRead = ({ steps }: Plan, table: string): number =>
  steps
    .filter((step) => step.table === table && step.type !== 'Index Only Scan')
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

const indexesOf = ({ steps }: Plan): readonly string[] =>
  steps.map(({ index }) => index).filter((index) => index !== '');

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
  const { contents, media, sessions, summaries, users } = store.repositories;

  beforeAll(() => insertCollections(pool));

  afterAll(() => knex.destroy());

  const walk = async (ids: readonly string[]): Promise<void> => {
    const basis = await currentBasis(store);
    await contents.findById(contentId(1));
    await contents.getById(contentId(1), wholeView, basis);
    await Promise.all([contentId(1), ...ids].map((id) => contents.getById(id, wholeView, basis)));
    await contents.findByIds(ids);
    await contents.listAmong({ ids }, wholeView, basis);
    await contents.listAmong({ ids, status: 'published' }, viewOf({ within: [large] }), basis);
    const among = { ids, collectionId: large, status: 'published' } as const;
    await contents.listAmong(among, wholeView, basis);
    await contents.sizesAmong(among, wholeView, basis);
    await contents.listAfter(undefined, limit);
    await contents.listAfter(ids[0], limit);
  };

  const stepThroughCollections = async (): Promise<void> => {
    for (const id of [large, collectionId(2), collectionId(42)]) {
      await contents.listOfCollectionAfter(id, undefined, limit);
      for (const createdAt of [1, (count * 3) / 4, 1_000_000_000]) {
        await contents.listOfCollectionAfter(id, { createdAt, id: contentId(1) }, limit);
      }
    }
  };

  const stepThroughPlaces = async (): Promise<void> => {
    for (const id of [undefined, large, collectionId(2), collectionId(42)]) {
      for (const createdAt of [undefined, 1, 150_000, 1_000_000_000]) {
        const place = createdAt === undefined ? undefined : { createdAt, id: contentId(1) };
        await contents.listPlacesAfter(id, place, limit);
      }
    }
  };

  const listMedia = async (offset: number): Promise<void> => {
    const filters = [
      {},
      { kind: 'audio' },
      { folder: 'rare' },
      { folder: 'rare', kind: 'audio' },
      // There is none. In the index, the images of the folder precede it.
      { folder: 'usual', kind: 'video' },
    ] as const;
    for (const filter of filters) await media.list({ limit, offset, ...filter });
  };

  const walkMedia = async (): Promise<void> => {
    await media.listUnfinished(10_000, limit);
    await media.listAfter(undefined, limit);
    await media.listAfter('00000000-0000-0000-0000-000000000000', limit);
    await media.listByKey(undefined, limit);
    await media.listByKey('key-04', limit);
  };

  let plans: Awaited<ReturnType<typeof expectLeanReads>>;

  test('plans cached for empty tables stay efficient when the tables grow', async () => {
    await knex.raw(withoutTitleTrigger);
    await cachePlans(pool);
    await walk([contentId(1)]);
    await stepThroughCollections();
    await stepThroughPlaces();
    await listMedia(0);
    await walkMedia();
    await fillLarge(knex, count);
    await knex.raw(fillMedia);
    plans = await expectLeanReads(pool, { hasVisibilityMap: false });
  });

  test('plans made before the first statistics are the same', async () => {
    await knex.raw(withTitleTrigger);
    await knex.raw('discard plans');
    await expectPlans(pool, plans);
  });

  test('a list reads only what it returns, with all items in one collection', async () => {
    await knex.raw('vacuum (analyze)');
    await expectLeanReads(pool, { hasVisibilityMap: true });
  });

  test('a list reads only what it returns, with one large collection and many small ones', async () => {
    await knex.raw(scatter);
    await knex.raw('vacuum (analyze)');
    plans = await expectLeanReads(pool, { hasVisibilityMap: true });
  });

  test('a new connection chooses the same plans, at first and after five executions', async () => {
    const other = openPool({ url, poolMax: 1 }, new SystemTimer());
    try {
      await expectPlans(other, plans);
      await expectPlans(other, plans, 6);
    } finally {
      await other.close();
    }
  });

  test('a search reads a limited number of items, however many collections have matches', async () => {
    await knex.raw(`
      insert into content
        (id, collection_id, title_key, title, slug, status, data, version, created_at, updated_at)
      select gen_random_uuid(), collections.id, 'common ' || n, '', name || n, 'draft', '{}', 1, n, n
      from collections, generate_series(1, 1200) as n where name like 'collection-1_'`);
    const search = { title: { words: [], prefix: 'com' }, within: 'all', limit: 20 } as const;
    const basis = await currentBasis(store);
    const [, plan] = await plansOf(knex, () => summaries.find(search, basis));
    expectLeanSearch(plan ?? expect.fail(), search, 'many collections');
    expect(await summaries.find(search, basis)).toMatchObject({ value: { length: 20 } });
  });

  test('items are found by their ids', async () => {
    const ids = await knex('content').limit(limit).pluck('id');
    const plans = (await plansOf(knex, () => walk(ids))).filter(
      ({ statement }) => statement !== 'site_load',
    );
    expect(plans).toHaveLength(10);
    for (const plan of plans) {
      expect(indexesOf(plan), plan.statement).toEqual(['content_pkey']);
      expect(rowsRead(plan, 'content'), plan.statement).toBeLessThanOrEqual(limit);
    }
  });

  test('a step through places reads one index, and no row of the table', async () => {
    const plans = await plansOf(knex, stepThroughPlaces);
    expect(plans).toHaveLength(16);
    for (const [index, plan] of plans.entries()) {
      expect(indexesOf(plan), plan.statement).toEqual([
        index < 4 ? 'content_created_idx' : 'content_collection_idx',
      ]);
      const [scan] = plan.steps.filter(({ table }) => table === 'content');
      expect(scan, plan.statement).toMatchObject({ type: 'Index Only Scan', dropped: 0 });
      expect(scan!.rows, plan.statement).toBeLessThanOrEqual(limit);
    }
  });

  test('a step through a collection reads only what it returns', async () => {
    const plans = await plansOf(knex, stepThroughCollections);
    expect(plans).toHaveLength(12);
    for (const plan of plans) {
      const returned = plan.steps[0]?.rows ?? 0;
      expect(indexesOf(plan), plan.statement).toEqual(['content_collection_idx']);
      expect(rowsRead(plan, 'content'), plan.statement).toBe(returned);
      expect(plan.steps.map(({ type }) => type).join()).not.toMatch(/Sort|Seq Scan|Gather|Bitmap/);
    }
    // Both kinds of collections have enough items for a full step.
    expect(plans.map((plan) => plan.steps[0]?.rows)).toEqual(
      [large, collectionId(2)].flatMap(() => [limit, 0, limit, limit]).concat([0, 0, 0, 0]),
    );
  });

  test('a slug is found by its index', async () => {
    const plans = await plansOf(knex, async () => {
      await contents.findBySlug('s1' as never);
      await contents.getBySlug({ slug: 's1' as never, collectionId: large }, wholeView, {
        site: '',
      });
      await contents.findTakenSlugs(['s1', 's2', 's-none'] as never[]);
    });
    expect(plans.map(indexesOf)).toEqual([1, 2, 3].map(() => ['content_slug_key']));
    expect(plans.map((plan) => plan.steps[0]?.rows)).toEqual([1, 1, 2]);
  });

  test('a list of media reads only what it returns, for any distribution of folders and kinds', async () => {
    for (const offset of [0, 100]) {
      const plans = await plansOf(knex, () => listMedia(offset));
      const indexes = ['created', 'kind', 'folder', 'folder_kind', 'folder_kind'].map(
        (name) => `media_${name}_idx`,
      );
      expect(plans.map((plan) => indexesOf(plan)[0])).toEqual(indexes);
      for (const plan of plans) {
        const returned = plan.steps[0]?.rows ?? 0;
        expect(rowsRead(plan, 'media'), plan.statement).toBe(returned);
        const scans = plan.steps.filter(({ table }) => table === 'media');
        expect(scans.filter((scan) => !isShortScan(scan))).toEqual([]);
        expect(plan.steps.map(({ type }) => type).join()).not.toMatch(
          /Sort|Seq Scan|Gather|Bitmap/,
        );
      }
    }
  });

  test('sweeps and exports of media read only their page', async () => {
    const plans = await plansOf(knex, walkMedia);
    const indexes = [
      'media_unfinished_idx',
      'media_pkey',
      'media_pkey',
      'media_object_key',
      'media_object_key',
    ];
    expect(plans.map(indexesOf)).toEqual(indexes.map((index) => [index]));
    for (const plan of plans) expect(rowsRead(plan, 'media')).toBeLessThan(2 * limit);
  });

  test('accounts are listed and sessions expire by index', async () => {
    await users.insert(
      sampleUser(3, { grants: [{ collectionId: collectionId(2), role: 'editor' }] }),
    );
    const plans = await plansOf(knex, async () => {
      await users.list({ limit, offset: 0 });
      await sessions.sweep(1);
    });
    expect(plans.map((plan) => indexesOf(plan)[0])).toEqual([
      'users_created_idx',
      'sessions_expires_idx',
    ]);
  });
});
