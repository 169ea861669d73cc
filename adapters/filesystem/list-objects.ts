import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey, type StoredBlob } from '../../core/index.ts';
import { ifThere, onDisk } from './disk-error.ts';

/**
 * Up to `limit` objects by ascending key: those after `after`, or the first ones. Of a folder at most
 * twice as many names are held as are asked for, or as a thousand, however many it has. What is no
 * object is passed over: symbolic links, and names that no key can have, such as that of the folder
 * for temporary files.
 *
 * @param root as `realpath` writes it.
 * @throws DomainError `dependency_unavailable`, also when the root has gone.
 */
export const listObjects = async (
  root: string,
  after: string | undefined,
  limit: number,
): Promise<readonly StoredBlob[]> => {
  await onDisk(() => lstat(root));
  const objects: StoredBlob[] = [];
  if (limit < 1) return objects;
  for await (const key of keysAfter(root, '', after ?? '', Math.max(limit, 1_000))) {
    const file = await ifThere(() => lstat(join(root, key)));
    if (file?.isFile() !== true) continue;
    objects.push({ key, storedAt: Math.floor(file.mtimeMs) });
    if (objects.length === limit) break;
  }
  return objects;
};

/** @param prefix of all keys in the folder: empty, or ending with a slash. */
async function* keysAfter(
  root: string,
  prefix: string,
  after: string,
  batch: number,
): AsyncGenerator<string> {
  let done = '';
  for (;;) {
    const entries = await firstEntries(
      root,
      prefix,
      batch,
      (entry) => isAfter(entry, after) && entry > done,
    );
    for (const entry of entries) {
      if (isFolder(entry)) yield* keysAfter(root, entry, after, batch);
      else yield entry;
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < batch) return;
    done = last;
  }
}

/**
 * The first entries of a folder, by ascending name. A folder's own name ends with the slash that all
 * keys in it have there: `a-b/x` comes before `a/x`.
 */
const firstEntries = async (
  root: string,
  prefix: string,
  count: number,
  isWanted: (entry: string) => boolean,
): Promise<readonly string[]> => {
  let entries: string[] = [];
  await ifThere(async () => {
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

/** Whether it is, or may hold, a later key. */
const isAfter = (entry: string, after: string): boolean =>
  entry > after || (isFolder(entry) && after.startsWith(entry));
