import { lockDataDirectory } from '../../adapters/pglite/data-directory-lock.ts';
import { isDatabase } from '../../adapters/pglite/empty-database.ts';
import type { Cms, Log, MigrationStep, Store } from '../../core/index.ts';
import type { Config } from '../config.ts';
import { bindTable, type Get, type Table } from '../container.ts';
import type { Parts } from '../parts.ts';
import { StartError } from '../start-error.ts';
import { embeddedDatabaseFolder, wiring, type Extensions } from '../wiring.ts';
import { inDataFolder, makeDataFolder, readOrCreateSecret } from './data-folder.ts';
import { waitForDatabase } from './wait-for-database.ts';

export interface ServiceOptions extends Extensions {
  /** Describes this process to another that finds the data folder locked: `quoin serve on …`. */
  readonly holder: string;
  /** Rows that replace those of {@link wiring}: adapters of your own. */
  readonly adapters?: Partial<Table<Parts>> | undefined;
  /** True for a command that runs while the service runs. */
  readonly isCommand?: boolean;
  /**
   * Waits for a database server that is not reachable yet, until the signal is aborted. Without it, an
   * unreachable server is an error at once.
   */
  readonly waitUntil?: AbortSignal | undefined;
  /** Called before each step: `Opening the database`. */
  readonly onStep?: ((step: string) => void) | undefined;
}

/** The core with its adapters, opened, without a server in front of it. */
export interface Service {
  readonly config: Config;
  /** Signs sessions; other keys are derived from it. */
  readonly secret: string;
  readonly cms: Cms;
  readonly log: Log;
  /** Any part of the wiring. */
  readonly get: Get<Parts>;
  /** Closes every connection and unlocks the data folder. Call it when nothing uses the service. */
  readonly close: () => Promise<void>;
}

/**
 * Opens everything that the configuration names and migrates the database.
 *
 * @throws DataDirectoryInUse when another process uses the data folder of the embedded database;
 *   StartError; ConfigError when the database rejects the connection; DomainError
 *   `dependency_unavailable`.
 */
export const openService = async (config: Config, options: ServiceOptions): Promise<Service> => {
  options.onStep?.('Preparing the data folder');
  await makeDataFolder(config.dataDir);
  const { secret, get, close } = await openParts(config, options);
  try {
    await migrateStore(await get('store'), options);
    const cms = await get('cms');
    await cms.system.createStarterCollections();
    return { config, secret, cms, log: await get('log'), get, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Reports the step only when a migration is pending. @throws what the store throws. */
export const migrateStore = async (
  store: Store,
  { onStep }: Pick<ServiceOptions, 'onStep'>,
): Promise<void> => {
  const pending = await store.pendingMigrations();
  if (pending.length === 0) return;
  onStep?.(`Migrating the database: ${namesOf(pending)}`);
  await store.migrate();
};

/**
 * Like {@link openService}, but creates and migrates nothing.
 *
 * @returns undefined if there is no database yet, or an empty one.
 * @throws StartError when a migration is pending.
 */
export const openUnchanged = async (
  config: Config,
  options: ServiceOptions,
): Promise<Service | undefined> => {
  if (!(await inDataFolder(config.dataDir, () => hasDatabase(config)))) return undefined;
  const { secret, get, close } = await openParts(config, options);
  try {
    const pending = await (await get('store')).pendingMigrations();
    if (pending.some(({ creates }) => creates)) {
      await close();
      return undefined;
    }
    if (pending.length > 0) {
      throw new StartError(
        `The database needs a migration (${namesOf(pending)}): run quoin migrate first.`,
      );
    }
    return { config, secret, cms: await get('cms'), log: await get('log'), get, close };
  } catch (error) {
    await close();
    throw error;
  }
};

const namesOf = (migrations: readonly MigrationStep[]): string =>
  migrations.map(({ name }) => name).join(', ');

/** Whether a database exists. The embedded database is created when it is first opened. */
export const hasDatabase = async ({ databaseUrl, dataDir }: Config): Promise<boolean> => {
  if (databaseUrl !== undefined) return true;
  return isDatabase(embeddedDatabaseFolder(dataDir));
};

/** Opens only the store, for its migrations, and closes it afterwards. */
export const withStore = async <T>(
  config: Config,
  options: ServiceOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  const { get, close } = await openParts(config, options);
  try {
    return await work(await get('store'));
  } finally {
    await close();
  }
};

const stepToDatabase = async (config: Config): Promise<string> => {
  if (config.databaseUrl !== undefined) return 'Connecting to the database';
  const isThere = await inDataFolder(config.dataDir, () => hasDatabase(config));
  return isThere ? 'Opening the database' : 'Creating the database; this takes some seconds';
};

type OpenedParts = Pick<Service, 'secret' | 'get' | 'close'>;

const openParts = async (
  config: Config,
  { holder, adapters = {}, isCommand = false, waitUntil, onStep, ...extensions }: ServiceOptions,
): Promise<OpenedParts> => {
  const { dataDir } = config;
  const isEmbedded = config.databaseUrl === undefined;
  const unlock = isEmbedded
    ? await inDataFolder(dataDir, () => lockDataDirectory(dataDir, holder))
    : () => undefined;
  try {
    const secret =
      config.jwtSecret ?? (await inDataFolder(dataDir, () => readOrCreateSecret(dataDir)));
    const table = { ...wiring(config, { secret, extensions, isCommand }), ...adapters };
    const parts = bindTable<Parts>(table);
    onStep?.(await stepToDatabase(config));
    // The store first: other processes may wait for its locks.
    const close = (): Promise<void> => parts.close('store').finally(unlock);
    if (!isEmbedded && waitUntil !== undefined) {
      await waitForDatabase(await parts.get('store'), {
        log: await parts.get('log'),
        signal: waitUntil,
      }).catch(async (error: unknown) => {
        await close();
        throw error;
      });
    }
    return { secret, get: parts.get, close };
  } catch (error) {
    unlock();
    throw error;
  }
};
