import { inspect } from 'node:util';
import type { Knex } from 'knex';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../adapters/postgres/connection.ts';
import { PostgresHealthProbe } from '../../adapters/postgres/postgres-health-probe.ts';
import { postgresRepositories } from '../../adapters/postgres/postgres-repositories.ts';
import { PostgresUnitOfWork } from '../../adapters/postgres/postgres-unit-of-work.ts';
import { isDomainError, type DomainError } from '../../core/index.ts';
import { contentId, sampleCollection, sampleUser } from '../conformance/samples.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { emptyTables } from '../support/database-subject.ts';
import { withPostgres } from '../support/fresh-database.ts';
import { freePort } from '../support/server-process.ts';
import { openedDatabases } from '../support/opened-databases.ts';

test('a server that is away is an outage, told without its address', async () => {
  const port = await freePort();
  const url = `postgres://somebody:secret@127.0.0.1:${port}/hidden`;
  const knex = openDatabase({ url, poolMax: 1 });
  const outage = await outageFrom(postgresRepositories(knex).contents.findById(contentId(1)));
  expect(outage.retryAfterMs).toBeGreaterThanOrEqual(1_000);
  expect(`${outage.message} ${outage.details}`).not.toMatch(
    /ECONNREFUSED|127\.0\.0\.1|hidden|secret/,
  );
  await outageFrom(new PostgresUnitOfWork(knex).run('accounts', async () => 'never'));
  await outageFrom(new PostgresHealthProbe(knex).ping());
  await knex.destroy();
});

await withPostgres('migrated', (url) => {
  let direct: Knex;
  const open = openedDatabases();

  beforeEach(async () => {
    direct = open(url, 2);
    await emptyTables(direct);
  });

  test('the probe answers while the database does', async () => {
    await new PostgresHealthProbe(direct).ping();
  });

  test('a pool without a free connection is an outage, and none once there is one', async () => {
    const knex = open(url);
    const { users } = postgresRepositories(knex);
    await knex.transaction(() => outageFrom(users.any()));
    expect(await users.any()).toBe(false);
  });

  test('a connection that is lost on the way is an outage, and the next call has another', async () => {
    const knex = open(url);
    const { users } = postgresRepositories(knex);
    const { rows } = await knex.raw('select pg_backend_pid() as id');
    const run = new PostgresUnitOfWork(knex).run('settings', async (inside) => {
      await direct.raw('select pg_terminate_backend(?::integer)', [rows[0].id]);
      return inside.users.any();
    });
    await outageFrom(run);
    expect(await users.any()).toBe(false);
  });

  test('a lock that is not given up is an outage, not a wait without end', async () => {
    const impatient = open(`${url}?options=-c%20lock_timeout%3D100`);
    await new PostgresUnitOfWork(direct).run('settings', async () => {
      await outageFrom(new PostgresUnitOfWork(impatient).run('settings', async () => 'never'));
    });
    expect(await new PostgresUnitOfWork(impatient).run('settings', async () => 'then')).toBe(
      'then',
    );
  });

  test('a statement that takes too long is an outage', async () => {
    const impatient = open(`${url}?statement_timeout=100`);
    const { collections } = postgresRepositories(impatient);
    await direct.transaction(async (transaction) => {
      await transaction.raw('lock table collections');
      await outageFrom(collections.list());
    });
    expect(await collections.list()).toEqual([]);
  });

  test('a server that no longer answers is an outage, and its connection is not used again', async () => {
    const impatient = open(url, 1, { answerLimitMs: 500 });
    const { collections, users } = postgresRepositories(impatient);
    await direct.transaction(async (transaction) => {
      await transaction.raw('lock table collections');
      await outageFrom(collections.list());
      expect(await users.any()).toBe(false);
    });
  });

  test('a connection that was left in a transaction is not used again', async () => {
    const knex = open(url);
    const backend = async (): Promise<unknown> =>
      (await knex.raw('select pg_backend_pid() as id')).rows[0].id;
    const before = await backend();
    expect(await backend()).toBe(before);
    await knex.raw('begin');
    expect(await backend()).not.toBe(before);
  });

  test('when the answer to COMMIT is lost, nobody claims to know what became of it', async () => {
    await using proxy = await startCuttingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    const unitOfWork = new PostgresUnitOfWork(open(through.href));
    const run = unitOfWork.run('settings', async ({ collections }) => {
      await collections.insert(sampleCollection(1));
      proxy.cutAfter('COMMIT');
    });
    expect((await outageFrom(run)).details).toMatch(/not known whether the change was kept/);
    await expect.poll(() => direct('collections').pluck('name')).toEqual(['collection-1']);
  });

  test('no value of a statement gets into an error, not even into what is logged', async () => {
    await using proxy = await startCuttingProxy(new URL(url));
    const through = new URL(url);
    through.port = String(proxy.port);
    const { users } = postgresRepositories(open(through.href));
    await users.any();
    const user = sampleUser(1, { passwordHash: 'the-secret-hash' });
    await users.insert(user);
    const refused = await failureOf(users.insert(user));
    proxy.cutAfter('the-secret-hash');
    const lost = await failureOf(users.update(user));
    for (const error of [refused, lost]) {
      expect(isDomainError(error)).toBe(true);
      expect(inspect(error, { depth: 10 })).not.toMatch(/the-secret-hash|user-1@example/);
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
