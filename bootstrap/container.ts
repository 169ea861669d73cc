import cluster from 'node:cluster';
import { join } from 'node:path';
import { Container, type ContainerModule } from 'inversify';
import type { Hook } from '../core/index.ts';
import type { Config } from './config.ts';
import { inDataFolder } from './data-folder.ts';
import { applicationModule } from './modules/application.ts';
import { clusterCounterModule, clusterSharedModule } from './modules/cluster.ts';
import { databaseModule, type OpenDatabase } from './modules/database.ts';
import { fileTypeModule } from './modules/file-type.ts';
import { filesystemModule } from './modules/filesystem.ts';
import { gcsModule } from './modules/gcs.ts';
import { joseModule } from './modules/jose.ts';
import { memoryCounterModule, memoryModule, memorySharedModule } from './modules/memory.ts';
import { pinoModule } from './modules/pino.ts';
import { re2jsModule } from './modules/re2js.ts';
import { redisModule } from './modules/redis.ts';
import { systemModule } from './modules/system.ts';
import { unsharedModule } from './modules/unshared.ts';
import { webcryptoModule } from './modules/webcrypto.ts';

export interface ContainerOptions {
  readonly secret: string;
  readonly hooks: readonly Hook[];
  /** Whether it works beside the service instead of being it. */
  readonly isCommand: boolean;
}

/** Chooses an adapter for every port, by configuration alone. Nothing is opened before it is asked for. */
export const createContainer = (
  config: Config,
  { secret, hooks, isCommand }: ContainerOptions,
): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(
    systemModule(),
    pinoModule(config.logLevel, cluster.worker?.id),
    webcryptoModule(config.legacyPasswordSalt),
    joseModule(secret),
    fileTypeModule(),
    re2jsModule(),
    memoryModule(),
    ...cacheModules(config, isCommand),
    storageModule(config),
    databaseModule(databaseOpener(config)),
    applicationModule({ uploadMaxBytes: config.uploadMaxBytes, hooks }),
  );
  return container;
};

/**
 * What all instances agree on. Without a server for it, or while it is away, the workers of one instance
 * still do; a command beside them has no primary to ask. A command on the embedded database is alone
 * with it.
 */
const cacheModules = (
  { redis, workers, databaseUrl }: Config,
  isCommand: boolean,
): readonly ContainerModule[] => {
  const isWorker = workers > 1 && cluster.isWorker;
  if (redis !== undefined) {
    return [redisModule(redis), isWorker ? clusterCounterModule() : memoryCounterModule()];
  }
  if (isCommand && databaseUrl !== undefined) return [unsharedModule(), memoryCounterModule()];
  return [isWorker ? clusterSharedModule() : memorySharedModule(), memoryCounterModule()];
};

const storageModule = ({ gcs, dataDir }: Config): ContainerModule =>
  gcs === undefined ? filesystemModule(join(dataDir, 'files')) : gcsModule(gcs);

/** The folder of the embedded database. */
export const embeddedDatabase = (dataDir: string): string => join(dataDir, 'database');

/** Each driver is loaded only where it is used: both are large. */
const databaseOpener =
  ({ databaseUrl, databasePoolMax, dataDir }: Config): (() => Promise<OpenDatabase>) =>
  async () => {
    if (databaseUrl === undefined) {
      const { openPglite } = await import('../adapters/pglite/open-pglite.ts');
      const path = embeddedDatabase(dataDir);
      const { knex, close } = await inDataFolder(dataDir, () => openPglite(path));
      return { database: knex, close };
    }
    const { openDatabase } = await import('../adapters/postgres/connection.ts');
    const database = openDatabase({ url: databaseUrl, poolMax: databasePoolMax });
    return { database, close: () => database.destroy() };
  };
