import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  DataDirectoryInUse,
  lockDataDirectory,
} from '../../../adapters/pglite/data-directory-lock.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

test('another process is rejected, with the name of the lock holder', async () => {
  await using holder = await lockElsewhere(folder.path, 'quoin serve on http://localhost:8787');
  expect(() => lockDataDirectory(folder.path, 'quoin import')).toThrow(
    new DataDirectoryInUse(
      `The data folder ${folder.path} is in use by quoin serve on http://localhost:8787 (process ${holder.id})`,
    ),
  );
});

test('the lock is released when its process is killed', async () => {
  await using holder = await lockElsewhere(folder.path, 'quoin serve');
  expect(() => lockDataDirectory(folder.path, 'quoin import')).toThrow(DataDirectoryInUse);
  await holder.kill();
  lockDataDirectory(folder.path, 'quoin import')();
});

test('garbage collection does not release the lock', async () => {
  await using _ = await lockElsewhere(folder.path, 'quoin serve', 'globalThis.gc();');
  expect(() => lockDataDirectory(folder.path, 'quoin import')).toThrow(DataDirectoryInUse);
});

test('the same process is rejected as well, until the lock is released', () => {
  const release = lockDataDirectory(folder.path, 'one');
  expect(() => lockDataDirectory(folder.path, 'two')).toThrow(DataDirectoryInUse);
  release();
  lockDataDirectory(folder.path, 'two')();
});

test('a rejected attempt does not break the lock', async () => {
  await using _ = await lockElsewhere(folder.path, 'quoin serve');
  for (const attempt of ['one', 'two', 'three']) {
    expect(() => lockDataDirectory(folder.path, attempt)).toThrow(/in use by quoin serve/);
  }
});

test('the folder is created if it is missing, for its owner alone', async () => {
  const path = join(folder.path, 'a', 'b');
  lockDataDirectory(path, 'one')();
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('an unusable lock file is not reported as a lock', async () => {
  await writeFile(join(folder.path, 'lock'), 'no database '.repeat(100));
  const attempt = () => lockDataDirectory(folder.path, 'one');
  expect(attempt).toThrow('not a database');
  expect(attempt).not.toThrow(DataDirectoryInUse);
});

const lockModule = new URL('../../../adapters/pglite/data-directory-lock.ts', import.meta.url).href;

interface OtherProcess extends AsyncDisposable {
  readonly id: number | undefined;
  kill(): Promise<void>;
}

/** Locks the folder in another process, which then runs the script `then`. */
const lockElsewhere = async (path: string, holder: string, then = ''): Promise<OtherProcess> => {
  const script = `
    const { lockDataDirectory } = await import(${JSON.stringify(lockModule)});
    lockDataDirectory(...${JSON.stringify([path, holder])});
    await new Promise(setImmediate);
    ${then}
    console.log('locked');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  await Promise.race([once(child.stdout, 'data'), ended]);
  return { id: child.pid, kill, [Symbol.asyncDispose]: kill };
};
