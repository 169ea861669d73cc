import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process uses the folder. The message names the process if possible. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}

/** Keeps references to the locks: garbage collection would release them. */
const held = new Set<DatabaseSync>();

/**
 * Locks the folder for this process. It is a file lock, which the operating system releases when the
 * process ends, even if it is killed.
 *
 * @param holder describes this process to others that find the lock: `quoin serve on http://…`.
 * @returns releases the lock.
 * @throws DataDirectoryInUse when another process holds the lock.
 */
export const lockDataDirectory = (dataDir: string, holder: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const notePath = join(dataDir, 'lock-holder');
  const lock = new DatabaseSync(join(dataDir, 'lock'));
  try {
    // Node cannot lock files. SQLite uses the file locks of the operating system.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DataDirectoryInUse(`The data folder ${dataDir} is in use by ${readNote(notePath)}`, {
      cause: error,
    });
  }
  held.add(lock);
  writeFileSync(notePath, `${holder} (process ${process.pid})`, { mode: 0o600 });
  return () => {
    rmSync(notePath, { force: true });
    held.delete(lock);
    lock.close();
  };
};

/** SQLITE_BUSY (https://www.sqlite.org/rescode.html). */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5;

/** There is no note while the other process is starting or ending. */
const readNote = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'another process';
  }
};
