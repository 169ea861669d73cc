import type { CommandHost } from '../adapters/cli/command-host.ts';
import { CommandError } from '../adapters/cli/command-errors.ts';
import { DataDirectoryInUse } from '../adapters/pglite/data-directory-lock.ts';
import type { Database } from '../adapters/postgres/connections.ts';
import { migrate, migrationPlan, pendingMigrations } from '../adapters/postgres/migrations.ts';
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
  readConfig,
}: CommandHostOptions): CommandHost => {
  // The log would mix with the output of the command.
  const readSilentConfig = (): Config => ({ ...readConfig(), logLevel: 'silent' });
  const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const service = await import('./start/open-service.ts');
    return service.withDatabase(readSilentConfig(), { holder: 'quoin migrate' }, work);
  };
  return {
    version,
    password,
    readConfig,
    explainFailure,
    serve: async () => {
      const config = readConfig();
      const { runService } = await import('./start/run-service.ts');
      await runService(config);
    },
    withCore: async ({ holder, whenInUse, dryRun = false }, work) => {
      const config = readSilentConfig();
      const { openService, openUnchanged } = await import('./start/open-service.ts');
      const options = { holder, isCommand: true };
      const opening = dryRun ? openUnchanged(config, options) : openService(config, options);
      const service = await opening.catch((error: unknown) => {
        if (!(error instanceof DataDirectoryInUse)) throw error;
        throw new CommandError(`${error.message}\n${whenInUse}`, { cause: error });
      });
      if (service === undefined) {
        const { newCore } = await import('./start/new-core.ts');
        return work(await newCore(config));
      }
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
