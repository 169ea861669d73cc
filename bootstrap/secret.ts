import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableDataFolder } from './data-folder.ts';

const fileName = 'secret';
const secretBytes = 48;

/**
 * The secret of an embedded service: made at the first start, kept in the data folder where only
 * its owner can read it.
 *
 * @throws UnusableDataFolder when what is kept is damaged.
 */
export const keptSecret = async (dataDir: string): Promise<string> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, fileName);
  const secret = randomBytes(secretBytes).toString('base64url');
  try {
    // Fails when the file exists, so that two first starts cannot each have their own.
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(secret);
      await file.sync();
    } finally {
      await file.close();
    }
    return secret;
  } catch (error) {
    if (!isExists(error)) throw error;
    const kept = (await readFile(path, 'utf8')).trim();
    if (kept.length < secretBytes) {
      throw new UnusableDataFolder(
        `The file ${path} in DATA_DIR is damaged: remove it, and everybody has to sign in again`,
        {
          cause: error,
        },
      );
    }
    return kept;
  }
};

const isExists = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';
