import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { fieldIndexesOf, type FieldIndex, type Store } from '../../core/store.ts';
import { encodeJson } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import {
  creationOf,
  deletionOf,
  insertItems,
  revisionOf,
  updateOf,
} from '../conformance/content/content-changes.ts';
import { sampleCollection, sampleContent } from '../conformance/samples.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { emptyTables } from '../support/postgres/empty-tables.ts';
import { freshDatabase, withPostgres } from '../support/postgres/fresh-database.ts';

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
  const pool = openPool({ url, poolMax: 6 }, new SystemTimer());
  const { knex } = pool;
  const store = storeOver(pool);
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
    // Its lock is that of a write.
    await open.raw('update content set version = version where false');
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

  /** Begins a build that waits for an open transaction, until `end` is called. */
  const blockedBuild = async (indexes = async () => wanted, signal = never) => {
    const open = await knex.transaction();
    // Its lock is that of a write.
    await open.raw('update content set version = version where false');
    const building = store.repositories.indexes.maintain(indexes, 60_000, signal);
    const isWaiting = async () =>
      (
        await knex.raw(
          "select 1 from pg_stat_progress_create_index where phase like 'waiting%' and datname = current_database()",
        )
      ).rows.length > 0;
    while (!(await isWaiting())) await sleep(10);
    return {
      building,
      end: async () => {
        await open.commit();
        return building;
      },
    };
  };

  test('a stop during a build ends the work after this index', async () => {
    const signal = { aborted: false };
    const { end } = await blockedBuild(undefined, signal);
    signal.aborted = true;
    expect(await end()).toBe(false);
    expect((await statesOf()).toSorted()).toEqual(['building', 'building', 'building', 'ready']);
    expect(await maintain(store, wanted)).toBe(true);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
  });

  test('another instance touches nothing during a build, even after the claim has ended', async () => {
    await insertItems(store, times(20, item));
    const { end } = await blockedBuild();
    const other = storeOver(pool);
    expect(await maintain(other, [])).toBe(false);
    await knex.raw('update content_index_claims set claimed_until = 0');
    expect(await maintain(other, [])).toBe(false);
    expect(await maintain(other, wanted)).toBe(false);
    expect(await end()).toBe(true);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
    expect(await indexNames()).toHaveLength(wanted.length);
  });

  test('what is not wanted any more during its build is dropped after it, and built when it is wanted again', async () => {
    let current = wanted;
    const { end } = await blockedBuild(async () => current);
    current = [];
    expect(await end()).toBe(true);
    expect(await indexNames()).toEqual([]);
    current = wanted;
    expect(await maintain(store, current)).toBe(true);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
  });

  test('of a connection that is lost during a build, the first error is thrown', async () => {
    const { building, end } = await blockedBuild();
    const failure = building.catch((error: unknown) => error);
    await knex.raw(
      'select pg_terminate_backend(pid) from pg_stat_progress_create_index where datname = current_database()',
    );
    expect(await failure).toMatchObject({
      code: 'dependency_unavailable',
      cause: { code: '57P01' },
    });
    await end().catch(() => undefined);
    expect(await maintain(store, wanted)).toBe(true);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
  });

  test('a build without space has failed with this reason', async () => {
    const single = openPool({ url, poolMax: 1 }, new SystemTimer());
    try {
      for (let from = 1; from <= 4_000; from += 500) {
        await insertItems(
          store,
          times(500, (n) => item(from - 1 + n)),
        );
      }
      await single.knex.raw("set temp_file_limit = '8kB'; set maintenance_work_mem = '1MB'");
      const list = sampleCollection(1, {
        schema: {
          type: 'object',
          properties: { text: { type: 'string', indexed: true } },
          required: [],
        },
      });
      const [long] = fieldIndexesOf(list);
      await single.knex.raw(
        "update content set data = json_build_object('text', repeat(md5(id::text), 7))",
      );
      expect(await maintain(storeOver(single), [long!], 60_000)).toBe(true);
      expect(await store.repositories.indexes.statusOf([long!])).toMatchObject([
        { state: 'failed', reason: 'The database has no space left' },
      ]);
      await single.knex.raw('reset all');
      expect(await maintain(storeOver(single), [long!], 0)).toBe(true);
      expect(await store.repositories.indexes.statusOf([long!])).toMatchObject([
        { state: 'ready' },
      ]);
    } finally {
      await single.close();
    }
  }, 60_000);

  test('writes of all kinds run during the builds: none fails, and all indexes contain them', async () => {
    const first = times(300, item);
    await insertItems(store, first);
    let isDone = false;
    const building = maintain(store, wanted).finally(() => (isDone = true));
    const kept = new Map(first.map((one) => [one.id, one]));
    const writer = async (on: Store, offset: number): Promise<void> => {
      for (let n = 1; !isDone || n <= 30; n += 1) {
        const fresh = item(offset + n);
        expect(await on.commit([creationOf(fresh)])).toBe(true);
        kept.set(fresh.id, fresh);
        const old = first[(offset / 10_000 - 1) * 100 + (n % 100)]!;
        const before = kept.get(old.id);
        if (before === undefined) continue;
        if (n % 3 === 0) {
          expect(await on.commit([deletionOf(before)])).toBe(true);
          kept.delete(before.id);
        } else {
          const price = offset + n + 0.5;
          const after = revisionOf(before, { data: encodeJson({ price, sku: `s-${price}` }) });
          expect(await on.commit([updateOf(before, after)])).toBe(true);
          kept.set(after.id, after);
        }
      }
    };
    await Promise.all([
      writer(store, 10_000),
      writer(storeOver(pool), 20_000),
      writer(storeOver(pool), 30_000),
    ]);
    expect(await building).toBe(true);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
    // The check compares each index with the rows.
    await knex.raw('create extension if not exists amcheck');
    for (const name of await indexNames()) {
      await knex.raw('select bt_index_check(?::regclass, true)', [name]);
    }
    const stored = await store.repositories.contents.findByIds([...kept.keys()]);
    expect(new Map(stored.map(({ id, data }) => [id, data]))).toEqual(
      new Map([...kept.values()].map(({ id, data }) => [id, data])),
    );
    await knex.raw('drop extension amcheck');
  }, 60_000);

  test('a build in a copy of the database does not count', async () => {
    const copy = await freshDatabase();
    if ('unavailable' in copy) throw new Error(copy.unavailable);
    const { knex: other } = openPool({ url: copy.url, poolMax: 3 }, new SystemTimer());
    const open = await other.transaction();
    await open.raw('update content set version = version where false');
    const building = other.raw('create index concurrently other_idx on content (title)').then(
      () => undefined,
      () => undefined,
    );
    const isBuilding = async () =>
      (
        await other.raw(
          'select 1 from pg_stat_progress_create_index where datname = current_database()',
        )
      ).rows.length > 0;
    while (!(await isBuilding())) await sleep(10);
    expect(await maintain(store, wanted)).toBe(true);
    expect(new Set(await statesOf())).toEqual(new Set(['ready']));
    await open.commit();
    await building;
    await other.destroy();
    await copy[Symbol.asyncDispose]();
  });

  test('of two instances, one builds', async () => {
    await insertItems(store, times(300, item));
    const other = storeOver(pool);
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
    expect(first.reason).toContain(`several items: ${item(1).id}, ${item(2).id}`);
  });

  test('a look for duplicates ends when its time is over', async () => {
    await insertItems(store, [item(1)]);
    const { indexes } = store.repositories;
    const look = (withinMs: number) => indexes.findDuplicates(wanted[0]!, 10, withinMs);
    await knex.transaction(async (inside) => {
      await inside.raw('lock table content in access exclusive mode');
      expect(await look(20)).toBeUndefined();
    });
    expect(await look(60_000)).toEqual([]);
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
          await single.knex.raw(
            "select current_setting('statement_timeout') as s, current_setting('lock_timeout') as l",
          )
        ).rows;
      const before: unknown = await limits();
      await maintain(storeOver(single), wanted);
      expect(await limits()).toEqual(before);
      expect(before).toEqual([{ s: '15s', l: '5s' }]);
    } finally {
      await single.close();
    }
  });
});
