import { lockDataDirectory } from '../../adapters/pglite/data-directory-lock.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { hasCode, isDomainError, type Cms, type Log } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';
import { second } from '../../core/vocabulary.ts';
import { ConfigError, type Config } from '../config.ts';
import { bindTable, type Get, type Table } from '../container.ts';
import { StartError } from '../explain-failure.ts';
import type { Bindings } from '../bindings.ts';
import { reasonOf } from '../ports/open-port.ts';
import type { PortFactories } from '../ports/port-factories.ts';
import { assertPortsFit, isEmbedded } from '../ports/assert-ports-fit.ts';
import type { Extensions } from '../extensions.ts';
import { wiring } from '../wiring.ts';
import { cannotUse, hasDatabase, inDataFolder, makeDataFolder } from './data-folder.ts';
import { waitForDatabase } from './wait-for-database.ts';

export interface ServiceOptions extends Extensions {
  /** Describes this process to another that finds the data folder locked: `quoin serve on …`. */
  readonly holder: string;
  /** Rows that replace those of {@link wiring}: adapters of your own. */
  readonly adapters?: Partial<Table<Bindings>> | undefined;
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
export interface Service extends OpenBindings {
  readonly config: Config;
  readonly cms: Cms;
  readonly log: Log;
}

export interface OpenBindings {
  /** Returns any part of the wiring. */
  readonly get: Get<Bindings>;
  /**
   * Closes every connection and unlocks the data folder. Call it when nothing uses the service. Further
   * calls return the same promise.
   */
  readonly close: () => Promise<void>;
}

/**
 * Opens everything that the configuration names and migrates the database.
 *
 * @throws DataDirectoryInUse when another process uses the data folder of the embedded database;
 *   StartError; ConfigError when the database rejects the connection, or the environment contradicts the ports; DomainError
 *   `dependency_unavailable`.
 */
export const openService = async (config: Config, options: ServiceOptions): Promise<Service> => {
  options.onStep?.('Preparing the data folder');
  await makeDataFolder(config.dataDir);
  return openBindings(config, options, async ({ get, close }) => {
    await migrateStore(await get('store'), options);
    const cms = await get('cms');
    if (options.isCommand !== true) await assertAdminCanSignIn(cms);
    await cms.system.createStarterCollections();
    await cms.events.begin();
    return { config, cms, log: await get('log'), get, close };
  });
};

/** @throws ConfigError if the configuration locks out all administrators. */
const assertAdminCanSignIn = async ({ identities }: Pick<Cms, 'identities'>): Promise<void> => {
  if (await identities.adminCanSignIn()) return;
  throw new ConfigError([
    'PASSWORD_LOGIN must not be none: no active admin is linked to the identity provider. Start with admins, sign in, and link your account first',
  ]);
};

/** Reports the step only when a migration is pending. @throws what the store throws. */
export const migrateStore = async (
  store: Store,
  { onStep }: Pick<ServiceOptions, 'onStep'>,
): Promise<void> => {
  const pending = await store.pendingMigrations();
  if (pending.length === 0) return;
  onStep?.(`Migrating the database: ${pending.map(({ name }) => name).join(', ')}`);
  await store.migrate();
};

/** Opens only the store, for its migrations, and closes it afterwards. */
export const withStore = <T>(
  config: Config,
  options: ServiceOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> =>
  openBindings(config, options, async ({ get, close }) => {
    const result = await work(await get('store'));
    await close();
    return result;
  });

/** The time to close what is open after a failure, which is then reported. */
const closeAfterFailureMs = 2 * second;

/** Closes what is open. Never throws, and does not wait for what never closes: the failure has to be reported. */
export const closeAfterFailure = async ({ close }: Pick<OpenBindings, 'close'>): Promise<void> => {
  await new SystemTimer().within(close(), closeAfterFailureMs).catch(() => undefined);
};

/**
 * Locks the data folder, binds the wiring, and runs `work`, which opens what it gets. If anything
 * fails, closes what is open.
 */
export const openBindings = async <T>(
  config: Config,
  { holder, adapters = {}, isCommand = false, waitUntil, onStep, ...extensions }: ServiceOptions,
  work: (bindings: OpenBindings) => Promise<T>,
): Promise<T> => {
  const { dataDir } = config;
  const { ports = {} } = extensions;
  assertPortsFit(config, ports);
  const isShared = !isEmbedded(config, ports);
  const { get, close: closeBindings } = bindTable<Bindings>({
    ...wiring(config, { extensions, isCommand }),
    ...adapters,
  });
  const unlock = isShared
    ? () => undefined
    : await inDataFolder(dataDir, () => lockDataDirectory(dataDir, holder));
  let closed: Promise<void> | undefined;
  // The store first: other processes may wait for its locks.
  const close = (): Promise<void> => (closed ??= closeBindings('store').finally(unlock));
  try {
    // Reports a damaged secret before the database opens.
    await get('secret');
    onStep?.(await stepToDatabase(config, ports));
    if (isShared && waitUntil !== undefined) {
      const [store, log] = [await get('store'), await get('log')];
      const address = ports.store === undefined ? 'DATABASE_URL' : 'the factory ports.store';
      await waitForDatabase(store, { log, signal: waitUntil, address });
    }
    return await work({ get, close });
  } catch (error) {
    await closeAfterFailure({ close });
    // Only the embedded database of this process can be the reason.
    if (!isShared && hasCode(error, 'dependency_unavailable'))
      throw await cannotUse(dataDir, error.cause ?? error);
    throw faultOfStore(error, ports);
  }
};

/** A start calls little but the store: an error without an explanation is a fault of the store of the configuration file. */
export const faultOfStore = (error: unknown, { store }: PortFactories = {}): unknown => {
  if (
    store === undefined ||
    error instanceof StartError ||
    error instanceof ConfigError ||
    isDomainError(error)
  ) {
    return error;
  }
  const text = `The store of ports.store failed: ${reasonOf(error)}`;
  return new StartError(text, { cause: error });
};

const stepToDatabase = async (config: Config, ports: PortFactories): Promise<string> => {
  if (ports.store !== undefined) return 'Opening the store of the configuration file';
  if (config.databaseUrl !== undefined) return 'Connecting to the database';
  return (await hasDatabase(config, ports))
    ? 'Opening the database'
    : 'Creating the database; this takes some seconds';
};
