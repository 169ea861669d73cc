import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hour } from '../../core/index.ts';
import { ifThere } from './disk-error.ts';

/** In the root, so that a finished file can be linked to its place; no key starts with a dot. */
export const temporaryFolder = (root: string): string => join(root, '.tmp');

/** Nothing that is still being written stays untouched for so long. */
const abandonedAfterMs = hour;

/** Removes what a crash left behind. Other processes may be writing to the root: theirs is younger. */
export const clearTemporaryFolder = async (root: string): Promise<void> => {
  const folder = temporaryFolder(root);
  const isFolder = (await ifThere(() => lstat(folder)))?.isDirectory() ?? false;
  // Whatever else stands there, a symbolic link above all, would lead writes out of the root.
  if (!isFolder) await rm(folder, { force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const written = await ifThere(() => lstat(path));
    const isAbandoned = written !== undefined && Date.now() - written.mtimeMs > abandonedAfterMs;
    if (isAbandoned) await rm(path, { force: true, recursive: true });
  }
};
