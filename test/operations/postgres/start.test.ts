import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../../adapters/system/system-timer.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { postgresRecipe } from '../../support/postgres/postgres-recipe.ts';
import { serviceStarter, waitForOutput } from '../../support/service/processes.ts';
import { freePort } from '../../support/service/server-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitForDatabase } from '../../../bootstrap/start/wait-for-database.ts';
import { explainFailure } from '../../../bootstrap/explain-failure.ts';
import { DomainError, type Store } from '../../../core/store.ts';
import { recordedLog } from '../../support/core/recorded-log.ts';

const startService = serviceStarter();

const folder = await temporaryFolder();

afterAll(() => folder[Symbol.asyncDispose]());

const environment = (url: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  JWT_SECRET: testSecret,
  DATA_DIR: folder.path,
});

await withPostgres('migrated', (url) => {
  test('the start waits for a database server that is not running yet', async () => {
    const later = new URL(url);
    const target = { host: later.hostname, port: Number(later.port) };
    later.port = String(await freePort());
    const service = await startService(environment(later.href));
    await waitForOutput(service, 'not reachable yet');
    const server = createServer((client) => {
      const upstream = connect(target);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
    }).listen(Number(later.port), later.hostname);
    await once(server, 'listening');
    await service.ready;
    expect(service.output()).toContain('The database is reachable');
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    server.close();
  });

  test('a missing database is reported at once', async () => {
    const unknown = new URL(url);
    unknown.pathname = '/no_such_database';
    const service = await startService(environment(unknown.href));
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('The server has no database of the name in DATABASE_URL');
    expect(service.output()).not.toContain('not reachable yet');
  });

  test('with workers, a problem with the database is reported once', async () => {
    const unknown = new URL(url);
    unknown.pathname = '/no_such_database';
    const service = await startService({
      ...environment(unknown.href),
      WORKERS: '2',
      REDIS_URL: 'redis://127.0.0.1:1',
    });
    expect(await service.ended).toBe(1);
    expect(service.output().split('no database of the name').length).toBe(2);
    expect(service.output()).not.toContain('A worker died');
  });

  test('a wrong password is reported at once, without its value', async ({ skip }) => {
    const own = await postgresRecipe.startLocally().catch(() => undefined);
    if (own === undefined) return skip('needs a PostgreSQL that the test can configure');
    const { knex: owner } = openPool({ url: own.url, poolMax: 1 }, new SystemTimer());
    try {
      await owner.raw(`create role ada login password 'right'`);
      const { rows } = await owner.raw<{ rows: { hba_file: string }[] }>('show hba_file');
      await owner.raw(`copy (select 'host all all all scram-sha-256') to '${rows[0]?.hba_file}'`);
      await owner.raw('select pg_reload_conf()');
      const address = new URL(own.url);
      address.username = 'ada';
      address.password = 'wrong-and-secret';
      const service = await startService(environment(address.href));
      expect(await service.ended).toBe(1);
      expect(service.output()).toContain('rejects the user or the password');
      expect(service.output()).not.toMatch(/not reachable yet|wrong-and-secret/);
    } finally {
      await owner.destroy();
      await own.stop();
    }
  });
});

const outage = (trouble: object): DomainError =>
  new DomainError('dependency_unavailable', 'The database is not available at the moment', {
    cause: Object.assign(new Error('user "ada", password "secret"'), trouble),
  });

/** In the form in which a server reports it. */
const fatal = (code: string): object => ({ severity: 'FATAL', code });

const refused = { code: 'ECONNREFUSED' };

interface Failing extends Pick<Store, 'health'> {
  readonly pings: () => number;
}

/** Fails `times` times, then succeeds. */
const failing = (error: Error, times: number): Failing => {
  let pings = 0;
  const ping = async (): Promise<void> => {
    pings += 1;
    if (pings <= times) throw error;
  };
  return { health: { ping }, pings: () => pings };
};

const { signal } = new AbortController();

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('nothing is logged for a reachable database', async () => {
  const log = recordedLog();
  await waitForDatabase(failing(outage(refused), 0), { log, signal });
  expect(log.entries).toEqual([]);
});

test('retries until the server is reachable', async () => {
  const log = recordedLog();
  const store = failing(outage(fatal('57P03')), 2);
  await waitForDatabase(store, { log, signal });
  expect(store.pings()).toBe(3);
  expect(log.entries.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'The database is not reachable yet; waiting'],
    ['info', 'The database is reachable'],
  ]);
});

test('gives up after the timeout with one sentence', async () => {
  const store = failing(outage(refused), Infinity);
  const error = await failureOf(
    waitForDatabase(store, { log: recordedLog(), signal, timeoutMs: 1_000 }),
  );
  expect(store.pings()).toBeGreaterThan(1);
  expect(explainFailure(error)).toBe(
    'The database was not reachable within 1 seconds. Check that its server runs and that DATABASE_URL is right',
  );
});

test('names what to check for another store than the database server', async () => {
  const store = failing(outage(refused), Infinity);
  const options = { log: recordedLog(), signal, timeoutMs: 0, address: 'the factory ports.store' };
  expect(explainFailure(await failureOf(waitForDatabase(store, options)))).toContain(
    'Check that its server runs and that the factory ports.store is right',
  );
});

test.each([
  [fatal('28P01'), 'The server rejects the user or the password in DATABASE_URL'],
  [fatal('28000'), 'The server rejects the user or the password in DATABASE_URL'],
  [fatal('3D000'), 'The server has no database of the name in DATABASE_URL'],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'The certificate of the server does not satisfy sslmode'],
  [{ message: 'The server does not support SSL connections' }, 'The server does not offer TLS'],
])('does not retry a permanent error: %j', async (trouble, sentence) => {
  const store = failing(outage(trouble), Infinity);
  const log = recordedLog();
  const explained = explainFailure(await failureOf(waitForDatabase(store, { log, signal })));
  expect(explained).toContain(sentence);
  expect(explained).not.toMatch(/ada|secret/);
  expect([store.pings(), log.entries]).toEqual([1, []]);
});

test('throws an error that is not an outage unchanged', async () => {
  const mistake = new Error('a mistake in the program');
  const store = failing(mistake, Infinity);
  expect(await failureOf(waitForDatabase(store, { log: recordedLog(), signal }))).toBe(mistake);
});

test('aborting the signal ends the wait at once', async () => {
  const stop = new AbortController();
  const store = failing(outage(refused), Infinity);
  const waiting = failureOf(
    waitForDatabase(store, { log: recordedLog(), signal: stop.signal, timeoutMs: Infinity }),
  );
  stop.abort();
  expect(await waiting).toMatchObject({ name: 'AbortError' });
  expect(store.pings()).toBe(1);
});
