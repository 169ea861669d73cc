import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { afterEach, expect, test } from 'vitest';
import { canMakeCertificates } from '../../support/deployment/certificates.ts';
import { isProxyInstalled, proxyNames, startProxy } from '../../support/deployment/proxies.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { waitUntil } from '../../support/service/processes.ts';
import { startLoad } from '../../support/service/restart-load.ts';
import { freePort } from '../../support/service/server-process.ts';
import { startService, type ServiceProcess } from '../../support/service/service-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

const keep = <T extends AsyncDisposable>(resource: T): T => {
  opened.push(resource);
  return resource;
};

const isRequired = process.env['REQUIRE_SERVICES'] === '1';

/** The status of a response over TLS, for the name that the certificate has. */
const statusOver = async (url: string, authority: string): Promise<number | undefined> => {
  const ca = await readFile(authority);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get(`${url}/api/health`, { ca, servername: 'cms.example.com', agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).on('error', reject);
  return promise;
};

const runs = proxyNames.filter((name) => {
  const isRun = isRequired || (isProxyInstalled(name) && canMakeCertificates());
  if (!isRun)
    console.warn(`Not tested: ${name} and its example. It, or openssl, is not installed.`);
  return isRun;
});

for (const name of runs) {
  await withPostgres('migrated', (databaseUrl) => {
    test(`the example of ${name} leads to the instances, and a rolling restart under load fails no request`, async () => {
      const folder = keep(await temporaryFolder());
      const start = async (port: number): Promise<ServiceProcess> => {
        const instance = keep(
          await startService({
            DATABASE_URL: databaseUrl,
            JWT_SECRET: testSecret,
            DATA_DIR: folder.path,
            PORT: String(port),
            PUBLIC_URL: 'https://cms.example.com',
            TRUST_PROXY: '1',
          }),
        );
        await instance.ready;
        return instance;
      };
      const ports = [await freePort(), await freePort()] as const;
      const instances = await Promise.all(ports.map(start));
      const proxy = keep(await startProxy(name, ports));
      const isUp = async (): Promise<boolean> =>
        (await fetch(`${proxy.url}/api/health`).catch(() => undefined))?.status === 200;
      await expect.poll(isUp, { message: proxy.output() }).toBe(true);
      expect(await statusOver(proxy.httpsUrl, proxy.authority)).toBe(200);
      const redirect = await fetch(`${proxy.redirectUrl}/docs`, { redirect: 'manual' });
      expect([301, 302]).toContain(redirect.status);
      expect(redirect.headers.get('Location')).toMatch(/^https:.*\/docs$/);

      const load = await startLoad(proxy.url);
      const haveAllSucceeded = (): Promise<void> => {
        const before = load.counts();
        return waitUntil(() => {
          const now = load.counts();
          return (['reads', 'creates', 'uploads'] as const).every(
            (kind) => now[kind] > before[kind] + 1,
          );
        });
      };
      // Both within ten seconds: nginx would avoid both, if it counted failures.
      for (const [index, port] of ports.entries()) {
        const instance = instances[index]!;
        instance.child.kill('SIGTERM');
        expect(await instance.ended).toBe(0);
        expect(instance.output()).not.toContain('cut off');
        instances[index] = await start(port);
      }
      await haveAllSucceeded();
      await load.end();
      expect(load.failures()).toEqual([]);
      expect(await load.missing()).toEqual([]);
    });
  });
}
