import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSecret } from '../../support/core/memory-cms.ts';
import { tinyGif } from '../../support/media/tiny-gif.ts';
import { loggedLines } from '../../support/service/logged-lines.ts';
import { ownPorts } from '../../support/service/own-ports.ts';
import { serviceStarter } from '../../support/service/processes.ts';
import { startQuoin } from '../../support/service/quoin-process.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

const startService = serviceStarter();

let folder: TemporaryFolder;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const file = join(folder.path, 'quoin.config.ts');
  await writeFile(file, ownPorts);
  environment = {
    QUOIN_CONFIG: file,
    DATA_DIR: join(folder.path, 'data'),
    JWT_SECRET: testSecret,
    NODE_ENV: 'production',
  };
});

afterAll(() => folder[Symbol.asyncDispose]());

const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  startQuoin(args, { ...environment, ...more }).ended;

test('the service and the commands store everything in the ports of the configuration file', async () => {
  const service = await startService(environment, ['bootstrap/dist/cli.mjs', 'serve']);
  await service.ready;
  expect(loggedLines(service, 'Loaded the configuration file')).toMatchObject([
    { ports: 'store, blobs, sharedCache' },
  ]);
  expect(loggedLines(service, 'Opened the store of the test')).toHaveLength(1);

  const call = async (method: string, path: string, body: object | FormData, token = '') => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(!isForm && { 'Content-Type': 'application/json' }),
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    return (await response.json()) as { readonly token: string };
  };
  const account = { email: 'ada@example.org', password: 'correct horse battery' };
  const { token } = await call('POST', '/auth/register', account);
  const item = { collection: 'pages', title: 'Tidal pools' };
  expect(await call('POST', '/api/content', item, token)).toMatchObject({
    data: { slug: 'tidal-pools' },
  });
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(tinyGif)]), 'pool.gif');
  expect(await call('POST', '/api/media/upload', form, token)).toMatchObject({
    data: { filename: 'pool.gif' },
  });
  const health = await fetch(`${service.url}/api/system/health`);
  expect(await health.json()).toMatchObject({ data: { status: 'healthy' } });

  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect((await readdir(join(folder.path, 'data'))).toSorted()).toEqual([
    'own-files',
    'spool',
    'store.json',
  ]);

  const target = join(folder.path, 'backup');
  const exported = await run(['export', target]);
  expect(exported).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 item, 1 file'),
  });
  expect(await readFile(join(target, 'content.ndjson'), 'utf8')).toContain('Tidal pools');

  const created = await run(['user', 'create', '--email', 'bob@example.org', '--role', 'editor'], {
    QUOIN_PASSWORD: 'correct horse battery',
  });
  expect(created).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(folder.path, 'data/store.json'), 'utf8')).toContain('bob@example.org');

  const migrated = await run(['migrate', '--check']);
  expect(migrated).toMatchObject({ exitCode: 0, stdout: 'The database is up to date.\n' });

  const imported = await run(['import', target, '--dry-run']);
  expect(imported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('unchanged') });
});

test.each([
  ['not a function', /^ {2}\/.*: ports\.blobs must be a function that returns the port$/m],
  ['another port', /ports\.cache cannot be replaced\. The ports are store, blobs, sharedCache, /m],
  ['throws', /^The factory ports\.store failed: no socket$/m],
  ['rejects', /^The factory ports\.blobs failed: no bucket$/m],
  [
    'another result',
    /^The factory ports\.store must return a Store, but its result lacks repositories, supports, commit, exclusively, atomically, consistently, snapshot, health, pendingMigrations, migrate$/m,
  ],
  ['no result', /^The factory ports\.blobs must return a BlobStore, but returned undefined$/m],
  ['hangs', /^The factory ports\.sharedCache did not return within 10 seconds$/m],
])(
  'a factory that is faulty (%s) ends serve and export with code 1 and its name',
  async (fault, message) => {
    const [served, exported] = await Promise.all([
      run(['serve'], { FAULT: fault, PORT: '0', PUBLIC_URL: 'http://cms.test' }),
      run(['export', join(folder.path, 'faulty')], { FAULT: fault }),
    ]);
    for (const { exitCode, stderr } of [served, exported]) {
      expect(stderr).toMatch(message);
      expect(exitCode).toBe(1);
    }
  },
);

test.each(['exclusively', 'pendingMigrations', 'users.list'])(
  'a store in which %s is not written yet ends serve with code 1 and one sentence',
  async (method) => {
    const { exitCode, stderr } = await run(['serve'], {
      UNWRITTEN: method,
      DATA_DIR: join(folder.path, method),
      PORT: '0',
      PUBLIC_URL: 'http://cms.test',
    });
    expect(stderr).toBe(`The store of ports.store failed: ${method} is not written yet\n`);
    expect(exitCode).toBe(1);
  },
);

test('npm start ends too if a factory that fails has left a connection open', async () => {
  const service = await startService({ ...environment, FAULT: 'throws' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toContain('The factory ports.store failed: no socket');
});
