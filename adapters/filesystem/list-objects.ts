import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey, type StoredBlob } from '../../core/index.ts';
import { undefinedIfAbsent, withDiskErrors } from './filesystem-errors.ts';
import { pathOf } from './object-path.ts';

/** How many names of a folder are sorted and processed at once, at least. */
const minBatch = 1_000;

export interface ListedRange {
  /** Empty to start with the first key. */
  readonly after: string;
  readonly limit: number;
  /** Empty for all keys. */
  readonly prefix: string;
}

/**
 * Up to `limit` objects whose keys start with `prefix` and come after `after`, in ascending order of keys.
 * Reads no folder that cannot contain such a key. Memory is limited for folders of any size: of each open folder it keeps at most twice `limit`, or
 * 2,000, names. Skips everything that is not an object: symbolic links, and names that are not part of a blob
 * key, such as the temporary folder.
 *
 * @param root an absolute path without symbolic links.
 * @throws DomainError `dependency_unavailable`, also when the root does not exist.
 */
export const listObjects = async (
  root: string,
  { after, limit, prefix }: ListedRange,
): Promise<readonly StoredBlob[]> => {
  await withDiskErrors(() => lstat(root));
  const objects: StoredBlob[] = [];
  if (limit < 1) return objects;
  // A folder that is a symbolic link is not followed.
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  if (folder !== '' && (await pathOf(root, `${folder}any`)) === undefined) return objects;
  const isWanted = (entry: string): boolean => isAfter(entry, after) && entry.startsWith(prefix);
  for await (const key of keysIn(root, folder, isWanted, Math.max(limit, minBatch))) {
    const file = await undefinedIfAbsent(() => lstat(join(root, key)));
    if (file?.isFile() !== true) continue;
    objects.push({ key, storedAt: Math.floor(file.mtimeMs) });
    if (objects.length === limit) break;
  }
  return objects;
};

/** @param folder empty for the root, else its path with a slash at the end. */
async function* keysIn(
  root: string,
  folder: string,
  isWanted: (entry: string) => boolean,
  batch: number,
): AsyncGenerator<string> {
  let lastEntry = '';
  for (;;) {
    const entries = await firstEntries(
      root,
      folder,
      batch,
      (entry) => isWanted(entry) && entry > lastEntry,
    );
    for (const entry of entries) {
      if (isFolder(entry)) yield* keysIn(root, entry, isWanted, batch);
      else yield entry;
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < batch) return;
    lastEntry = last;
  }
}

/**
 * The first entries of a folder in ascending order of their keys. The key of a subfolder ends with a slash, as
 * in the keys of its objects: `a-b/x` comes before `a/x`.
 */
const firstEntries = async (
  root: string,
  folder: string,
  count: number,
  isWanted: (entry: string) => boolean,
): Promise<readonly string[]> => {
  let entries: string[] = [];
  await undefinedIfAbsent(async () => {
    for await (const found of await opendir(join(root, folder), { bufferSize: 1_024 })) {
      const key = folder + found.name;
      if (!isBlobKey(key)) continue;
      const entry = found.isDirectory() ? `${key}/` : key;
      if (isWanted(entry)) entries.push(entry);
      if (entries.length === 2 * count) entries = entries.sort().slice(0, count);
    }
  });
  return entries.sort().slice(0, count);
};

const isFolder = (entry: string): boolean => entry.endsWith('/');

/** Whether the entry is a key after `after`, or a folder that may contain one. */
const isAfter = (entry: string, after: string): boolean =>
  entry > after || (isFolder(entry) && after.startsWith(entry));
