import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loggedLines } from '../../support/service/logged-lines.ts';
import { waitUntil } from '../../support/service/processes.ts';
import { call, withTwoWorkers, wrongLogin } from '../../support/service/two-workers.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

/** Opens the built-in adapters for servers, with addresses of its own. */
const configFile = `import { RedisConnection } from 'quoin/adapters/redis/redis-connection';
import { RedisKeyValueCache } from 'quoin/adapters/redis/redis-key-value-cache';
import { openPostgresStore } from 'quoin/adapters/postgres/open-postgres-store';
import { SystemTimer } from 'quoin/adapters/system/system-timer';
import { defineConfig } from 'quoin/config';

const { OWN_DATABASE = '', OWN_REDIS = '', FAULT } = process.env;
const timer = new SystemTimer();

export default defineConfig({
  ports: {
    store: async () => openPostgresStore({ url: OWN_DATABASE, poolMax: 5 }, timer),
    sharedCache: () => {
      if (FAULT !== undefined) throw new Error('no server');
      const connection = new RedisConnection({ url: OWN_REDIS }, timer);
      const cache = new RedisKeyValueCache(connection, { prefix: 'own-' + process.ppid, secret: 'own' });
      return {
        get: (key) => cache.get(key),
        set: (key, value, ttlMs) => cache.set(key, value, ttlMs),
        increment: (key, ttlMs) => cache.increment(key, ttlMs),
        health: connection,
        close: () => connection.close(),
      };
    },
  },
});
`;

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'quoin.config.ts'), configFile);
});
afterAll(() => folder[Symbol.asyncDispose]());

await withTwoWorkers(({ environment, startWith }) => {
  const own = (): Readonly<Record<string, string>> => {
    const { DATABASE_URL = '', REDIS_URL = '', ...rest } = environment;
    return {
      ...rest,
      QUOIN_CONFIG: join(folder.path, 'quoin.config.ts'),
      OWN_DATABASE: DATABASE_URL,
      OWN_REDIS: REDIS_URL,
    };
  };

  test('workers share the store and the limits of the configuration file, and stop cleanly', async () => {
    const service = await startWith(own());
    await service.ready;
    const health = async (): Promise<string> =>
      (await call(`${service.url}/api/system/health`)).json.data.status;
    await waitUntil(
      async () => (await Promise.all([health(), health()])).join() === 'healthy,healthy',
    );
    // The system chooses the worker of each connection: it can be the same one many times.
    const statuses: number[] = [];
    const workers = (): number =>
      new Set(loggedLines(service, 'Request').map(({ worker }) => worker)).size;
    await waitUntil(async () => {
      const logIn = () => call(`${service.url}/auth/login`, { method: 'POST', body: wrongLogin });
      const answers = await Promise.all(Array.from({ length: 40 }, logIn));
      statuses.push(...answers.map(({ status }) => status));
      return workers() === 2;
    });
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(loggedLines(service, 'Stopped all workers')).toHaveLength(1);
  });

  test('a factory that fails in every worker ends the service with code 1 and its name', async () => {
    const service = await startWith({ ...own(), FAULT: 'yes' });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('The factory ports.sharedCache failed: no server');
  });
});
