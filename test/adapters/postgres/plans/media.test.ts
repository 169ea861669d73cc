import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { postgresRepositories } from '../../../../adapters/postgres/postgres-repositories.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import type { MediaFilter } from '../../../../core/store.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';
import { plansOf, type Plan } from '../../../support/postgres/query-plan.ts';

/** Of 100,000 files, inserted by several statements. */
const [parts, files] = [10, 10_000];
const limit = 20;

/**
 * All files but one are in two folders, all but a few are images, and half of them lack an alternative text. All have the word
 * "photo", one has "unique", and the oldest ones "old".
 */
const fill = Array.from(
  { length: parts },
  (_, part) => `
  insert into media (id, key, state, filename, original_name, mime_type, kind, size, folder, alt, caption,
    created_at, updated_at, words)
  select ('d0000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'key-' || n, 'ready', 'f', 'f', 'type',
    case n % 1000 when 1 then 'video' else 'image' end, n,
    case when n = 77 then 'rare/below' when n % 2 = 0 then 'usual' else 'usual/below' end,
    case n % 4 when 0 then '' else 'A text' end, '', n, n,
    array_to_tsvector(array['photo', case when n = 77 then 'unique' when n < 20000 then 'old' else 'new' end])
  from generate_series(${part * files + 1}, ${(part + 1) * files}) as n`,
);

/** Every shape of a filter that is not one of folders and kinds alone. */
const rare: readonly MediaFilter[] = [
  { words: ['unique'] },
  { words: ['unique'], kind: 'image' },
  { words: ['unique'], folder: 'usual' },
  { words: ['unique'], folder: 'usual', withSubfolders: true },
  { words: ['unique'], withoutOwnAlt: true },
  { words: ['unique', 'photo'] },
  { folder: 'rare', withSubfolders: true },
  { folder: 'rare', withSubfolders: true, kind: 'image' },
  { folder: 'none', withSubfolders: true },
];

const usual: readonly MediaFilter[] = [
  { words: ['photo'] },
  { words: ['photo'], folder: 'usual' },
  { words: ['photo'], kind: 'image' },
  { folder: 'usual', withSubfolders: true },
  { folder: 'usual', withSubfolders: true, kind: 'image' },
  { withoutOwnAlt: true },
  { withoutOwnAlt: true, folder: 'usual', withSubfolders: true },
];

const rowsRead = ({ steps }: Plan): number =>
  steps
    .filter(({ table }) => table === 'media')
    .reduce((sum, { rows, dropped }) => sum + rows + dropped, 0);

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the table was empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const { media } = postgresRepositories(pool);
  const list = (filter: MediaFilter) => () => media.list({ limit, offset: 0, ...filter });
  const number = (filter: MediaFilter) => () => media.count(filter, 10_001);

  beforeAll(async () => {
    for (const filter of [...rare, ...usual]) await list(filter)();
    for (const part of fill) await knex.raw(part);
  }, 300_000);

  afterAll(() => pool.close());

  const planOf = async (work: () => Promise<unknown>, title: string): Promise<Plan> => {
    const [plan] = await plansOf(knex, async () => {
      await work();
    });
    if (plan === undefined) throw new Error(`no plan of ${title}`);
    const whole = plan.steps.filter(({ type }) => /Seq Scan|Gather/.test(type));
    expect(
      whole.filter(({ table }) => table === 'media'),
      title,
    ).toEqual([]);
    return plan;
  };

  test('what few files have is found without a look at the others', async () => {
    for (const filter of rare) {
      const title = JSON.stringify(filter);
      expect(rowsRead(await planOf(list(filter), title)), title).toBeLessThan(10);
      expect(rowsRead(await planOf(number(filter), title)), title).toBeLessThan(10);
    }
  });

  test('of what most files have, so many are read that few stay, and then the newest', async () => {
    for (const filter of usual) {
      const title = JSON.stringify(filter);
      // The 10,001 files that show that there are many, and those of the page.
      expect(rowsRead(await planOf(list(filter), title)), title).toBeLessThan(10_200);
      expect(rowsRead(await planOf(number(filter), title)), title).toBeLessThan(20_100);
    }
  });

  test('folders are found by one step for each, and counted in the index', async () => {
    const plan = await planOf(() => media.listFolders(1_000), 'folders');
    const scans = plan.steps.filter(({ table }) => table === 'media');
    expect(new Set(scans.map(({ type }) => type))).toEqual(new Set(['Index Only Scan']));
    expect(rowsRead(plan)).toBeLessThan(2 * 10_000 + 20);
  });
});
