import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { operator, type Cms } from '../../core/index.ts';
import { collectionId, sampleCollection } from '../conformance/samples.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { cmsOverStore } from '../support/queries/cms-over-store.ts';

const properties = Object.fromEntries(
  ['body', 'a', 'b', 'c', 'd'].map((name) => [name, { type: 'string' } as const]),
);
const few = sampleCollection(1, {
  name: 'few',
  schema: { type: 'object', properties, required: [] },
});
const many = sampleCollection(2, { name: 'many', schema: few.schema });

const bodyBytes = 20_000;
const counts = { few: 100, many: 5_001 };

const insertItems = (count: number, collection: number): string => `
  insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at, published_at)
  select gen_random_uuid(), '${collectionId(collection)}', 'Item ' || n, 'item-${collection}-' || n, 'published',
    json_build_object('body', repeat('0123456789', ${bodyBytes / 10}), 'a', 'a' || n, 'b', 'b', 'c', 'c', 'd', 'd'), 1, n, n, n
  from generate_series(1, ${count}) n`;

/** Eight conditions and three sorted fields, about five members. */
const where = [
  ['body', 'contains', '0'],
  ['a', 'contains', 'a'],
  ['b', 'ne', 'x'],
  ['c', 'ne', 'y'],
  ['d', 'ne', 'z'],
  ['a', 'ne', 'q'],
  ['b', 'contains', 'b'],
  ['c', 'contains', 'c'],
].map(([field = '', name = '', value = '']) => ({ field: `data.${field}`, operator: name, value }));

await withPostgres('migrated', (url) => {
  let pool: Pool;
  let knex: Knex;
  let cms: Cms;

  const query = async (collection: string, rest = {}) => {
    const sort = 'data.a,-data.b,data.c';
    const of = { query: { collection, limit: 1, total: true, where, sort, ...rest } };
    return (await cms.content.readPage(operator, { of, client: 'here' })).value;
  };

  /** How often each function was called since the connection was opened. */
  const calls = async (): Promise<ReadonlyMap<string, number>> => {
    await knex.raw('select pg_stat_force_next_flush()');
    const { rows } = await knex.raw<{ readonly rows: readonly { name: string; calls: string }[] }>(
      'select funcname as name, calls from pg_stat_user_functions',
    );
    return new Map(rows.map((row) => [row.name, Number(row.calls)]));
  };

  beforeAll(async () => {
    pool = openPool({ url, poolMax: 1 }, new SystemTimer());
    ({ knex } = pool);
    const store = storeOver(pool);
    cms = await cmsOverStore(store);
    for (const collection of [few, many]) await store.repositories.collections.insert(collection);
    await knex.raw(insertItems(counts.few, 1));
    await knex.raw(insertItems(counts.many, 2));
    await knex.raw("set track_functions = 'pl'");
  }, 300_000);

  afterAll(() => knex.destroy());

  test('the data of a candidate is parsed once, and each of its values computed once', async () => {
    const before = await calls();
    expect((await query('few')).total).toEqual({ count: counts.few, isLowerBound: false });
    const after = await calls();
    const made = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(made('content_members')).toBe(counts.few);
    // The keys of four fields, and the whole texts of four.
    expect(made('content_text')).toBeLessThanOrEqual(8 * counts.few);
  });

  test('candidates with more than 32 MiB of data are rejected before any is parsed', async () => {
    const before = await calls();
    await expect(query('many')).rejects.toMatchObject({ code: 'not_indexed' });
    expect(await calls()).toEqual(before);
    const narrow = { field: 'created_at', operator: 'lte', value: '100' };
    const rest = { where: [narrow, ...where.slice(1)] };
    expect((await query('many', rest)).total?.count).toBe(100);
    const ofTitle = { field: 'title', operator: 'contains', value: '5001' };
    expect((await query('many', { where: [ofTitle], sort: 'slug' })).total?.count).toBe(1);
  });

  test('a query that follows no index ends after its timeout, and changes none of others', async () => {
    await knex.raw(
      `create or replace function content_members(data json, names text[]) returns json[]
       language plpgsql immutable strict as $$ begin perform pg_sleep(60); return '{}'; end $$`,
    );
    const timeout = 'show statement_timeout';
    const before = (await knex.raw<{ rows: unknown }>(timeout)).rows;
    await expect(query('few')).rejects.toMatchObject({
      code: 'dependency_unavailable',
      message: 'The read took too long and was ended',
    });
    expect((await knex.raw<{ rows: unknown }>(timeout)).rows).toEqual(before);
    expect((await query('few', { where: [], sort: 'title' })).count).toBe(1);
  });
});
