import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../docs/examples/sqlite/sqlite-store.ts';
import { storeSuites } from '../conformance/index.ts';
import { testSecret } from '../support/core/memory-cms.ts';
import { builtPackage } from '../support/runtimes/built-package.ts';
import { serviceStarter } from '../support/service/processes.ts';
import {
  temporaryFolder,
  temporaryRoot,
  type TemporaryFolder,
} from '../support/temporary-folder.ts';
import { projectRoot } from '../architecture/sources.ts';

const startService = serviceStarter();
const example = 'docs/examples/sqlite';
const promises = storeSuites.reduce((sum, { cases }) => sum + cases.length, 0);

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Runs a program on the built package. Each case syncs a file of its own. */
const run = async (...args: readonly string[]): Promise<string> => {
  const options = { cwd: await builtPackage(), env: { ...process.env, TMPDIR: temporaryRoot } };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return stdout;
};

test('the store passes all published suites, on the built package alone', async () => {
  const output = await run('--test', `${example}/sqlite-store.test.js`);
  expect(output).toMatch(new RegExp(`^\\S+ pass ${promises}$`, 'm'));
  expect(output).toMatch(/^\S+ fail 0$/m);
  // Each case syncs a file of its own.
}, 300_000);

test('the command checks it', async () => {
  const command = 'node_modules/quoin/bootstrap/cli.js';
  const config = `${example}/quoin.config.js`;
  const output = await run(command, 'check-adapter', config, '--only', 'SiteRepository');
  expect(output).toContain('Kept: all 9 promises.');
});

test('the service stores everything in it, also after a restart', async () => {
  const environment = {
    QUOIN_CONFIG: join(projectRoot, example, 'quoin.config.ts'),
    DATA_DIR: join(folder.path, 'data'),
    JWT_SECRET: testSecret,
    NODE_ENV: 'production',
  };
  const post = async (url: string, body: object, token?: string) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { readonly token?: string };
  };
  const service = await startService(environment);
  await service.ready;
  const account = { email: 'ada@example.org', password: 'correct horse battery' };
  const { token } = await post(`${service.url}/auth/register`, account);
  const item = { collection: 'pages', title: 'Tidal pools' };
  expect(await post(`${service.url}/api/content`, item, token)).toMatchObject({
    data: { slug: 'tidal-pools' },
  });
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);

  const again = await startService(environment);
  await again.ready;
  const found = await fetch(`${again.url}/api/search?q=tidal`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await found.json()).toMatchObject({ data: [{ item: { title: 'Tidal pools' } }] });
});

test('two stores on one file see what the other has written, and have one snapshot', async () => {
  const path = join(folder.path, 'shared.sqlite');
  const [one, other] = [openSqliteStore(path), openSqliteStore(path)];
  expect((await Promise.all([one.migrate(), other.migrate()])).flat()).toEqual(['0001-schema']);
  const before = await other.snapshot();
  expect(await one.snapshot()).toBe(before);
  expect(await one.repositories.site.claimStarterCollections()).toBe(true);
  expect(await other.repositories.site.claimStarterCollections()).toBe(false);
  expect(await other.snapshot()).not.toBe(before);
  expect(await other.snapshot()).toBe(await one.snapshot());
  await Promise.all([one.close(), other.close()]);
});
