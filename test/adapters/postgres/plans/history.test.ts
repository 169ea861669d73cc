import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import { minute } from '../../../../core/vocabulary.ts';
import { contentId } from '../../../conformance/samples.ts';
import { storeOver } from '../../../support/postgres/database-subject.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

const old = contentId(1);
const maxPages = (plan: Plan): number => Math.max(...plan.steps.map(({ pages }) => pages));

const insertRevisions = (from: string, id: string, version: string, storedAt: string): string => `
  insert into content_revisions
    (content_id, version, title, slug, status, collection_id, changed, is_autosave, created_at, stored_at, data)
  select ${id}, ${version}, 'Title', 'slug', 'draft', '${old}', '[]', true, n, ${storedAt},
    json_build_object('text', repeat('word ', 40))
  from ${from}`;

const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { revisions, outbox } = storeOver(pool).repositories;

  const reads = async (): Promise<void> => {
    for (const offset of [0, 5_000, 9_990]) await revisions.list(old, { limit: 10, offset });
    await revisions.find(old, 5_000);
    await revisions.findAutosave(old, minute);
  };

  const expectLean = async (): Promise<void> => {
    const [first, middle, last, one, newest] = await plansOf(knex, reads);
    for (const plan of [first, middle, last, one, newest]) {
      expect(plan!.steps.filter(({ table }) => table === 'content_revisions')).toMatchObject([
        { index: 'content_revisions_pkey' },
      ]);
    }
    // One row for each entry, whatever the number of revisions; an offset reads what it skips.
    for (const plan of [first, one, newest]) expect(maxPages(plan!)).toBeLessThan(20);
    const rowsOf = ({ steps }: Plan): number =>
      Math.max(
        ...steps.filter(({ table }) => table === 'content_revisions').map(({ rows }) => rows),
      );
    expect([first, middle, last, one, newest].map((plan) => rowsOf(plan!))).toEqual([
      10, 5_010, 10_000, 1, 1,
    ]);
  };

  beforeAll(async () => {
    // Prepares the statements, and lets PostgreSQL choose plans that fit all values.
    for (let n = 0; n < 7; n += 1) {
      await reads();
      await revisions.prune({ maxPerItem: 1, maxDays: 1 });
      await revisions.prune({ maxPerItem: 1, maxDays: 1 }, { recentMs: minute });
      await outbox.sweep(minute);
    }
  });

  afterAll(() => knex.destroy());

  test('the history of an item lists as fast with 10,000 revisions as with ten, also if the table has no others', async () => {
    await knex.raw(insertRevisions('generate_series(1, 10000) as n', `'${old}'::uuid`, 'n', '1'));
    await expectLean();
    await knex.raw('vacuum (analyze)');
    await expectLean();
    await knex.raw('discard plans');
    await expectLean();
  });

  test('a step of pruning reads each item once, and only the keys of what is within the limits', async () => {
    const others = 'generate_series(0, 99999) as n';
    const id = "('e0000000-0000-7000-8000-' || lpad((n % 1000)::text, 12, '0'))::uuid";
    await knex.raw(insertRevisions(others, id, 'n / 1000 + 1', '1'));
    const recent = "'d0000000-0000-7000-8000-000000000001'::uuid";
    await knex.raw(insertRevisions('generate_series(1, 50) as n', recent, 'n', now));
    const prune = (maxPerItem: number, maxDays: number) => () =>
      revisions.prune({ maxPerItem, maxDays }, { after: contentId(2) });
    /** How many revisions were read, as keys of the index and as rows. */
    const readBy = ({ steps }: Plan) => {
      expect(steps.map(({ type }) => type)).not.toContain('Seq Scan');
      const scans = steps.filter(({ index }) => index !== '');
      expect(new Set(scans.map(({ index }) => index))).toEqual(new Set(['content_revisions_pkey']));
      const countOf = (type: string): number =>
        scans
          .filter((scan) => scan.type === type)
          .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);
      return { keys: countOf('Index Only Scan'), rows: countOf('Index Scan') };
    };
    for (const prepare of ['select 1', 'vacuum (analyze)', 'discard plans']) {
      await knex.raw(prepare);
      // Of 99 items with 100 revisions, and of the recent one.
      const [items, look] = await plansOf(knex, prune(5_000, 0));
      expect(maxPages(items!)).toBeLessThan(1_000);
      expect(items!.steps.map(({ type }) => type)).not.toContain('Seq Scan');
      const within = readBy(look!);
      expect(within.keys).toBeLessThanOrEqual(10_200);
      expect(within.rows).toBe(0);
      const [, days] = await plansOf(knex, prune(5_000, 100_000));
      expect(readBy(days!).rows).toBeLessThanOrEqual(10_000);
    }
    // Once the rest was removed.
    const [, look, removal] = await plansOf(knex, prune(50, 0));
    for (const plan of [look, removal]) {
      expect(readBy(plan!).keys).toBeLessThanOrEqual(5_200);
      expect(readBy(plan!).rows).toBe(0);
    }
  });

  test('recent items are found without reading the others, and in steps', async () => {
    for (const prepare of ['select 1', 'vacuum (analyze)', 'discard plans']) {
      await knex.raw(prepare);
      const [items, removal] = await plansOf(knex, () =>
        revisions.prune({ maxPerItem: 50, maxDays: 0 }, { recentMs: 10 * minute }),
      );
      expect(items!.steps.filter(({ table }) => table !== '')).toMatchObject([
        { index: 'content_revisions_stored_idx', rows: 50, dropped: 0 },
      ]);
      expect(maxPages(removal!)).toBeLessThan(200);
    }
  });

  test('a step goes on where the one before it ended', async () => {
    await knex.raw(insertRevisions('generate_series(1, 5000) as n', 'gen_random_uuid()', '1', now));
    let after: string | undefined;
    for (let step = 0; step < 40; step += 1) {
      after = await revisions.prune(
        { maxPerItem: 50, maxDays: 0 },
        { recentMs: 10 * minute, after },
      );
    }
    const [items] = await plansOf(knex, () =>
      revisions.prune({ maxPerItem: 50, maxDays: 0 }, { recentMs: 10 * minute, after }),
    );
    expect(items!.steps.filter(({ table }) => table !== '')).toMatchObject([
      { index: 'content_revisions_stored_idx', rows: 100, dropped: 0 },
    ]);
    expect(maxPages(items!)).toBeLessThan(120);
  });

  test('old events are found without reading the others', async () => {
    await knex.raw(
      `insert into outbox (stored_at, event) select ${now}, '{}' from generate_series(1, 50000)`,
    );
    await knex.raw(
      "insert into outbox (stored_at, event) select n, '{}' from generate_series(1, 50) as n",
    );
    await outbox.advance();
    await knex.raw('vacuum (analyze)');
    const [look, removal] = await plansOf(knex, () => outbox.sweep(minute));
    expect(look!.steps.filter(({ table }) => table !== '')).toMatchObject([
      { index: 'outbox_stored_idx', rows: 0, dropped: 0 },
    ]);
    expect(maxPages(removal!)).toBeLessThan(200);
    expect(await outbox.list(60_000)).toHaveLength(50_000);
  });
});
