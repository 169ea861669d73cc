import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { postgresRecipe } from '../support/postgres/postgres-recipe.ts';
import { serviceStarter, waitForOutput } from '../support/service/processes.ts';
import { freePort } from '../support/service/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
    const owner = openPool({ url: own.url, poolMax: 1 }, new SystemTimer());
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
