import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError, isBlobKey } from '../../core/index.ts';
import { errnoOf, ifThere, storageUnavailable } from './disk-error.ts';

/**
 * Where the object of a key is, if there is one.
 *
 * @param root as `realpath` writes it.
 * @returns undefined for a key that is malformed, or whose folder is absent or reached through a
 *   symbolic link.
 */
export const locate = async (root: string, key: string): Promise<string | undefined> => {
  if (!isBlobKey(key)) return undefined;
  const path = join(root, ...key.split('/'));
  const folder = dirname(path);
  return (await ifThere(() => realpath(folder))) === folder ? path : undefined;
};

export interface Destination {
  readonly path: string;
  /** Every folder from the one that holds the object up to the root. */
  readonly folders: readonly string[];
}

/**
 * Where the object of a new key goes; makes the folders on the way.
 *
 * @param root as `realpath` writes it.
 * @param key well-formed.
 * @throws DomainError `id_taken` when an object stands where a folder must be;
 *   `dependency_unavailable` when a symbolic link does; what the operating system refuses.
 */
export const prepare = async (root: string, key: string): Promise<Destination> => {
  const names = key.split('/');
  const folders = [root];
  for (const name of names.slice(0, -1)) {
    const folder = join(folders[0] ?? root, name);
    await makeFolder(folder);
    folders.unshift(folder);
  }
  return { path: join(root, ...names), folders };
};

const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
  const entry = await lstat(folder);
  if (entry.isDirectory()) return;
  if (entry.isFile()) throw new DomainError('id_taken', 'An object stands where a folder must be');
  throw storageUnavailable(new Error(`${folder} is neither a folder nor an object`));
};
