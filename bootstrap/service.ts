import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Container } from 'inversify';
import { lockDataDirectory } from '../adapters/pglite/data-directory-lock.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { migrate } from '../adapters/postgres/migrations.ts';
import type { Cms, Hook, Log } from '../core/index.ts';
import { awaitDatabase } from './await-database.ts';
import type { Config } from './config.ts';
import { createContainer, embeddedDatabase } from './container.ts';
import { inDataFolder, makeDataFolder } from './data-folder.ts';
import { databaseToken, openDatabaseToken } from './modules/database.ts';
import { isNoEntry } from './no-entry.ts';
import { keptSecret } from './secret.ts';
import { tokens } from './tokens.ts';

export interface ServiceOptions {
  /** What this process is, for whoever meets its lock: `quoin serve on http://localhost:8787`. */
  readonly holder: string;
  /** Extensions that may block operations. */
  readonly hooks?: readonly Hook[];
  /** A command that works beside the service; otherwise this process is the service. */
  readonly isCommand?: boolean;
  /**
   * Waits for a database server that does not answer yet, until the signal is aborted at most.
   * Unless set, a server that does not answer is a failure at once.
   */
  readonly waitUntil?: AbortSignal | undefined;
}

/** The core, wired and ready, without a server in front of it. */
export interface Service {
  readonly config: Config;
  /** Signs sessions; other keys are derived from it. */
  readonly secret: string;
  readonly cms: Cms;
  readonly log: Log;
  readonly container: Container;
  /** Closes every connection and lets go of the data folder. Nothing may be running any more. */
  readonly close: () => Promise<void>;
}

/**
 * Opens everything the configuration names and brings the database up to date.
 *
 * @throws DataDirectoryInUse when another process holds the data folder of the embedded database;
 *   UnusableDataFolder; ConfigError when the database refuses to let the service in; DomainError
 *   `dependency_unavailable`.
 */
export const openService = async (config: Config, options: ServiceOptions): Promise<Service> => {
  await makeDataFolder(config.dataDir);
  const { secret, container, close } = await openContainer(config, options);
  try {
    await migrate(await container.getAsync(databaseToken));
    const cms = await container.getAsync(tokens.cms);
    await (options.isCommand === true ? cms.system.plantStarterCollections() : cms.system.begin());
    const log = await container.getAsync(tokens.log);
    return { config, secret, cms, log, container, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Whether there is a database to look at: an embedded one is made when it is opened first. */
export const hasDatabase = async ({ databaseUrl, dataDir }: Config): Promise<boolean> => {
  if (databaseUrl !== undefined) return true;
  try {
    // Postgres' own mark of a folder that it has set up.
    await stat(join(embeddedDatabase(dataDir), 'PG_VERSION'));
    return true;
  } catch (error) {
    if (isNoEntry(error)) return false;
    throw error;
  }
};

/** Runs work on the database alone, for the commands that look at its schema. */
export const withDatabase = async <T>(
  config: Config,
  options: ServiceOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const { container, close } = await openContainer(config, options);
  try {
    return await work(await container.getAsync(databaseToken));
  } finally {
    await close();
  }
};

type OpenContainer = Pick<Service, 'secret' | 'container' | 'close'>;

const openContainer = async (
  config: Config,
  { holder, hooks = [], isCommand = false, waitUntil }: ServiceOptions,
): Promise<OpenContainer> => {
  const { dataDir } = config;
  const isEmbedded = config.databaseUrl === undefined;
  const release = isEmbedded
    ? await inDataFolder(dataDir, () => lockDataDirectory(dataDir, holder))
    : () => undefined;
  try {
    const secret = config.jwtSecret ?? (await inDataFolder(dataDir, () => keptSecret(dataDir)));
    const container = createContainer(config, { secret, hooks, isCommand });
    const close = async (): Promise<void> => {
      try {
        // First what holds connections that others wait for; the rest closes in no order.
        await container.unbindAsync(openDatabaseToken);
      } finally {
        await container.unbindAllAsync().finally(release);
      }
    };
    if (!isEmbedded && waitUntil !== undefined) {
      await waitForDatabase(container, waitUntil).catch(async (error: unknown) => {
        await close();
        throw error;
      });
    }
    return { secret, container, close };
  } catch (error) {
    release();
    throw error;
  }
};

const waitForDatabase = async (container: Container, signal: AbortSignal): Promise<void> =>
  awaitDatabase(await container.getAsync(tokens.databaseProbe), {
    log: await container.getAsync(tokens.log),
    signal,
  });
