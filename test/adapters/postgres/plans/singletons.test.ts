import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../../adapters/system/system-timer.ts';
import {
  empty,
  fillLarge,
  insertCollections,
  withoutTitleTrigger,
} from '../../../support/postgres/content-plans.ts';
import { withPostgres } from '../../../support/postgres/fresh-database.ts';

/** Nearly all items are in another collection than the singleton. */
const count = 40_000;

/** One of the items. */
const item = 'd0000000-0000-7000-8000-000000000001';

/** The pages that a search in an index for at most two rows may read. A scan of the table reads thousands. */
const fewPages = 30;

await withPostgres('migrated', (url) => {
  // One connection, to test the plans that it cached while the tables were empty.
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;

  const pagesOf = async (statement: string): Promise<number> => {
    const { rows } = await knex.raw(`explain (analyze, buffers, format json) ${statement}`);
    const { Plan: root } = rows[0]['QUERY PLAN'][0];
    return root['Shared Hit Blocks'] + root['Shared Read Blocks'];
  };

  /** A call also reads the catalog if it is the first one, or comes after changes of other databases. */
  const leastPagesOf = async (statement: string): Promise<number> => {
    const calls = [await pagesOf(statement), await pagesOf(statement), await pagesOf(statement)];
    return Math.min(...calls);
  };

  /** For a change that brings an item into a singleton, and for a collection that becomes one. */
  const pagesOfCheck = () => leastPagesOf(`select check_singleton_group('${empty}', '${item}')`);
  const pagesOfCount = () => leastPagesOf(`select from first_items('${empty}')`);

  const check = async (): Promise<void> => {
    expect(await pagesOfCheck()).toBeLessThanOrEqual(fewPages);
    expect(await pagesOfCount()).toBeLessThanOrEqual(fewPages);
  };

  beforeAll(async () => {
    await insertCollections(pool);
    await knex.raw(withoutTitleTrigger);
    for (let round = 0; round < 6; round += 1) await check();
    await fillLarge(knex, count);
  });

  afterAll(() => knex.destroy());

  test('plans cached for empty tables find no item in a singleton by few pages', check);

  test('plans made with statistics do, too', async () => {
    await knex.raw('vacuum (analyze) content');
    await knex.raw('discard plans');
    for (let round = 0; round < 7; round += 1) await check();
  });

  test('nor do they read more if the item is in the singleton', async () => {
    await knex.raw(`update content set collection_id = '${empty}' where id = '${item}'`);
    await check();
  });
});
