import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey, type StoredBlob } from '../../core/index.ts';
import { undefinedIfAbsent, withDiskErrors } from './filesystem-errors.ts';

/** How many names of a folder are sorted and processed at once, at least. */
const minBatch = 1_000;

/**
 * Up to `limit` objects in ascending order of keys, starting after the key `after` or with the first.
 * Memory is limited for folders of any size: of each open folder it keeps at most twice `limit`, or
 * 2,000, names. Skips everything that is not an object: symbolic links, and names that are not part of a blob
 * key, such as the temporary folder.
 *
 * @param root an absolute path without symbolic links.
 * @throws DomainError `dependency_unavailable`, also when the root does not exist.
 */
export const listObjects = async (
  root: string,
  after: string | undefined,
  limit: number,
): Promise<readonly StoredBlob[]> => {
  await withDiskErrors(() => lstat(root));
  const objects: StoredBlob[] = [];
  if (limit < 1) return objects;
  for await (const key of keysAfter(root, '', after ?? '', Math.max(limit, minBatch))) {
    const file = await undefinedIfAbsent(() => lstat(join(root, key)));
    if (file?.isFile() !== true) continue;
    objects.push({ key, storedAt: Math.floor(file.mtimeMs) });
    if (objects.length === limit) break;
  }
  return objects;
};

/** @param prefix the folder: empty for the root, else its path with a slash at the end. */
async function* keysAfter(
  root: string,
  prefix: string,
  after: string,
  batch: number,
): AsyncGenerator<string> {
  let lastEntry = '';
  for (;;) {
    const entries = await firstEntries(
      root,
      prefix,
      batch,
      (entry) => isAfter(entry, after) && entry > lastEntry,
    );
    for (const entry of entries) {
      if (isFolder(entry)) yield* keysAfter(root, entry, after, batch);
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
  prefix: string,
  count: number,
  isWanted: (entry: string) => boolean,
): Promise<readonly string[]> => {
  let entries: string[] = [];
  await undefinedIfAbsent(async () => {
    for await (const found of await opendir(join(root, prefix), { bufferSize: 1_024 })) {
      const key = prefix + found.name;
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
