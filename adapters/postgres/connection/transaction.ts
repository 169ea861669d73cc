import type { Knex } from 'knex';
import type { LockName } from '../../../core/store.ts';
import { currentOf, openPlaceOf, withConnection, type Database } from './connections.ts';
import { commitErrorOf, domainErrorOf } from './errors.ts';
import { inSnapshotGate, inWriteGate } from './gates.ts';
import { query, retryOnConflict, type Statement } from './statement.ts';

/** A transaction emits this when it has undone the statements that failed, by a savepoint. */
export const undone = 'undone';

/**
 * Runs `work` in a new transaction and commits it.
 *
 * @throws what `work` throws, after a rollback; the error of a failed statement, even if `work`
 *   caught it; DomainError `dependency_unavailable` when no connection is available, or when the
 *   database did not confirm the COMMIT, which its details say.
 */
export const inTransaction = <T>(
  database: Database,
  config: Knex.TransactionConfig,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> => {
  const inGate = config.readOnly === true ? inSnapshotGate : inWriteGate;
  return inGate(database, () => runTransaction(database, config, work));
};

const runTransaction = async <T>(
  database: Database,
  config: Knex.TransactionConfig,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> => {
  let failure: { readonly error: unknown } | undefined;
  let isDone = false;
  const run = async (inside: Knex.Transaction): Promise<T> => {
    // Knex calls this even when BEGIN failed, and rejects with that failure.
    if (inside.isCompleted()) throw new Error('The transaction did not begin');
    const statementErrors: unknown[] = [];
    inside.on('query-error', (error) => statementErrors.push(error));
    inside.on(undone, () => statementErrors.splice(0));
    try {
      const result = await work(inside);
      // COMMIT would silently roll back: it reports no error after a failed statement.
      if (statementErrors.length > 0) throw domainErrorOf(statementErrors[0]);
      isDone = true;
      return result;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    return await withConnection(database, (connection) =>
      database.transaction(run, { ...config, connection }),
    );
  } catch (error) {
    // If the rollback failed as well, the first error is the useful one.
    if (failure !== undefined) throw failure.error;
    throw isDone && config.readOnly !== true ? commitErrorOf(error) : domainErrorOf(error);
  }
};

/** Said in every transaction: under another default, a write that has waited for a lock would fail. */
export const readCommitted = {
  isolationLevel: 'read committed',
} as const satisfies Knex.TransactionConfig;

/** Runs `work` in the transaction if `database` is one, otherwise in a new transaction. */
export const joinTransaction = <T>(
  given: Database,
  work: (inside: Knex.Transaction) => Promise<T>,
): Promise<T> => {
  const place = openPlaceOf(given);
  if (place !== undefined) return place.write(work, () => true);
  const database = currentOf(given);
  return isTransaction(database)
    ? work(database)
    : retryOnConflict(() => inTransaction(database, readCommitted, work));
};

const isTransaction = (database: Database): database is Knex.Transaction =>
  database.isTransaction === true;

/** Runs reads that see one state, in the transaction if it has begun: there they see its writes. */
export const readTogether = <T>(
  given: Database,
  work: (inside: Database) => Promise<T>,
): Promise<T> => {
  const database = currentOf(given);
  return isTransaction(database) ? work(database) : inTransaction(database, readOnlySnapshot, work);
};

const readOnlySnapshot = { isolationLevel: 'repeatable read', readOnly: true } as const;

/**
 * The advisory lock that migrations hold, because there may be no table yet. "quoi" in ASCII separates it from those
 * of other programs in the same database.
 */
export const migrationLock = 'select pg_advisory_xact_lock(1903521641, 0)';

/** A row, not an advisory lock: every role that can connect could hold one of these, and stop all writes. */
const lockStatement: Statement = {
  name: 'take_lock',
  text: 'insert into locks (name) values ($1) on conflict (name) do update set name = excluded.name',
};

/** Waits until no other transaction holds the lock, and holds it until this one ends. */
export const takeLock = async (transaction: Knex.Transaction, lock: LockName): Promise<void> => {
  await query(transaction, lockStatement, [lock]);
};
