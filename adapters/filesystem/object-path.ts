import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError, invalid } from '../../core/index.ts';
import { errnoOf, ifThere, storageUnavailable } from './disk-error.ts';

const segment = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}';
const keyForm = new RegExp(`^${segment}(?:/${segment})*$`);
const keyMaxLength = 1_024;

// The core makes keys of this form only. It is checked again here, where a mistake would mean
// reading or writing anywhere on the machine.
const isKey = (key: string): boolean => key.length <= keyMaxLength && keyForm.test(key);

/** @throws DomainError `invalid_input` for a malformed key. */
export const assertKey = (key: string): void => {
  if (!isKey(key)) throw invalid('invalid_input', [{ path: 'key', message: 'is malformed' }]);
};

/**
 * Where the object of a key is, if there is one.
 *
 * @param root as `realpath` writes it.
 * @returns undefined for a key that is malformed, or whose folder is absent or reached through a
 *   symbolic link.
 */
export const locate = async (root: string, key: string): Promise<string | undefined> => {
  if (!isKey(key)) return undefined;
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
