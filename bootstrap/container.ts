import { join } from 'node:path';
import { Container } from 'inversify';
import type { Hook } from '../core/index.ts';
import type { Config } from './config.ts';
import { applicationModule } from './modules/application.ts';
import { databaseModule, type OpenDatabase } from './modules/database.ts';
import { fileTypeModule } from './modules/file-type.ts';
import { filesystemModule } from './modules/filesystem.ts';
import { joseModule } from './modules/jose.ts';
import { memoryModule, memorySharedModule } from './modules/memory.ts';
import { pinoModule } from './modules/pino.ts';
import { re2jsModule } from './modules/re2js.ts';
import { systemModule } from './modules/system.ts';
import { webcryptoModule } from './modules/webcrypto.ts';

export interface ContainerOptions {
  readonly secret: string;
  readonly hooks: readonly Hook[];
}

/** Chooses an adapter for every port, by configuration alone. Nothing is opened before it is asked for. */
export const createContainer = (config: Config, { secret, hooks }: ContainerOptions): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(
    systemModule(),
    pinoModule(config.logLevel),
    webcryptoModule(config.legacyPasswordSalt),
    joseModule(secret),
    fileTypeModule(),
    re2jsModule(),
    memoryModule(),
    memorySharedModule(),
    filesystemModule(join(config.dataDir, 'files')),
    databaseModule(databaseOpener(config)),
    applicationModule({ uploadMaxBytes: config.uploadMaxBytes, hooks }),
  );
  return container;
};

/** Each driver is loaded only where it is used: both are large. */
const databaseOpener =
  ({ databaseUrl, databasePoolMax, dataDir }: Config): (() => Promise<OpenDatabase>) =>
  async () => {
    if (databaseUrl === undefined) {
      const { openPglite } = await import('../adapters/pglite/open-pglite.ts');
      return openPglite(join(dataDir, 'database'));
    }
    const { openDatabase } = await import('../adapters/postgres/connection.ts');
    const knex = openDatabase({ url: databaseUrl, poolMax: databasePoolMax });
    return { knex, close: () => knex.destroy() };
  };
