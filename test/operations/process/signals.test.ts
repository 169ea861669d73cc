import { expect, test } from 'vitest';
import { readVersion } from '../../../bootstrap/version.ts';
import { testSecret } from '../../support/core/memory-cms.ts';
import { withPostgres } from '../../support/postgres/fresh-database.ts';
import { loggedLines } from '../../support/service/logged-lines.ts';
import { serviceStarter } from '../../support/service/processes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const startService = serviceStarter();

await withPostgres('migrated', (url) => {
  test('SIGHUP stops a service like SIGTERM, and SIGUSR1 does not open the debugger', async () => {
    await using folder = await temporaryFolder();
    const environment = { DATABASE_URL: url, JWT_SECRET: testSecret, DATA_DIR: folder.path };
    const service = await startService(environment);
    await service.ready;
    service.child.kill('SIGUSR1');
    expect((await fetch(`${service.url}/api/content`)).status).toBe(200);
    service.child.kill('SIGHUP');
    expect(await service.ended).toBe(0);
    expect(loggedLines(service, 'Stopping')).toMatchObject([{ signal: 'SIGHUP' }]);
    expect(loggedLines(service, 'Stopped')).toHaveLength(1);
    expect(service.output()).not.toContain('Debugger');
  });

  test('the ready line and the OpenAPI document have the version, the public health has not', async () => {
    await using folder = await temporaryFolder();
    const environment = { DATABASE_URL: url, JWT_SECRET: testSecret, DATA_DIR: folder.path };
    const service = await startService(environment);
    await service.ready;
    const version = await readVersion();
    expect(loggedLines(service, 'Quoin is ready')).toMatchObject([{ version }]);
    const health = await fetch(`${service.url}/api/system/health`);
    const { data } = (await health.json()) as { readonly data: object };
    expect(Object.keys(data).toSorted()).toEqual(['checks', 'status', 'timestamp', 'uptime']);
    const document = await fetch(`${service.url}/api`);
    expect(await document.json()).toMatchObject({ info: { version } });
  });
});
