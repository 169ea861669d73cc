import type { LockName, Repositories, UnitOfWork } from '../../core/index.ts';
import type { Database } from './connections.ts';
import { postgresRepositories } from './postgres-repositories.ts';
import { retryOnConflict } from './statement.ts';
import { inTransaction, takeLock } from './transaction.ts';

/**
 * Transactions of PostgreSQL. Retries a run that failed only because of concurrent transactions (a
 * deadlock, for example): its work may be called more than once.
 */
export class PostgresUnitOfWork implements UnitOfWork {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return retryOnConflict(() =>
      inTransaction(this.#database, {}, (transaction) => work(postgresRepositories(transaction))),
    );
  }

  async runExclusive<T>(
    lock: LockName,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    return retryOnConflict(() =>
      inTransaction(this.#database, {}, async (transaction) => {
        await takeLock(transaction, lock);
        return work(postgresRepositories(transaction));
      }),
    );
  }

  async snapshot<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const readOnlySnapshot = { isolationLevel: 'repeatable read', readOnly: true } as const;
    return inTransaction(this.#database, readOnlySnapshot, (transaction) =>
      work(postgresRepositories(transaction)),
    );
  }
}
