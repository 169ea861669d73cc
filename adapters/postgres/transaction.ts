import type { Knex } from 'knex';
import { untilNoConflict } from './conflicts.ts';
import { writeErrorOf } from './outages.ts';
import { meaningOf, translated } from './translated.ts';
import { inSnapshotSlot, inWriteSlot } from './slots.ts';

/**
 * Runs `work` in a transaction of its own and commits it.
 *
 * @throws what `work` throws, itself, after rolling back; what a statement failed with, if `work`
 *   looked away from it; DomainError `dependency_unavailable` when there is no connection to be had,
 *   or when the database did not confirm that it committed, which it then says.
 */
export const inTransaction = <T>(
  knex: Knex,
  config: Knex.TransactionConfig,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> => {
  const inSlot = config.readOnly === true ? inSnapshotSlot : inWriteSlot;
  return inSlot(knex, () => runTransaction(knex, config, work));
};

const runTransaction = async <T>(
  knex: Knex,
  config: Knex.TransactionConfig,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> => {
  let failure: { readonly error: unknown } | undefined;
  let isDone = false;
  const transaction = knex.transaction(async (inside) => {
    // Knex goes on when BEGIN failed, and tells of that failure itself.
    if (inside.isCompleted()) throw new Error('The transaction did not begin');
    const statementErrors: unknown[] = [];
    inside.on('query-error', (error) => statementErrors.push(error));
    try {
      const answer = await work(inside);
      // COMMIT would not complain: it rolls such a transaction back and says that all is well.
      if (statementErrors.length > 0) throw meaningOf(statementErrors[0]);
      isDone = true;
      return answer;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }, config);
  try {
    return await transaction;
  } catch (error) {
    // Of two errors, that of the rollback says less.
    if (failure !== undefined) throw failure.error;
    throw isDone && config.readOnly !== true ? writeErrorOf(error) : meaningOf(error);
  }
};

/** Runs `work` in the transaction that `knex` is, or else in one of its own. */
export const asOne = <T>(knex: Knex, work: (inside: Knex) => Promise<T>): Promise<T> =>
  knex.isTransaction === true
    ? translated(work(knex))
    : untilNoConflict(() => inTransaction(knex, {}, (inside) => translated(work(inside))));
