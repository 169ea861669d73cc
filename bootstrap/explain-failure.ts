import { DataDirectoryInUse } from '../adapters/pglite/data-directory-lock.ts';
import { UnusableSchema } from '../adapters/postgres/connection/operator-errors.ts';
import { isDomainError } from '../core/index.ts';
import { ConfigError } from './config.ts';

/** The process cannot start, or did not stop cleanly. The message says why and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The text for the operator whose process failed. A bug is reported with its stack. */
export const explainFailure = (error: unknown): string => {
  if (error instanceof ConfigError) {
    return ['The configuration has mistakes:', ...error.mistakes.map((text) => `  ${text}`)].join(
      '\n',
    );
  }
  const isExplained = [DataDirectoryInUse, StartError, UnusableSchema].some(
    (kind) => error instanceof kind,
  );
  if (isExplained && error instanceof Error) return error.message;
  if (isDomainError(error)) {
    const details = error.details ?? (isFileError(error.cause) ? error.cause.message : undefined);
    return details === undefined ? error.message : `${error.message}. ${details}`;
  }
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

/** A failed lookup of HOST. Failed lookups of other hosts throw errors with an explanation. */
const isUnknownHost = (error: unknown): error is UnknownHost =>
  error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';

/** Node's message names the file and the reason. */
const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && 'path' in error;
