import type { Cms } from '../../core/index.ts';
import type { MigrationStep } from '../../core/vocabulary.ts';

/** The settings that commands use. */
export interface HostConfig {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Precedes the keys of media files. Without a trailing slash. */
  readonly mediaBaseUrl: string;
  readonly dataDir: string;
}

export interface CoreOptions {
  /** Name of the command. Other processes show it when they find the data in use. */
  readonly holder: string;
  /** What to do when another process uses the data, in sentences. */
  readonly whenInUse: string;
  /**
   * Changes nothing: neither migrates the database nor creates one. If the database is missing or empty, the
   * core is that of a new service, in memory.
   */
  readonly dryRun?: boolean;
}

/** The migrations of the configured database. All methods throw what opening the database throws. */
export interface Migrations {
  /** Whether there is a database. An embedded one is created by the first `apply`. */
  readonly hasDatabase: () => Promise<boolean>;
  /** The migrations that the database lacks. */
  readonly pending: () => Promise<readonly MigrationStep[]>;
  /** @returns the names of the applied migrations. */
  readonly apply: () => Promise<readonly string[]>;
}

/** One promise of a port, checked on an adapter. */
export interface PromiseResult {
  readonly suite: string;
  /** The promise, as a sentence. */
  readonly promise: string;
  /** Why it is broken; undefined if it is kept. */
  readonly error: string | undefined;
}

export interface AdapterCheck {
  /** Only the suite with this name; if there is none, the promises whose `<suite>: <promise>` contains it. In any case. */
  readonly only?: string | undefined;
  /** Only the suites of this step of a store, and of those before it. */
  readonly step?: number | undefined;
  /** Ends the check after the current promise. */
  readonly signal: AbortSignal;
  /** Called before the promises of a port. */
  readonly onPort: (port: string, promises: number) => void;
  readonly onResult: (result: PromiseResult) => void;
}

/** Makes the code of a second factor. @param time in epoch milliseconds. */
export type MakeCode = (time: number) => Promise<string>;

/**
 * Stores the file at a URL under a path. Connects to public addresses only, and to those that were allowed.
 *
 * @returns why it cannot be had, as a clause; undefined if it is stored.
 */
export type DownloadFile = (
  url: string,
  path: string,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** What the commands need from the program that contains them. */
export interface CommandHost {
  readonly version: string;
  /** From the environment, for use without a terminal. */
  readonly readPassword: () => Promise<string | undefined>;
  /** From a secret in the environment; undefined without one. Rejects with an error for a secret of another form. */
  readonly readCodeMaker: () => Promise<MakeCode | undefined>;
  /** Rejects with an error that names every mistake in the environment. */
  readonly readConfig: () => Promise<HostConfig>;
  /** Loads hooks from this file instead of the one that the environment names. */
  readonly useConfigFile: (path: string) => void;
  /**
   * @param allowedHosts names, addresses and networks that files may come from although they are not public.
   * @throws UsageError for anything else among them.
   */
  readonly openDownloads: (allowedHosts: readonly string[]) => Promise<DownloadFile>;
  /** Runs the service until the process is asked to stop. */
  readonly serve: () => Promise<void>;
  /**
   * Opens the core on the configured data in this process, and closes it after the work. Writes only
   * errors to the log, on standard error.
   *
   * @throws CommandError when another process uses the data; in a dry run, when a migration is pending.
   */
  readonly withCore: <T>(options: CoreOptions, work: (cms: Cms) => Promise<T>) => Promise<T>;
  readonly migrations: Migrations;
  /**
   * The default export of a module. It can import the package, from any folder.
   *
   * @throws an error that {@link explainFailure} explains, when the file cannot be read or executed.
   */
  readonly importFile: (path: string) => Promise<unknown>;
  /**
   * Checks the adapters that a file opens against the promises of their ports.
   *
   * @throws an error that {@link explainFailure} explains, when the file or a factory is faulty.
   */
  readonly checkAdapter: (path: string, check: AdapterCheck) => Promise<void>;
  /** The message for an error that no command handles. */
  readonly explainFailure: (error: unknown) => Promise<string>;
}
