import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../adapters/postgres/connection.ts';
import { withPostgres } from '../support/fresh-database.ts';
import { testSecret } from '../support/memory-cms.ts';
import { postgresRecipe } from '../support/postgres-recipe.ts';
import { servicesOfATest, untilItSays } from '../support/processes.ts';
import { freePort } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const startService = servicesOfATest();
const folder = await temporaryFolder();
afterAll(() => folder[Symbol.asyncDispose]());

const environment = (url: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: url,
  JWT_SECRET: testSecret,
  DATA_DIR: folder.path,
});

await withPostgres('migrated', (url) => {
  test('a start waits for a database server that comes later', async () => {
    const later = new URL(url);
    const target = { host: later.hostname, port: Number(later.port) };
    later.port = String(await freePort());
    const service = await startService(environment(later.href));
    await untilItSays(service, 'is waited for');
    const server = createServer((client) => {
      const upstream = connect(target);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
    }).listen(Number(later.port), later.hostname);
    await once(server, 'listening');
    await service.ready;
    expect(service.output()).toContain('The database answers');
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    server.close();
  });

  test('a database that is not there is told at once', async () => {
    const unknown = new URL(url);
    unknown.pathname = '/no_such_database';
    const service = await startService(environment(unknown.href));
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('The server has no database of the name in DATABASE_URL');
    expect(service.output()).not.toContain('is waited for');
  });

  test('with workers, what is wrong with the database is told once', async () => {
    const unknown = new URL(url);
    unknown.pathname = '/no_such_database';
    const service = await startService({ ...environment(unknown.href), WORKERS: '2' });
    expect(await service.ended).toBe(1);
    expect(service.output().split('no database of the name').length).toBe(2);
    expect(service.output()).not.toContain('A worker died');
  });

  test('a wrong password is told at once, and not shown', async ({ skip }) => {
    const own = await postgresRecipe.startLocally().catch(() => undefined);
    if (own === undefined) return skip('all of this needs a PostgreSQL that can be configured');
    const owner = openDatabase({ url: own.url, poolMax: 1 });
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
      expect(service.output()).toContain('refuses the user or the password');
      expect(service.output()).not.toMatch(/is waited for|wrong-and-secret/);
    } finally {
      await owner.destroy();
      await own.stop();
    }
  });
});
