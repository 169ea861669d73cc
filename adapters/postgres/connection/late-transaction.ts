import type { LateTransaction } from './database-session.ts';
import { isConflict } from './errors.ts';
import type { Pool, Transaction } from './knex-pool.ts';
import { query, retryOnConflict, type Statement } from './statement.ts';
import { inTransaction, readCommitted } from './transaction.ts';

const statement = (name: string, text: string): Statement => ({ name, text });

const savepoint = {
  set: statement('savepoint_set', 'savepoint late'),
  release: statement('savepoint_release', 'release savepoint late'),
  undo: statement('savepoint_undo', 'rollback to savepoint late'),
};

/** A late transaction of the pool, in which nothing is written yet. */
export const lateTransaction = (pool: Pool): LateTransaction => {
  let open: OpenTransaction | undefined;
  let hasWritten = false;
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();

  const attempt: LateTransaction['write'] = async (work, isWritten) => {
    const { inside } = (open ??= await beginTransaction(pool));
    if (hasWritten) return inSavepoint(inside, () => work(inside));
    try {
      const result = await work(inside);
      hasWritten = isWritten(result);
      return result;
    } finally {
      if (!hasWritten) {
        const unused = open;
        open = undefined;
        await unused.rollBack();
      }
    }
  };

  const end = async (how: 'commit' | 'rollBack'): Promise<void> => {
    await last;
    const ending = open;
    open = undefined;
    isOver = true;
    await ending?.[how]();
  };

  return {
    kind: 'late transaction',
    pool,
    get current() {
      return open?.inside ?? pool;
    },
    get isOver() {
      return isOver;
    },
    write: (work, isWritten) => {
      const result = last.then(() =>
        retryOnConflict(
          () => attempt(work, isWritten),
          // What others wait for stays locked until the end: they would fail as well.
          (error) => isConflict(error) && !hasWritten,
        ),
      );
      last = result.catch(() => undefined);
      return result;
    },
    commit: () => end('commit'),
    rollBack: () => end('rollBack'),
  };
};

const inSavepoint = async <T>(inside: Transaction, work: () => Promise<T>): Promise<T> => {
  await query(inside, savepoint.set);
  try {
    const result = await work();
    await query(inside, savepoint.release);
    return result;
  } catch (error) {
    // Without the undoing, the whole transaction has failed.
    await query(inside, savepoint.undo).then(
      () => inside.failures.splice(0),
      () => undefined,
    );
    throw error;
  }
};

/** A transaction that stays open until one of its members is called. */
export interface OpenTransaction {
  readonly inside: Transaction;
  readonly commit: () => Promise<void>;
  readonly rollBack: () => Promise<void>;
}

/** Begins a transaction for writes. @throws what {@link inTransaction} throws before its work. */
export const beginTransaction = async (pool: Pool): Promise<OpenTransaction> => {
  const begun = Promise.withResolvers<Transaction>();
  const decided = Promise.withResolvers<void>();
  const ended = inTransaction(pool, readCommitted, async (inside) => {
    begun.resolve(inside);
    await decided.promise;
  });
  ended.catch(begun.reject);
  return {
    inside: await begun.promise,
    commit: () => {
      decided.resolve();
      return ended;
    },
    rollBack: async () => {
      decided.reject(new Error('Nothing is to be stored'));
      await ended.catch(() => undefined);
    },
  };
};
