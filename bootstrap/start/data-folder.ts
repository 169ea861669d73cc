import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirectoryInUse } from '../../adapters/pglite/data-directory-lock.ts';
import { isDatabase } from '../../adapters/pglite/empty-database.ts';
import type { Config } from '../config.ts';
import { isEmbedded } from '../ports/assert-ports-fit.ts';
import type { PortFactories } from '../ports/port-factories.ts';
import { StartError } from '../explain-failure.ts';

/**
 * Runs work that needs the data folder.
 *
 * @throws DataDirectoryInUse when the work throws it; StartError for every other error.
 */
export const inDataFolder = async <T>(dataDir: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError || error instanceof DataDirectoryInUse) throw error;
    throw await cannotUse(dataDir, error);
  }
};

/** The error for an operator whose data folder, or the embedded database in it, cannot be used. */
export const cannotUse = async (dataDir: string, cause: unknown): Promise<StartError> =>
  new StartError(
    `Cannot use the folder ${dataDir} in DATA_DIR (${await reasonOf(dataDir, cause)}): the account of this process must own it, and its disk must have free space. Fix this, or set DATA_DIR to another folder`,
    { cause },
  );

/** Creates the folder, or `path` in it, readable by its owner only. */
export const makeDataFolder = (dataDir: string, path = dataDir): Promise<void> =>
  inDataFolder(dataDir, async () => void (await mkdir(path, { recursive: true, mode: 0o700 })));

export const embeddedDatabaseFolder = (dataDir: string): string => join(dataDir, 'database');

/** Whether a database exists. The embedded database is created when it is first opened. */
export const hasDatabase = async (
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  ports: PortFactories,
): Promise<boolean> =>
  !isEmbedded(config, ports) ||
  inDataFolder(config.dataDir, () => isDatabase(embeddedDatabaseFolder(config.dataDir)));

/** The embedded database writes its log in files of 16 MiB. */
const neededBytes = 16 * 1024 * 1024;

/** The errors of the embedded database do not name a full disk, and some are not even errors. */
const reasonOf = async (dataDir: string, error: unknown): Promise<string> => {
  if (error instanceof Error && 'syscall' in error) return error.message;
  const free = await freeBytes(dataDir);
  if (free < neededBytes) {
    return `the embedded database cannot write to it: ${Math.floor(free / 1024)} KiB of its disk are free`;
  }
  return error instanceof Error ? error.message : 'the embedded database cannot write to it';
};

const freeBytes = async (folder: string): Promise<number> => {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
};

const secretBytes = 48;

/**
 * Reads the secret of an embedded service, or generates it at the first start. Only the owner of the
 * file `secret` can read it.
 *
 * @throws StartError when the stored secret is damaged.
 */
export const storedSecret = (dataDir: string): Promise<string> =>
  inDataFolder(dataDir, () => readOrCreateSecret(dataDir));

const readOrCreateSecret = async (dataDir: string): Promise<string> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secret');
  const secret = randomBytes(secretBytes).toString('base64url');
  try {
    // Fails when the file exists: two concurrent first starts must not use different secrets.
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(secret);
      await file.sync();
    } finally {
      await file.close();
    }
    return secret;
  } catch (error) {
    if (!isFileExists(error)) throw error;
    const stored = (await readFile(path, 'utf8')).trim();
    if (stored.length < secretBytes) {
      throw new StartError(
        `The file ${path} in DATA_DIR is damaged. Remove it to generate a new secret; all users must then sign in again`,
        { cause: error },
      );
    }
    return stored;
  }
};

const isFileExists = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';
