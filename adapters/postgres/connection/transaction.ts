import type { LockName } from '../../../core/store.ts';
import { currentOf, openLateOf, type DatabaseSession } from './database-session.ts';
import { commitErrorOf, domainErrorOf } from './errors.ts';
import type { Pool, Transaction, TransactionOptions } from './knex-pool.ts';
import { query, retryOnConflict, type Statement } from './statement.ts';

/**
 * Runs `work` in a new transaction and commits it.
 *
 * @throws what `work` throws, after a rollback; the error of a failed statement, even if `work`
 *   caught it; DomainError `dependency_unavailable` when no connection is available, or when the
 *   database did not confirm the COMMIT, which its details say.
 */
export const inTransaction = async <T>(
  pool: Pool,
  options: TransactionOptions,
  work: (inside: Transaction) => Promise<T>,
): Promise<T> => {
  const isReadOnly = options.readOnly === true;
  const inGate = isReadOnly ? pool.gates.snapshot : pool.gates.write;
  let failure: { readonly error: unknown } | undefined;
  let isDone = false;
  const run = async (inside: Transaction): Promise<T> => {
    try {
      const result = await work(inside);
      // COMMIT would silently roll back: it reports no error after a failed statement.
      if (inside.failures.length > 0) throw domainErrorOf(inside.failures[0]);
      isDone = true;
      return result;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  try {
    return await inGate(() => pool.transaction(options, run));
  } catch (error) {
    // If the rollback failed as well, the first error is the useful one.
    if (failure !== undefined) throw failure.error;
    throw isDone && !isReadOnly ? commitErrorOf(error) : domainErrorOf(error);
  }
};

/** Said in every transaction: under another default, a write that has waited for a lock would fail. */
export const readCommitted = {
  isolationLevel: 'read committed',
} as const satisfies TransactionOptions;

/** Runs `work` in the transaction if `database` is one, otherwise in a new transaction. */
export const joinTransaction = <T>(
  given: DatabaseSession,
  work: (inside: Transaction) => Promise<T>,
): Promise<T> => {
  const late = openLateOf(given);
  if (late !== undefined) return late.write(work, () => true);
  const database = currentOf(given);
  return database.kind === 'transaction'
    ? work(database)
    : retryOnConflict(() => inTransaction(database, readCommitted, work));
};

/** Runs reads that see one state, in the transaction if it has begun: there they see its writes. */
export const readTogether = <T>(
  given: DatabaseSession,
  work: (inside: DatabaseSession) => Promise<T>,
): Promise<T> => {
  const database = currentOf(given);
  return database.kind === 'transaction'
    ? work(database)
    : inTransaction(database, readOnlySnapshot, work);
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
export const takeLock = async (transaction: Transaction, lock: LockName): Promise<void> => {
  await query(transaction, lockStatement, [lock]);
};
