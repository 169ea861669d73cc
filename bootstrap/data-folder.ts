import { mkdir } from 'node:fs/promises';
import { DataDirectoryInUse } from '../adapters/pglite/data-directory-lock.ts';

/** The service cannot work with its data folder. The message says why, and what would help. */
export class UnusableDataFolder extends Error {
  override readonly name = 'UnusableDataFolder';
}

/**
 * Does what needs the data folder.
 *
 * @throws UnusableDataFolder for whatever the work throws; DataDirectoryInUse as it is.
 */
export const inDataFolder = async <T>(dataDir: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableDataFolder || error instanceof DataDirectoryInUse) throw error;
    throw new UnusableDataFolder(
      `The folder in DATA_DIR, ${dataDir}, cannot be used (${reasonOf(error)}): it must be a folder that belongs to this account, on a disk with room, or DATA_DIR name another`,
      { cause: error },
    );
  }
};

/** Makes the folder, or one in it, which only its owner can look into. */
export const makeDataFolder = (dataDir: string, path = dataDir): Promise<void> =>
  inDataFolder(dataDir, async () => void (await mkdir(path, { recursive: true, mode: 0o700 })));

/** The embedded database throws objects that are no errors when the disk is full. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'the embedded database cannot write to it';
