import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hour } from '../../core/vocabulary.ts';
import { undefinedIfAbsent } from './filesystem-errors.ts';

/** In the root, because hard links need the same file system. No blob key starts with a dot. */
export const temporaryFolder = (root: string): string => join(root, '.tmp');

/** A write in progress changes its file more often than this. */
const abandonedAfterMs = hour;

/** Creates the folder and removes abandoned files. Other processes may be writing: their files are younger. */
export const clearTemporaryFolder = async (root: string): Promise<void> => {
  const folder = temporaryFolder(root);
  const found = await undefinedIfAbsent(() => lstat(folder));
  // A symbolic link would redirect writes out of the root.
  if (found?.isDirectory() === false) await rm(folder, { force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const entry = await undefinedIfAbsent(() => lstat(path));
    const isAbandoned = entry !== undefined && Date.now() - entry.mtimeMs > abandonedAfterMs;
    if (isAbandoned) await rm(path, { force: true, recursive: true });
  }
};
