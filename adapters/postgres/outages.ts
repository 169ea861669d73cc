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

/** What the driver and the network call a connection that cannot be had or is gone. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** How the driver says that the connection was gone before it could send anything. */
const unsentMessages = [
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

/** How the messages of the driver end; in front Knex puts the statement. */
const driverMessages = [
  ...unsentMessages,
  'Connection terminated',
  'Connection terminated unexpectedly',
  'timeout expired',
  'Query read timeout',
  'Unable to acquire a connection',
  'aborted',
];

const retryAfterMs = 2_000;

/** What it means that there was no connection to be had: nothing was asked of the database. */
export const noConnection = (cause: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The database is not available at the moment', {
    retryAfterMs,
    cause,
  });

/** @returns undefined for an error that trying again later would not mend. */
export const outageOf = (error: unknown): DomainError | undefined => {
  if (!isPassing(error)) return undefined;
  return isReadOnlyRefusal(error)
    ? new DomainError('dependency_unavailable', 'The database takes no changes at the moment', {
        retryAfterMs,
        cause: error,
      })
    : noConnection(error);
};

/** Whether the server refused a change because it only takes reads: it is, or became, a standby. */
export const isReadOnlyRefusal = (error: unknown): boolean =>
  databaseErrorOf(error)?.code === '25006';

/**
 * What it means that a write failed which the database keeps without being asked once more: COMMIT,
 * or a statement outside of a transaction. If the connection went before the answer came, the change
 * may have been kept.
 */
export const writeErrorOf = (error: unknown): unknown => {
  if (!isUnanswered(error)) return outageOf(error) ?? error;
  return new DomainError('dependency_unavailable', 'The database did not confirm the change', {
    details: 'It is not known whether the change was kept: read it back before trying again.',
    retryAfterMs,
    cause: error,
  });
};

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
  endsWithOneOf(error, driverMessages);

const isUnanswered = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const state = databaseErrorOf(error)?.code;
  // The database says by itself why it ends a connection, also when that had just committed.
  if (state !== undefined) return state.startsWith('08') || state.startsWith('57P');
  return isLostConnection(error) && !endsWithOneOf(error, unsentMessages);
};

const endsWithOneOf = ({ message }: Error, endings: readonly string[]): boolean =>
  endings.some((ending) => message.endsWith(ending));
