import { resolve } from 'node:path';
import type { CommandHost } from '../adapters/cli/command-host.ts';
import { CommandError } from '../adapters/cli/command-errors.ts';
import type { Store } from '../core/store.ts';
import { codeStepMs } from '../core/vocabulary.ts';
import type { LoadedExtensions } from './config-file/load-extensions.ts';
import type { Config } from './config.ts';

export interface CommandHostOptions {
  readonly version: string;
  readonly readPassword: () => Promise<string | undefined>;
  /** In base32. Rejects with ConfigError. */
  readonly readTotpSecret: () => Promise<string | undefined>;
  /** Rejects with ConfigError. */
  readonly readConfig: () => Promise<Config>;
  /** Called before each step of opening the data: `Migrating the database`. */
  readonly onStep: (step: string) => void;
}

const extensionsOf = async (config: Config): Promise<LoadedExtensions> =>
  (await import('./config-file/load-extensions.ts')).loadExtensions(config);

/**
 * Connects the commands with the service. Imports each part when a command needs it: with all imports, the
 * first line of output would be late.
 */
export const createCommandHost = ({
  version,
  readPassword,
  readTotpSecret,
  readConfig: readEnvironment,
  onStep,
}: CommandHostOptions): CommandHost => {
  let namedFile: string | undefined;
  const readConfig = async (): Promise<Config> => {
    const config = await readEnvironment();
    return { ...config, configFile: namedFile ?? config.configFile };
  };
  const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    onStep('Opening the database');
    const opening = await import('./start/open-service.ts');
    // The log would mix with the output of the command.
    const config: Config = { ...(await readConfig()), logLevel: 'silent' };
    const { ports } = await extensionsOf(config);
    return opening.withStore(config, { holder: 'quoin migrate', onStep, ports }, work);
  };
  return {
    version,
    readPassword,
    readCodeMaker: async () => {
      const secret = await readTotpSecret();
      if (secret === undefined) return undefined;
      const { WebCryptoOneTimeCodes } =
        await import('../adapters/webcrypto/web-crypto-one-time-codes.ts');
      const codes = new WebCryptoOneTimeCodes();
      return (time) => codes.codeOf(secret, Math.floor(time / codeStepMs));
    },
    readConfig,
    useConfigFile: (path) => {
      namedFile = resolve(path);
    },
    explainFailure: async (error) => (await import('./explain-failure.ts')).explainFailure(error),
    openDownloads: async (allowedHosts) => {
      const [{ uploadMaxBytes }, { openDownloads }] = await Promise.all([
        readConfig(),
        import('./start/open-downloads.ts'),
      ]);
      return openDownloads(allowedHosts, uploadMaxBytes);
    },
    serve: async () => {
      const config = await readConfig();
      const { runService } = await import('./start/run-service.ts');
      await runService(config, () => extensionsOf(config));
    },
    withCore: async ({ holder, whenInUse, dryRun = false }, work) => {
      const config = await readConfig();
      const { configFile: _, ...extensions } = await extensionsOf(config);
      onStep('Opening the database');
      const open = dryRun
        ? (await import('./start/open-dry-run.ts')).openDryRun
        : (await import('./start/open-service.ts')).openService;
      const options = { holder, onStep, isCommand: true, ...extensions };
      const service = await open(config, options).catch(async (error: unknown) => {
        const { DataDirectoryInUse } = await import('../adapters/pglite/data-directory-lock.ts');
        if (!(error instanceof DataDirectoryInUse)) throw error;
        throw new CommandError(`${error.message}\n${whenInUse}`, { cause: error });
      });
      const { closeAfterFailure } = await import('./start/open-service.ts');
      try {
        const result = await work(service.cms);
        await service.close();
        return result;
      } catch (error) {
        await closeAfterFailure(service);
        throw error;
      }
    },
    importFile: async (path) => {
      const { importConfigFile } = await import('./config-file/import-config-file.ts');
      const module = (await importConfigFile(resolve(path))) as { readonly default?: unknown };
      return module.default;
    },
    checkAdapter: async (path, check) => {
      const { checkAdapter } = await import('./check-adapter/check-adapter.ts');
      await checkAdapter(resolve(path), await readConfig(), check);
    },
    migrations: {
      hasDatabase: async () => {
        const config = await readConfig();
        const { ports = {} } = await extensionsOf(config);
        return (await import('./start/data-folder.ts')).hasDatabase(config, ports);
      },
      pending: () => withStore((store) => store.pendingMigrations()),
      apply: () => withStore((store) => store.migrate()),
    },
  };
};
