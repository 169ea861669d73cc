import type { Knex } from 'knex';
import type { Client } from 'pg';
import type { Timer } from '../../../core/index.ts';
import { isDomainError, type Snapshot } from '../../../core/vocabulary.ts';
import { isReadOnlyError, isStorageFailure, noConnection } from './errors.ts';

/** Where statements run: a pool of connections, the embedded PostgreSQL, or a transaction of either. */
export type Database = Knex;

/** Where the statements of a {@link Database} run, if that changes; see `late-transaction.ts`. */
export interface Place {
  readonly isOver: boolean;
  readonly current: Database;
  /** Runs a write in the transaction. */
  write<T>(
    work: (inside: Knex.Transaction) => Promise<T>,
    hasWritten: (result: T) => boolean,
  ): Promise<T>;
}

/**
 * Runs a statement and returns its result, to observe it.
 *
 * @param name of the prepared statement, which has no values; empty for one that is not prepared.
 */
export type RunStatement = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Tells other processes whether this one lives. All its connections hold an advisory lock with its number, which ends
 * with the last of them: then no write of the process can be stored any more. Everybody can see such locks, and whoever
 * takes one of the same number only makes others wait for the end of a claim.
 */
export interface ProcessMark {
  readonly number: number;
  /** False until the first connection, and behind a pooler, whose connections can outlive the process. */
  isHeld: boolean;
}

/** What `userParams` of a {@link Database} contains. */
export interface DatabaseParams {
  readonly timer: Timer;
  /** How many callers may wait for a connection. Unlimited by default. */
  readonly maxWaiting?: number;
  /** The snapshot now, if the process itself counts the writes; see `Store.snapshot`. */
  readonly ownSnapshot?: () => Snapshot;
  readonly place?: Place;
  readonly runStatement?: RunStatement | undefined;
  readonly latestWrite?: LatestWrite;
  readonly processMark?: ProcessMark;
}

/** The outcome of the latest write, for health checks. */
export interface LatestWrite {
  /** Whether the database could not write: its disk is full, for example. */
  hasFailed: boolean;
}

/** Whether the latest write failed because the database could not write. */
export const hasFailedWrite = (database: Database): boolean =>
  latestWriteOf(database)?.hasFailed === true;

const latestWriteOf = (database: Database): LatestWrite | undefined =>
  (database.userParams as Partial<DatabaseParams> | undefined)?.latestWrite;

/** Runs a write and records its outcome. A write of no row says nothing. */
export const recordWrite = async <T extends { readonly rowCount: number }>(
  database: Database,
  write: () => Promise<T>,
): Promise<T> => {
  const latest = latestWriteOf(database) ?? { hasFailed: false };
  try {
    const result = await write();
    if (result.rowCount > 0) latest.hasFailed = false;
    return result;
  } catch (error) {
    if (isStorageFailure(error)) latest.hasFailed = true;
    throw error;
  }
};

/** Undefined if nobody observes the statements. */
export const runStatementOf = (database: Database): RunStatement | undefined =>
  (database.userParams as Partial<DatabaseParams> | undefined)?.runStatement;

/** Undefined if the statements of the database always run on itself. */
const placeOf = (database: Database): Place | undefined =>
  (database.userParams as Partial<DatabaseParams> | undefined)?.place;

/** Where writes join a transaction that is not over. */
export const openPlaceOf = (database: Database): Place | undefined => {
  const place = placeOf(database);
  return place?.isOver === true ? undefined : place;
};

/** Where a statement runs now. */
export const currentOf = (database: Database): Database => placeOf(database)?.current ?? database;

/**
 * Runs `work` on a connection of the pool, or on the transaction's connection.
 *
 * @throws DomainError `dependency_unavailable` when no connection is available in time, or at once
 *   when too many callers wait for one. Nothing was sent to the database then.
 */
export const withConnection = async <T>(
  database: Database,
  work: (connection: Client) => Promise<T>,
): Promise<T> => {
  const client = database.client as Knex.Client;
  const connection = await acquire(database);
  try {
    return await work(connection);
  } catch (error) {
    discardIfUnusable(connection, error);
    throw error;
  } finally {
    await client.releaseConnection(connection);
  }
};

/** Whether a connection can be reused: no transaction is open, and it was not discarded. */
export const isReusable = (connection: Client): boolean =>
  connection.getTransactionStatus() === 'I' && !discarded.has(connection);

const discarded = new WeakSet<Client>();

const discardIfUnusable = (connection: Client, error: unknown): void => {
  // After a failover, an open connection may lead to a server that stays read-only.
  if (isReadOnlyError(error)) discarded.add(connection);
};

const acquire = async (database: Database): Promise<Client> => {
  const client = database.client as Knex.Client;
  if (database.isTransaction === true) return client.acquireConnection() as Promise<Client>;
  const { maxWaiting = Infinity } = database.userParams as DatabaseParams;
  // In the types of Knex, the pool may be of another library. At run time it is always tarn's.
  const pool = client.pool as { numPendingAcquires(): number };
  if (pool.numPendingAcquires() >= maxWaiting) {
    throw noConnection(new Error('Too many callers wait for a connection'));
  }
  try {
    return (await client.acquireConnection()) as Client;
  } catch (error) {
    throw isDomainError(error) ? error : noConnection(error);
  }
};
