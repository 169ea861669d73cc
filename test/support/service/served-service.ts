import { isConflict } from '../../../adapters/postgres/connection/errors.ts';
import { PostgresStore } from '../../../adapters/postgres/postgres-store.ts';
import { readConfig } from '../../../bootstrap/config.ts';
import {
  openService,
  type Service,
  type ServiceOptions,
} from '../../../bootstrap/start/open-service.ts';
import { serveHttp } from '../../../bootstrap/start/serve-http.ts';
import { dataFolder } from './data-folder.ts';
import { emptyTables } from '../postgres/empty-tables.ts';
import { testSecret } from '../core/memory-cms.ts';
import { quickPasswordHasher } from '../core/quick-password-hasher.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface ServedService extends AsyncDisposable {
  readonly url: string;
  readonly service: Service;
  /** Contains its database and its files. */
  readonly folder: string;
  /** Resets the data to the state after the first start. */
  readonly reset: () => Promise<void>;
}

/** The work of the service in the background may take its locks in another order; then the database ends one of the two. */
const emptyBesideService = async (store: PostgresStore): Promise<void> => {
  try {
    await store.database.pool.knex.transaction(emptyTables);
  } catch (error) {
    if (!isConflict(error)) throw error;
    await emptyBesideService(store);
  }
};

/** Starts a service from environment variables, on a free port, with its own data folder. */
export const serveService = async (
  env: Readonly<Record<string, string>> = {},
  { adapters, ...extensions }: Omit<ServiceOptions, 'holder'> = {},
): Promise<ServedService> => {
  const folder = await (env['DATABASE_URL'] === undefined ? dataFolder() : temporaryFolder());
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: 'http://cms.test',
    DATA_DIR: folder.path,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
    JWT_SECRET: testSecret,
    ...env,
  });
  const service = await openService(config, {
    ...extensions,
    holder: 'a test',
    adapters: { passwords: () => quickPasswordHasher(), ...adapters },
  });
  const { port, stop } = await serveHttp(service);
  return {
    url: `http://127.0.0.1:${port}`,
    service,
    folder: folder.path,
    reset: async () => {
      const store = await service.get('store');
      if (!(store instanceof PostgresStore)) throw new TypeError('The store has no tables');
      await emptyBesideService(store);
      await service.cms.system.createStarterCollections();
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await folder[Symbol.asyncDispose]();
    },
  };
};
