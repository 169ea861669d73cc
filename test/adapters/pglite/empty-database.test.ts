import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../adapters/pglite/empty-database.ts';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts';

const folders: TemporaryFolder[] = [];
afterAll(async () => {
  for (const folder of folders) await folder[Symbol.asyncDispose]();
});

const newFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  folders.push(folder);
  return folder.path;
};

/** A copy that the tests only read. */
let copied: string;
beforeAll(async () => {
  copied = await newFolder();
  await createEmptyDatabase(copied);
});

/** Each file and folder with its size; folders have none. */
const sizesIn = async (folder: string): Promise<Readonly<Record<string, number>>> => {
  const paths = await readdir(folder, { recursive: true });
  const sizes = paths.toSorted().map(async (path) => {
    const file = await stat(join(folder, path));
    return [path, file.isDirectory() ? 0 : file.size] as const;
  });
  return Object.fromEntries(await Promise.all(sizes));
};

const hashOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

test('the archive contains what the installed PGlite creates; if not, run npm run empty-database', async () => {
  const created = await newFolder();
  const pglite = new PGlite(created);
  await pglite.waitReady;
  await pglite.close();
  const sizes = await sizesIn(copied);
  expect(Object.keys(sizes).length).toBeGreaterThan(900);
  expect(sizes).toEqual(await sizesIn(created));
  // Tables and settings. Other files contain the time and random numbers.
  for (const name of ['base/5/1255', 'base/5/2618', 'postgresql.conf', 'PG_VERSION']) {
    expect([name, await hashOf(join(copied, name))]).toEqual([
      name,
      await hashOf(join(created, name)),
    ]);
  }
});

test('after an interruption, the next call creates the database completely', async () => {
  const interrupted = await newFolder();
  await createEmptyDatabase(interrupted);
  await rm(join(interrupted, 'PG_VERSION'));
  await rm(join(interrupted, 'pg_wal'), { recursive: true });
  await writeFile(join(interrupted, 'base/5/1255'), 'half');
  await createEmptyDatabase(interrupted);
  expect(await sizesIn(interrupted)).toEqual(await sizesIn(copied));
});

test('an existing database does not change', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'PG_VERSION'), '18\n');
  await createEmptyDatabase(folder);
  expect(await readdir(folder)).toEqual(['PG_VERSION']);
});

test('only the owner can read the files', async () => {
  const modes = ['base', 'base/5/1255', 'PG_VERSION'].map(async (path) => {
    const { mode } = await stat(join(copied, path));
    return mode & 0o077;
  });
  expect(await Promise.all(modes)).toEqual([0, 0, 0]);
});
