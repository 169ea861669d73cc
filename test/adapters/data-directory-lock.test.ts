import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  DataDirectoryInUse,
  lockDataDirectory,
} from '../../adapters/pglite/data-directory-lock.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

test('another process is refused and told who holds the folder', async () => {
  await using holder = await lockElsewhere(folder.path, 'quoin serve on http://localhost:8787');
  expect(() => lockDataDirectory(folder.path, 'quoin import')).toThrow(
    new DataDirectoryInUse(
      `The data folder ${folder.path} is in use by quoin serve on http://localhost:8787 (process ${holder.id})`,
    ),
  );
});

test('the lock goes with a process that is killed', async () => {
  await using holder = await lockElsewhere(folder.path, 'quoin serve');
  expect(() => lockDataDirectory(folder.path, 'quoin import')).toThrow(DataDirectoryInUse);
  await holder.kill();
  lockDataDirectory(folder.path, 'quoin import')();
});

test('the lock stays with a process that keeps nothing of it but itself', async () => {
  await using _ = await lockElsewhere(folder.path, 'quoin serve', 'globalThis.gc();');
  expect(() => lockDataDirectory(folder.path, 'quoin import')).toThrow(DataDirectoryInUse);
});

test('the same process is refused as well, until it lets go', () => {
  const release = lockDataDirectory(folder.path, 'one');
  expect(() => lockDataDirectory(folder.path, 'two')).toThrow(DataDirectoryInUse);
  release();
  lockDataDirectory(folder.path, 'two')();
});

test('a refused attempt does not break the lock', async () => {
  await using _ = await lockElsewhere(folder.path, 'quoin serve');
  for (const attempt of ['one', 'two', 'three']) {
    expect(() => lockDataDirectory(folder.path, attempt)).toThrow(/in use by quoin serve/);
  }
});

test('the folder is made if need be, for its owner alone', async () => {
  const path = join(folder.path, 'a', 'b');
  lockDataDirectory(path, 'one')();
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('a lock file that cannot be used is not called a lock', async () => {
  await writeFile(join(folder.path, 'lock'), 'no database '.repeat(100));
  const attempt = () => lockDataDirectory(folder.path, 'one');
  expect(attempt).toThrow('not a database');
  expect(attempt).not.toThrow(DataDirectoryInUse);
});

const lockModule = new URL('../../adapters/pglite/data-directory-lock.ts', import.meta.url).href;

interface OtherProcess extends AsyncDisposable {
  readonly id: number | undefined;
  kill(): Promise<void>;
}

/** Locks the folder in a process of its own, which then does nothing else than it is told. */
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
