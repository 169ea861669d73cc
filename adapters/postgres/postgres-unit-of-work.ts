import type { Knex } from 'knex';
import type { LockName, Repositories, UnitOfWork } from '../../core/index.ts';
import { takeLock } from './advisory-locks.ts';
import { untilNoConflict } from './conflicts.ts';
import { postgresRepositories } from './postgres-repositories.ts';
import { inTransaction } from './transaction.ts';

/**
 * Transactions of PostgreSQL. A run that fails only because of others at the same time (a deadlock,
 * for example) is begun again a few times: its work may be called more than once.
 */
export class PostgresUnitOfWork implements UnitOfWork {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async run<T>(lock: LockName, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return untilNoConflict(() =>
      inTransaction(this.#knex, {}, async (transaction) => {
        await takeLock(transaction, lock);
        return work(postgresRepositories(transaction));
      }),
    );
  }

  async snapshot<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const frozen = { isolationLevel: 'repeatable read', readOnly: true } as const;
    return inTransaction(this.#knex, frozen, (transaction) =>
      work(postgresRepositories(transaction)),
    );
  }
}
