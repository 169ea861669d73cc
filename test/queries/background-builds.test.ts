import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { encodeJson, fieldIndexesOf, type FieldIndex, type Store } from '../../core/index.ts';
import { times } from '../conformance/cases.ts';
import { creationOf, insertItems } from '../conformance/content/content-changes.ts';
import { sampleCollection, sampleContent } from '../conformance/samples.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';

const collection = sampleCollection(1, {
  schema: {
    type: 'object',
    properties: {
      price: { type: 'number', indexed: true },
      sku: { type: 'string', unique: true },
    },
    required: [],
  },
});
const wanted = fieldIndexesOf(collection);
const never = { aborted: false };

await withPostgres('migrated', (url) => {
  const knex = openPool({ url, poolMax: 6 }, new SystemTimer());
  const store = storeOver(knex);
  afterAll(() => knex.destroy());

  const maintain = (on: Store, indexes: readonly FieldIndex[], retryMs = 0): Promise<boolean> =>
    on.repositories.indexes.maintain(async () => indexes, retryMs, never);

  const statesOf = async (): Promise<readonly string[]> =>
    (await store.repositories.indexes.statusOf(wanted)).map(({ state }) => state);

  const indexNames = async (): Promise<readonly string[]> => {
    const { rows } = await knex.raw(
      "select indexrelid::regclass::text as name from pg_index where indrelid = 'content'::regclass and indexrelid::regclass::text ~ '^content_(query|unique)_' order by 1",
    );
    return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
  };

  const item = (n: number) => sampleContent(n, { data: encodeJson({ price: n, sku: `sku-${n}` }) });

  beforeEach(async () => {
    await emptyTables(knex);
    await maintain(store, []);
    await store.repositories.collections.insert(collection);
  });

  test('items are written while an index is built, and are in it', async () => {
    await insertItems(store, times(500, item));
    // The build waits for this transaction, so it cannot end before the writes below.
    const open = await knex.transaction();
    await open.raw('select count(*) from content');
    await open.raw("update collections set description = 'open' where id = ?", [collection.id]);
    const building = maintain(store, wanted);
    const isBuilding = async () =>
      (await knex.raw('select 1 from pg_stat_progress_create_index')).rows.length > 0;
    while (!(await isBuilding()));
    expect(await statesOf()).toContain('building');
    await open.commit();
    for (const n of times(50, (each) => 500 + each)) await store.commit([creationOf(item(n))]);
    expect(await building).toBe(true);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
    await expect(
      store.commit([creationOf({ ...item(550), id: item(900).id, slug: item(900).slug })]),
    ).rejects.toMatchObject({ code: 'value_taken' });
  });

  test('of two instances, one builds', async () => {
    await insertItems(store, times(300, item));
    const other = storeOver(knex);
    const results = await Promise.all([maintain(store, wanted), maintain(other, wanted)]);
    expect(results).toContain(true);
    // The one without the claim leaves the work to the other one.
    await maintain(other, wanted);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
    expect(await indexNames()).toHaveLength(wanted.length);
  });

  test('what an interrupted build leaves behind is dropped, and built anew', async () => {
    await insertItems(store, times(20, item));
    await maintain(store, wanted);
    const [name = ''] = await indexNames();
    await knex.raw(`update pg_index set indisvalid = false where indexrelid = '${name}'::regclass`);
    expect(await statesOf()).toContain('building');
    await maintain(store, wanted);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
  });

  test('a failed build leaves no index behind', async () => {
    await insertItems(store, [item(1), { ...item(2), data: item(1).data }]);
    await maintain(store, wanted, 60_000);
    expect(await statesOf()).toContain('failed');
    expect(await indexNames()).toHaveLength(wanted.length - 1);
    const [first] = await knex
      .raw('select reason from content_index_failures')
      .then(({ rows }) => rows);
    expect(first).toEqual({ reason: 'Several items have the same value' });
  });

  test('without work, nothing is written', async () => {
    await maintain(store, wanted);
    const before = await store.snapshot();
    await maintain(store, wanted);
    expect(await store.snapshot()).toBe(before);
  });

  test('the limits of the session are as before a build', async () => {
    const single = openPool({ url, poolMax: 1 }, new SystemTimer());
    try {
      const limits = async () =>
        (
          await single.raw(
            "select current_setting('statement_timeout') as s, current_setting('lock_timeout') as l",
          )
        ).rows;
      const before: unknown = await limits();
      await maintain(storeOver(single), wanted);
      expect(await limits()).toEqual(before);
      expect(before).toEqual([{ s: '15s', l: '5s' }]);
    } finally {
      await single.destroy();
    }
  });
});
