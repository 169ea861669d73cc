import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { LockName, Repositories, UnitOfWork } from '../../core/index.ts';
import { takeLock } from './advisory-locks.ts';
import { isTransactionConflict } from './outages.ts';
import { postgresRepositories } from './postgres-repositories.ts';
import { inTransaction } from './transaction.ts';

/** Attempts at a run that other transactions get in the way of. */
const maxAttempts = 5;

/**
 * Transactions of PostgreSQL. A run that fails only because of others at the same time (a deadlock,
 * for example) is begun again a few times: its work may be called more than once.
 */
export class PostgresUnitOfWork implements UnitOfWork {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async run<T>(
    lock: LockName | undefined,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTransaction(this.#knex, {}, async (transaction) => {
          if (lock !== undefined) await takeLock(transaction, lock);
          return work(postgresRepositories(transaction));
        });
      } catch (error) {
        if (attempt === maxAttempts || !isTransactionConflict(error)) throw error;
        // Unequal pauses, so that the same runs do not meet again.
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  async snapshot<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const frozen = { isolationLevel: 'repeatable read', readOnly: true } as const;
    return inTransaction(this.#knex, frozen, (transaction) =>
      work(postgresRepositories(transaction)),
    );
  }
}
