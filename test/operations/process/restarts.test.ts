import { afterEach, expect, test } from 'vitest';
import { restartDelays } from '../../../bootstrap/workers/restart-delay.ts';
import { minute, second } from '../../../core/vocabulary.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { waitUntil } from '../../support/service/processes.ts';
import { startLoad } from '../../support/service/restart-load.ts';
import { startProxy } from '../../support/service/round-robin-proxy.ts';
import { freePort } from '../../support/service/server-process.ts';
import { startService, type ServiceProcess } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const serving = { wasReady: true, othersAreReady: true };

const failing = { wasReady: false, othersAreReady: false };

test('the delay doubles with each death within a minute, up to 30 seconds', () => {
  const next = restartDelays();
  const delays = Array.from({ length: 12 }, (_, n) => next({ at: n, ...serving }));
  expect(delays.slice(0, 4)).toEqual([100, 200, 400, 800]);
  expect(delays.at(-1)).toBe(30 * second);
});

test('deaths more than a minute ago do not count', () => {
  const next = restartDelays();
  for (let n = 0; n < 10; n += 1) next({ at: n, ...serving });
  expect(next({ at: 2 * minute, ...serving })).toBe(100);
});

test('after five failed starts in a row without a ready worker, restarts end', () => {
  const next = restartDelays();
  const delays = Array.from({ length: 5 }, (_, n) => next({ at: n, ...failing }));
  expect(delays.slice(0, 4).every((delay) => delay !== undefined)).toBe(true);
  expect(delays[4]).toBeUndefined();
});

test.each([
  ['another worker is ready', { wasReady: false, othersAreReady: true }],
  ['the worker that died was ready before', { wasReady: true, othersAreReady: false }],
])('failed starts are counted from zero when %s', (_, death) => {
  const next = restartDelays();
  for (let n = 0; n < 4; n += 1) next({ at: n, ...failing });
  expect(next({ at: 4, ...death })).toBeGreaterThan(0);
  for (let n = 5; n < 9; n += 1) expect(next({ at: n, ...failing })).toBeGreaterThan(0);
  expect(next({ at: 9, ...failing })).toBeUndefined();
});

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
