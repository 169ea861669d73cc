import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { beforeEach, expect, test } from 'vitest';
import { query, type Statement } from '../../../adapters/postgres/connection/statement.ts';
import { inTransaction } from '../../../adapters/postgres/connection/transaction.ts';
import { DomainError } from '../../../core/index.ts';
import { contentId, sampleCollection, sampleContent } from '../../conformance/samples.ts';
import { startCuttingProxy } from '../../support/postgres/cutting-proxy.ts';
import { storeAll, storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { openedDatabases } from '../../support/postgres/opened-databases.ts';

const pause: Statement = { name: 'pause', text: 'select pg_sleep(0.1)' };

/** How long a caller waits for a connection, in milliseconds, plus a margin. */
const deadlineAndMore = 2_000 + 1_500;

interface Ended {
  readonly error: unknown;
  readonly tookMs: number;
}

const ended = async (work: Promise<unknown>): Promise<Ended> => {
  const begun = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, tookMs: performance.now() - begun };
};

const outage = (details?: string) => ({
  code: 'dependency_unavailable',
  retryAfterMs: expect.any(Number),
  details,
});

/** Locks that statements in this database wait for: the server has other databases, too. */
const waitsHere = `not granted and database = (
  select oid from pg_database where datname = current_database()
)`;

