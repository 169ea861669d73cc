import { link, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DomainError } from '../../core/index.ts';
import { errnoOf, ifThere, onDisk } from './disk-error.ts';
import { prepare, type Destination } from './object-path.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Gives a finished file the name of an object. A link, unlike a rename, never replaces what is
 * there.
 *
 * @param root as `realpath` writes it.
 * @param key well-formed.
 * @throws DomainError `id_taken`, `dependency_unavailable`.
 */
export const publish = (root: string, key: string, file: string): Promise<void> =>
  onDisk(async () => {
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
    const destination = await prepare(root, key);
    await link(file, destination.path);
    return destination;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') {
      throw new DomainError('id_taken', 'An object with this key exists already', { cause: error });
    }
    // A folder goes with the last object that is deleted from it, perhaps just now.
    if (errnoOf(error) !== 'ENOENT' || attempts === 1) throw error;
    return linkTo(root, key, file, attempts - 1);
  }
};

/**
 * Removes an object, if it is there, and the folders that it leaves empty.
 *
 * @throws DomainError `dependency_unavailable`.
 */
export const remove = async (root: string, path: string): Promise<void> => {
  await onDisk(() => rm(path, { force: true }));
  let folder = dirname(path);
  while (folder !== root && (await removeIfEmpty(folder))) folder = dirname(folder);
  await ifThere(() => syncFolder(folder));
};

const removeIfEmpty = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  );
