/** Digests of sources, to find out whether a build is up to date. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const isGenerated = (path) => /(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path);

/**
 * A digest of files and their paths.
 *
 * @param folders relative to the root. Only files that `isSource` accepts count.
 * @param files relative to the root.
 */
export const digestOf = (folders, isSource, files = []) => {
  const digest = createHash('sha256');
  for (const path of files) digest.update(readFileSync(join(root, path)));
  for (const folder of folders) {
    const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !isGenerated(path) && isSource(join(folder, path)))
      .toSorted();
    for (const path of paths) {
      digest.update(`${path}\0`).update(readFileSync(join(root, folder, path)));
    }
  }
  return digest.digest('hex');
};

/** Whether the file `stamp` contains this digest. */
export const isStamped = (stamp, digest) => {
  try {
    return readFileSync(stamp, 'utf8') === digest;
  } catch {
    return false;
  }
};
