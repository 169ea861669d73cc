import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process works on the folder. The message says which, as far as that is known. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}

/** A lock that nobody refers to any more would be collected, and let go by that. */
const held = new Set<DatabaseSync>();

/**
 * Takes the folder for this process alone. The lock is one of the operating system on a file, which
 * it lets go when the process ends, however it ends.
 *
 * @param holder what this process is, for whoever meets the lock: `quoin serve on http://…`.
 * @returns lets the folder go.
 * @throws DataDirectoryInUse when another process holds it.
 */
export const lockDataDirectory = (dataDir: string, holder: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const notePath = join(dataDir, 'lock-holder');
  const lock = new DatabaseSync(join(dataDir, 'lock'));
  try {
    // SQLite locks its file through the operating system, which Node itself offers no call for.
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

/** The note may be of a process that is just starting or ending: then there is none. */
const readNote = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'another process';
  }
};
