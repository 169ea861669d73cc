import { inspect } from 'node:util';
import type { Knex } from 'knex';
import { beforeEach, expect, test } from 'vitest';
import type { Pool } from '../../../adapters/postgres/connection/knex-pool.ts';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { isDomainError, type DomainError } from '../../../core/index.ts';
import { contentId, sampleCollection, sampleUser } from '../../conformance/samples.ts';
import { startCuttingProxy } from '../../support/postgres/cutting-proxy.ts';
import { storeOver } from '../../support/postgres/database-subject.ts';
import { emptyTables } from '../../support/postgres/empty-tables.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { freePort } from '../../support/service/server-process.ts';
import { openedDatabases } from '../../support/postgres/opened-databases.ts';

test('an unreachable server is an outage, and the error does not contain its address', async () => {
  const port = await freePort();
  const url = `postgres://somebody:secret@127.0.0.1:${port}/hidden`;
  const pool = openPool({ url, poolMax: 1 }, new SystemTimer());
  const { knex } = pool;
  const outage = await outageFrom(storeOver(pool).repositories.contents.findById(contentId(1)));
  expect(outage.retryAfterMs).toBeGreaterThanOrEqual(1_000);
  expect(`${outage.message} ${outage.details}`).not.toMatch(
    /ECONNREFUSED|127\.0\.0\.1|hidden|secret/,
  );
  await outageFrom(storeOver(pool).exclusively('accounts', async () => 'never'));
  await outageFrom(storeOver(pool).health.ping());
  await knex.destroy();
});

await withPostgres('migrated', (url) => {
  let directly: Pool;
  let direct: Knex;
  const open = openedDatabases();

  beforeEach(async () => {
    directly = open(url, 2);
    direct = directly.knex;
    await emptyTables(direct);
  });

  test('the probe succeeds while the database answers', async () => {
    await storeOver(directly).health.ping();
  });

  test('the probe reports a read-only server', async () => {
    const readOnly = open(`${url}?options=-c%20default_transaction_read_only%3Don`);
    expect(await storeOver(readOnly).health.ping()).toBe('read-only');
    expect(await storeOver(directly).health.ping()).toBeUndefined();
  });

  test.each(['53100', '58030'])(
    'the probe reports a failed write with state %s until the next write, also in a transaction',
    async (state) => {
      const pool = open(url);
      const store = storeOver(pool);
      const create = (n: number) => store.repositories.collections.insert(sampleCollection(n));
      const createInTransaction = (n: number) =>
        store.exclusively('settings', (inside) => inside.collections.insert(sampleCollection(n)));
      for (const write of [create, createInTransaction]) {
        await direct.raw(`create function fail_write() returns trigger language plpgsql as
          $$ begin raise exception 'no space left' using errcode = '${state}'; end $$`);
        await direct.raw(
          'create trigger no_space before insert on collections execute function fail_write()',
        );
        await outageFrom(write(1));
        expect(await store.health.ping()).toBe('read-only');
        expect(await store.repositories.users.any()).toBe(false);
        await direct.raw('drop trigger no_space on collections; drop function fail_write()');
        expect(await store.health.ping()).toBe('read-only');
        await write(1);
        expect(await store.health.ping()).toBeUndefined();
        await emptyTables(direct);
      }
    },
  );

  test('a pool without a free connection is an outage that ends when a connection is free', async () => {
    const pool = open(url);
    const { knex } = pool;
    const { users } = storeOver(pool).repositories;
    await knex.transaction(() => outageFrom(users.any()));
    expect(await users.any()).toBe(false);
  });

  test('a lost connection is an outage, and the next call uses another connection', async () => {
    const pool = open(url);
    const { knex } = pool;
    const { users } = storeOver(pool).repositories;
    const { rows } = await knex.raw('select pg_backend_pid() as id');
    const run = storeOver(pool).exclusively('settings', async (inside) => {
      await direct.raw('select pg_terminate_backend(?::integer)', [rows[0].id]);
      return inside.users.any();
    });
    await outageFrom(run);
    expect(await users.any()).toBe(false);
  });

  test('a lock that is not released is an outage, not an endless wait', async () => {
    const database = open(`${url}?options=-c%20lock_timeout%3D100`);
    await storeOver(directly).exclusively('settings', async () => {
      await outageFrom(storeOver(database).exclusively('settings', async () => 'never'));
    });
    expect(await storeOver(database).exclusively('settings', async () => 'then')).toBe('then');
  });

  test('a statement that takes too long is an outage', async () => {
    const database = open(`${url}?statement_timeout=100`);
    const { collections } = storeOver(database).repositories;
    await direct.transaction(async (transaction) => {
      await transaction.raw('lock table collections');
      await outageFrom(collections.list());
    });
    expect(await collections.list()).toEqual([]);
  });

  test('a server that stops answering is an outage, and its connection is not reused', async () => {
    const database = open(url, 1, { answerTimeoutMs: 500 });
    const { collections, users } = storeOver(database).repositories;
    await direct.transaction(async (transaction) => {
      await transaction.raw('lock table collections');
      await outageFrom(collections.list());
      expect(await users.any()).toBe(false);
    });
  });

  test('a connection with an open transaction is not reused', async () => {
    const pool = open(url);
    const { knex } = pool;
    const backend = async (): Promise<unknown> =>
      (await knex.raw('select pg_backend_pid() as id')).rows[0].id;
    const before = await backend();
    expect(await backend()).toBe(before);
    await knex.raw('begin');
    expect(await backend()).not.toBe(before);
  });

  test('when the answer to COMMIT is lost, the error says that the outcome is unknown', async () => {
    await using proxy = await startCuttingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    const store = storeOver(open(through.href));
    const run = store.exclusively('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(1));
      proxy.cutAfter('COMMIT');
    });
    expect((await outageFrom(run)).details).toMatch(/not known whether the change was stored/);
    await expect.poll(() => direct('collections').pluck('name')).toEqual(['collection-1']);
  });

  test('no value of a statement appears in an error or its causes', async () => {
    await using proxy = await startCuttingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    const { users } = storeOver(open(through.href)).repositories;
    await users.any();
    const user = sampleUser(1, { passwordHash: 'the-secret-hash' });
    await users.insert(user);
    const rejected = await failureOf(users.insert(user));
    proxy.cutAfter('the-secret-hash');
    const lost = await failureOf(users.update(user));
    for (const error of [rejected, lost]) {
      expect(isDomainError(error)).toBe(true);
      expect(inspect(error, { depth: 10 })).not.toMatch(/the-secret-hash|user-1@example/);
      // Nor the statement, which can have thousands of characters.
      expect(inspect(error, { depth: 10 })).not.toMatch(/insert into|update users/);
    }
  });
});

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );

const outageFrom = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await failureOf(work);
  expect(error).toMatchObject({ code: 'dependency_unavailable' });
  return error as DomainError;
};
