import { DomainError } from '../../core/index.ts';
import { databaseErrorOf } from './database-error.ts';

/** SQLSTATEs that pass by themselves (PostgreSQL manual, appendix A), by their beginning. */
const passingStates = [
  '08', // connection exceptions
  '25006', // read only: a standby that is not promoted yet
  '25P03', // idle for too long inside a transaction
  '28', // refused to let us in
  '3D000', // no such database
  '40', // transaction conflicts
  '53', // out of connections, memory or disk
  '55P03', // waited too long for a lock
  '57', // cancelled, shut down, starting up
  '58', // trouble with the disk or the system below
];

/** What the driver, the pool and the network call a connection that cannot be had or is gone. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT', // the socket of a server that is not running
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** How their messages end; in front Knex puts the statement. */
const driverMessages = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout expired',
  'Query read timeout',
  'Unable to acquire a connection',
  'aborted',
];

const retryAfterMs = 2_000;

/** @returns undefined for an error that trying again later would not mend. */
export const outageOf = (error: unknown): DomainError | undefined =>
  isPassing(error)
    ? new DomainError('dependency_unavailable', 'The database is not available at the moment', {
        retryAfterMs,
        cause: error,
      })
    : undefined;

const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const state = databaseErrorOf(error)?.code;
  return state === undefined
    ? isLostConnection(error)
    : passingStates.some((beginning) => state.startsWith(beginning));
};

const isLostConnection = (error: Error): boolean =>
  error.name === 'KnexTimeoutError' ||
  ('code' in error && networkCodes.has(error.code)) ||
  driverMessages.some((message) => error.message.endsWith(message));

/** Whether the transaction failed only because of another one at the same time. */
export const isTransactionConflict = (error: unknown): boolean => {
  const reason = error instanceof DomainError ? error.cause : error;
  const state = databaseErrorOf(reason)?.code;
  return state === '40001' || state === '40P01';
};

/**
 * What it means that COMMIT failed. Unless the database itself said that it rolled back, the change
 * may have been kept.
 */
export const commitErrorOf = (error: unknown): unknown => {
  const state = databaseErrorOf(error)?.code;
  const refused = state !== undefined && !state.startsWith('08') && !state.startsWith('57P');
  if (refused) return outageOf(error) ?? error;
  return new DomainError('dependency_unavailable', 'The database did not confirm the change', {
    details: 'It is not known whether the change was kept: read it back before trying again.',
    retryAfterMs,
    cause: error,
  });
};
