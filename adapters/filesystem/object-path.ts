import { link, lstat, mkdir, realpath, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError, isBlobKey } from '../../core/index.ts';
import { syncFolder } from './file-io.ts';
import {
  errnoOf,
  storageUnavailable,
  undefinedIfAbsent,
  withDiskErrors,
} from './filesystem-errors.ts';

// In all functions, `root` is an absolute path without symbolic links, as `realpath` returns it.

/**
 * The path of an object. Does not check whether the object exists.
 *
 * @returns undefined for a malformed key, and when the folder does not exist or the path to it
 *   contains a symbolic link.
 */
export const pathOf = async (root: string, key: string): Promise<string | undefined> => {
  if (!isBlobKey(key)) return undefined;
  const path = join(root, ...key.split('/'));
  const folder = dirname(path);
  return (await undefinedIfAbsent(() => realpath(folder))) === folder ? path : undefined;
};

/**
 * Gives a complete file the name of an object, by a hard link: unlike a rename, it never replaces an
 * existing file.
 *
 * @param key well-formed.
 * @throws DomainError `id_taken`, also when an object has the name of a folder of the key;
 *   `dependency_unavailable`.
 */
export const publish = (root: string, key: string, file: string): Promise<void> =>
  withDiskErrors(async () => {
    const { path, folders } = await linkTo(root, key, file, 20);
    try {
      for (const folder of folders) await syncFolder(folder);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  });

const linkTo = async (
  root: string,
  key: string,
  file: string,
  attempts: number,
): Promise<Destination> => {
  try {
    const destination = await makeFolders(root, key);
    await link(file, destination.path);
    return destination;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') {
      throw new DomainError('id_taken', 'An object with this key exists already', { cause: error });
    }
    // A concurrent delete may have removed a folder that became empty.
    if (errnoOf(error) !== 'ENOENT' || attempts === 1) throw error;
    return linkTo(root, key, file, attempts - 1);
  }
};

interface Destination {
  readonly path: string;
  /** All folders from the one that contains the object up to the root. */
  readonly folders: readonly string[];
}

const makeFolders = async (root: string, key: string): Promise<Destination> => {
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
  if (entry.isFile()) {
    throw new DomainError('id_taken', 'A folder of this key is the key of an existing object');
  }
  throw storageUnavailable(new Error(`${folder} is neither a folder nor an object`));
};

/**
 * Removes an object, if it exists, and the folders that become empty.
 *
 * @throws DomainError `dependency_unavailable`.
 */
export const remove = async (root: string, path: string): Promise<void> => {
  await withDiskErrors(() => rm(path, { force: true }));
  let folder = dirname(path);
  while (folder !== root && (await removeIfEmpty(folder))) folder = dirname(folder);
  await undefinedIfAbsent(() => syncFolder(folder));
};

const removeIfEmpty = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  );
