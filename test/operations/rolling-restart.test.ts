import { afterEach, expect, test } from 'vitest';
import { withPostgres } from '../support/postgres/fresh-database.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { waitUntil } from '../support/service/processes.ts';
import { startLoad } from '../support/service/restart-load.ts';
import { startProxy } from '../support/service/round-robin-proxy.ts';
import { freePort } from '../support/service/server-process.ts';
import { startService, type ServiceProcess } from '../support/service/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

const keep = <T extends AsyncDisposable>(resource: T): T => {
  opened.push(resource);
  return resource;
};

await withPostgres('migrated', (databaseUrl) => {
  test('a rolling restart under load fails no request', async () => {
    const folder = keep(await temporaryFolder());
    const start = async (port: number): Promise<ServiceProcess> => {
      const env = { DATABASE_URL: databaseUrl, JWT_SECRET: testSecret, DATA_DIR: folder.path };
      const instance = keep(await startService({ ...env, PORT: String(port) }));
      await instance.ready;
      return instance;
    };
    const ports = [await freePort(), await freePort()];
    const instances = await Promise.all(ports.map(start));
    const proxy = keep(await startProxy(instances.map(({ url }) => url)));
    for (const { url } of instances) await waitUntil(() => proxy.isHealthy(url));
    const load = await startLoad(proxy.url);

    for (const [index, port] of ports.entries()) {
      const before = load.counts();
      const instance = instances[index]!;
      instance.child.kill('SIGTERM');
      expect(await instance.ended).toBe(0);
      expect(instance.output()).not.toContain('cut off');
      instances[index] = await start(port);
      await waitUntil(() => proxy.isHealthy(instance.url));
      // Every kind of request succeeded meanwhile.
      await waitUntil(() => {
        const now = load.counts();
        return (['reads', 'creates', 'uploads'] as const).every((kind) => now[kind] > before[kind]);
      });
    }
    await load.end();
    expect(proxy.failures()).toEqual([]);
    expect(load.failures()).toEqual([]);
    expect(await load.missing()).toEqual([]);
  });
});
