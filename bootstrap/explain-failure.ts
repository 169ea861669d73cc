import { DataDirectoryInUse } from '../adapters/pglite/data-directory-lock.ts';
import { UnusableSchema } from '../adapters/postgres/operator-errors.ts';
import { isDomainError } from '../core/index.ts';
import { ConfigError } from './config.ts';
import { UnusableDataFolder } from './data-folder.ts';
import { WorkersFailed } from './workers/workers-failed.ts';

/** What to tell whoever started a process that could not go on. */
export const explainFailure = (error: unknown): string => {
  if (error instanceof ConfigError) {
    return ['The configuration has mistakes:', ...error.mistakes.map((text) => `  ${text}`)].join(
      '\n',
    );
  }
  const isExplained = [DataDirectoryInUse, UnusableDataFolder, UnusableSchema, WorkersFailed].some(
    (kind) => error instanceof kind,
  );
  if (isExplained && error instanceof Error) return error.message;
  if (isDomainError(error)) return `${error.message}${error.details ? `. ${error.details}` : ''}`;
  if (isListenError(error)) {
    return error.code === 'EADDRINUSE'
      ? `Port ${error.port} is taken by another program: stop it, or set PORT to another one`
      : `Cannot listen on ${error.address}:${error.port} (${error.code}): check HOST and PORT`;
  }
  if (isUnknownHost(error)) {
    return `Cannot listen on ${error.hostname} (${error.code}): check HOST`;
  }
  if (isFileError(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

interface ListenError extends Error {
  readonly syscall: 'listen';
  readonly code: string;
  readonly address: string;
  readonly port: number;
}

const isListenError = (error: unknown): error is ListenError =>
  error instanceof Error && 'syscall' in error && error.syscall === 'listen';

interface UnknownHost extends Error {
  readonly code: string;
  readonly hostname: string;
}

/** What else looks hosts up has explained its failure already: this is of listening. */
const isUnknownHost = (error: unknown): error is UnknownHost =>
  error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';

/** Its message says which file, and why. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error;