await withPostgres('migrated', (url) => {
  let direct: Knex;
  const open = openedDatabases();

  beforeEach(async () => {
    direct = open(url, 2).knex;
    await emptyTables(direct);
  });

  const settingsOf = async (knex: Knex): Promise<readonly string[]> => {
    const { rows } = await knex.raw(`select array[current_setting('statement_timeout'),
      current_setting('lock_timeout'), current_setting('idle_in_transaction_session_timeout'),
      current_setting('jit')] as values`);
    return rows[0].values;
  };

  test('a burst is served until the timeout, rejected after it, and leaks no connection', async () => {
    const pool = open(url, 2);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        ended(inTransaction(pool, {}, (transaction) => query(transaction, pause))),
      ),
    );
    const served = outcomes.filter(({ error }) => error === undefined);
    const rejected = outcomes.filter(({ error }) => error !== undefined);
    expect(served.length).toBeGreaterThanOrEqual(10);
    expect(rejected.length).toBeGreaterThan(100);
    for (const { error } of rejected) expect(error).toMatchObject(outage());
    for (const { tookMs } of outcomes) expect(tookMs).toBeLessThan(deadlineAndMore);
    expect(pool.usage()).toEqual({ used: 0, waiting: 0, free: 2 });
    expect(await storeOver(pool).repositories.users.any()).toBe(false);
  });

  test('with a hundred callers waiting for each connection, the next is rejected at once', async () => {
    const pool = open(url, 1);
    const { knex } = pool;
    const { users } = storeOver(pool).repositories;
    await users.any();
    let isHeld = true;
    const holding = ended(knex.raw('select pg_sleep(0.5)')).finally(() => {
      isHeld = false;
    });
    const waiting = Array.from({ length: 100 }, () => ended(users.any()));
    const { error } = await ended(users.any());
    expect(error).toMatchObject(outage());
    expect(isHeld).toBe(true);
    for (const { error: none } of await Promise.all([holding, ...waiting])) {
      expect(none).toBeUndefined();
    }
  });

  test('writes that wait for a lock leave connections to reads', async () => {
    const pool = open(`${url}?lock_timeout=1000`, 4);
    const store = storeOver(pool);
    const { collections, contents } = store.repositories;
    await collections.insert(sampleCollection(1));
    await storeAll(store, [sampleContent(1)]);
    await direct.transaction(async (transaction) => {
      await transaction.raw('lock table content in exclusive mode');
      const writes = Array.from({ length: 20 }, (_, n) =>
        ended(storeAll(store, [sampleContent(n + 2)])),
      );
      await sleep(100);
      for (let count = 0; count < 20; count += 1) {
        const { error, tookMs } = await ended(contents.findById(contentId(1)));
        expect(error).toBeUndefined();
        // No read waited for a write to time out.
        expect(tookMs).toBeLessThan(900);
      }
      for (const { error, tookMs } of await Promise.all(writes)) {
        expect(error).toMatchObject(outage());
        expect(tookMs).toBeLessThan(deadlineAndMore);
      }
    });
    await storeAll(store, [sampleContent(2)]);
    expect(await direct('content').count().first()).toEqual({ count: '2' });
  });

  test('writes outside of transactions are retried after a deadlock', async () => {
    const pool = open(`${url}?options=-c%20deadlock_timeout%3D20ms`, 4);
    const store = storeOver(pool);
    await store.repositories.collections.insert(sampleCollection(1));
    for (let round = 0; round < 3; round += 1) {
      await direct.raw('delete from content');
      const held = await direct.transaction();
      // Both statements start and wait before either can continue.
      await held.raw('lock table content in share mode');
      const numbers = Array.from({ length: 400 }, (_, n) => n + 1);
      const clash = (order: readonly number[], series: number): Promise<Ended> =>
        ended(
          storeAll(
            store,
            order.map((n) => ({ ...sampleContent(n), id: contentId(n + series) })),
          ),
        );
      const both = Promise.all([clash(numbers, 1_000), clash(numbers.toReversed(), 2_000)]);
      await expect
        .poll(() => direct('pg_locks').whereRaw(waitsHere).pluck('pid'), { timeout: 30_000 })
        .toHaveLength(2);
      await held.commit();
      const errors = (await both).map(({ error }) => error).filter((error) => error !== undefined);
      expect(errors).toEqual([expect.objectContaining({ code: 'slug_taken' })]);
      expect(await direct('content').count().first()).toEqual({ count: '400' });
    }
  });

  test('a write whose answer is lost may be stored; one inside a transaction is not', async () => {
    await using proxy = await startCuttingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    const pool = open(through.href, 1);
    const { collections } = storeOver(pool).repositories;
    const unknown = expect.stringMatching(/not known whether the change was stored/);
    proxy.cutAfter('insert into');
    expect((await ended(collections.insert(sampleCollection(1)))).error).toMatchObject(
      outage(unknown),
    );
    await expect.poll(() => direct('collections').pluck('name')).toEqual(['collection-1']);

    const run = storeOver(pool).exclusively('settings', (inside) =>
      inside.collections.insert(sampleCollection(2)),
    );
    expect((await ended(run)).error).toMatchObject(outage());
    expect(await direct('collections').pluck('name')).toEqual(['collection-1']);
  });

  test('a transaction that cannot begin is an outage, and its work is not called', async () => {
    await using proxy = await startCuttingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    const store = storeOver(open(through.href, 1));
    proxy.cutAfter('BEGIN');
    let isCalled = false;
    const { error } = await ended(
      store.exclusively('settings', async () => {
        isCalled = true;
      }),
    );
    expect(error).toMatchObject(outage());
    expect(isCalled).toBe(false);
    proxy.heal();
    expect(await store.exclusively('settings', async () => 'then')).toBe('then');
  });

  test('a transaction that idles too long loses its connection, and nothing of it is stored', async () => {
    const pool = open(`${url}?idle_in_transaction_session_timeout=50`, 1);
    const run = storeOver(pool).exclusively('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(1));
      await sleep(300);
      return 'done';
    });
    expect((await ended(run)).error).toMatchObject(outage());
    expect(await storeOver(pool).repositories.collections.list()).toEqual([]);
  });

  test('after a read-only error, the next write uses another connection', async () => {
    const pool = open(url, 1);
    const { knex } = pool;
    const { collections } = storeOver(pool).repositories;
    await knex.raw('set default_transaction_read_only = on');
    expect(await collections.list()).toEqual([]);
    const { error } = await ended(collections.insert(sampleCollection(1)));
    expect(error).toMatchObject({ ...outage(), message: expect.stringContaining('read-only') });
    await collections.insert(sampleCollection(1));
    expect(await direct('collections').pluck('name')).toEqual(['collection-1']);
  });

  test('settings are applied to every connection; those of the address, the role and the database win', async () => {
    expect(await settingsOf(direct)).toEqual(['15s', '5s', '30s', 'off']);
    expect(await settingsOf(open(`${url}?statement_timeout=1s&lock_timeout=200`, 1).knex)).toEqual([
      '1s',
      '200ms',
      '30s',
      'off',
    ]);
    const database = new URL(url).pathname.slice(1);
    await direct.raw('alter database ?? set statement_timeout = 7000', [database]);
    const { knex: options } = open(`${url}?options=-c%20lock_timeout%3D300`, 1);
    expect(await settingsOf(options)).toEqual(['7s', '300ms', '30s', 'off']);
    const { knex: asked } = open(`${url}?statement_timeout=1s`, 1);
    expect((await settingsOf(asked))[0]).toBe('1s');
    await direct.raw('alter database ?? reset statement_timeout', [database]);
  });

  test('long texts are compressed with LZ4 if the server has it, unless the database says otherwise', async () => {
    const compressionOf = (knex: Knex): Promise<string> =>
      knex.transaction(async (inside) => {
        await inside.raw(`create temp table sample on commit drop as select repeat('text', 1000)`);
        const { rows } = await inside.raw(
          'select pg_column_compression(repeat) as how from sample',
        );
        return rows[0].how;
      });
    const setting = { name: 'default_toast_compression' };
    const [choices] = await direct('pg_settings').where(setting).pluck<string[][]>('enumvals');
    expect(await compressionOf(direct)).toBe(choices?.includes('lz4') === true ? 'lz4' : 'pglz');
    const database = new URL(url).pathname.slice(1);
    await direct.raw('alter database ?? set default_toast_compression = pglz', [database]);
    expect(await compressionOf(open(url, 1).knex)).toBe('pglz');
    await direct.raw('alter database ?? reset default_toast_compression', [database]);
  });

  test('a setting that the server rejects is an outage that leaves no connection behind', async () => {
    const pool = open(`${url}?statement_timeout=soon&application_name=left-behind`, 1);
    const { error } = await ended(storeOver(pool).repositories.users.any());
    expect(error).toBeInstanceOf(DomainError);
    const left = (): Promise<readonly unknown[]> =>
      direct('pg_stat_activity').where({ application_name: 'left-behind' }).pluck('pid');
    await expect.poll(left).toEqual([]);
  });
});
