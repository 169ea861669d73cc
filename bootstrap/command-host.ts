import { resolve } from 'node:path';
import type { CommandHost } from '../adapters/cli/command-host.ts';
import { CommandError } from '../adapters/cli/command-errors.ts';
import { DataDirectoryInUse } from '../adapters/pglite/data-directory-lock.ts';
import type { Database } from '../adapters/postgres/connections.ts';
import { migrate, migrationPlan, pendingMigrations } from '../adapters/postgres/migrations.ts';
import { loadExtensions } from './config-file/load-extensions.ts';
import type { Config } from './config.ts';
import { explainFailure } from './explain-failure.ts';

export interface CommandHostOptions {
  readonly version: string;
  readonly password: string | undefined;
  /** @throws ConfigError. */
  readonly readConfig: () => Config;
}

/** Connects the commands with the service. Loads the service only for commands that need it. */
export const createCommandHost = ({
  version,
  password,
  readConfig: readEnvironment,
}: CommandHostOptions): CommandHost => {
  let namedFile: string | undefined;
  const readConfig = (): Config => {
    const config = readEnvironment();
    return { ...config, configFile: namedFile ?? config.configFile };
  };
  const readSilentConfig = (): Config => ({ ...readConfig(), logLevel: 'silent' });
  const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const service = await import('./start/open-service.ts');
    return service.withDatabase(readSilentConfig(), { holder: 'quoin migrate' }, work);
  };
  return {
    version,
    password,
    readConfig,
    useConfigFile: (path) => {
      namedFile = resolve(path);
    },
    explainFailure,
    serve: async () => {
      const config = readConfig();
      const { runService } = await import('./start/run-service.ts');
      await runService(config, () => loadExtensions(config));
    },
    withCore: async ({ holder, whenInUse }, work) => {
      const config = readConfig();
      const { configFile: _, ...extensions } = await loadExtensions(config);
      const { openService } = await import('./start/open-service.ts');
      const opening = openService(config, { holder, isCommand: true, ...extensions });
      const service = await opening.catch((error: unknown) => {
        if (!(error instanceof DataDirectoryInUse)) throw error;
        throw new CommandError(`${error.message}\n${whenInUse}`, { cause: error });
      });
      try {
        return await work(service.cms);
      } finally {
        await service.close();
      }
    },
    migrations: {
      hasDatabase: async () => {
        const { hasDatabase } = await import('./start/open-service.ts');
        return hasDatabase(readSilentConfig());
      },
      pending: () =>
        withDatabase(async (database) => {
          const pending = await pendingMigrations(database);
          return pending.map(({ name }) => name);
        }),
      plan: () => withDatabase(migrationPlan),
      apply: () => withDatabase(migrate),
    },
  };
};
