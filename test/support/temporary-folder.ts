import { accessSync, constants, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** A file system in memory, where the thousand files of a database cost a tenth of what they do on a disk. */
const memory = '/dev/shm';

/** All test files together need at most a quarter of this. */
const memoryNeeded = 4 * 1024 ** 3;

const hasMemory = (): boolean => {
  try {
    accessSync(memory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= memoryNeeded;
  } catch {
    return false;
  }
};

/** The folder for temporary folders: in memory, if this machine offers enough of it. */
export const temporaryRoot = hasMemory() ? memory : tmpdir();

/**
 * Creates an empty folder. Disposing removes it with its content.
 *
 * @param root the system's folder for temporary files, if the files are programs or links to others.
 */
export const temporaryFolder = async (root = temporaryRoot): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(root, 'quoin-test-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
};
