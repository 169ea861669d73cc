import type { LockName, Permit, Repositories, UnitOfWork } from '../../core/index.ts';
import { withPermit, type Database } from './connections.ts';
import { provePermit } from './leases/permit.ts';
import { postgresRepositories } from './postgres-repositories.ts';
import { retryOnConflict } from './statement.ts';
import { inTransaction, takeLock } from './transaction.ts';

/**
 * Transactions of PostgreSQL. Retries a run that failed only because of concurrent transactions (a
 * deadlock, for example): its work may be called more than once.
 */
export class PostgresUnitOfWork implements UnitOfWork {
  readonly #database: Database;
  readonly #repositories: Repositories;

  constructor(database: Database) {
    this.#database = database;
    this.#repositories = postgresRepositories(database);
  }

  async single<T>(permit: Permit, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    // Without a block, the fence of the database checks that the instance is alone.
    return typeof permit.proof === 'object'
      ? work(postgresRepositories(withPermit(this.#database, permit)))
      : work(this.#repositories);
  }

  async run<T>(permit: Permit, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return this.#transaction(permit, undefined, work);
  }

  async runExclusive<T>(
    permit: Permit,
    lock: LockName,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    return this.#transaction(permit, lock, work);
  }

  #transaction<T>(
    permit: Permit,
    lock: LockName | undefined,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    return retryOnConflict(() =>
      inTransaction(this.#database, {}, async (transaction) => {
        // The lock first: other instances cannot register while a permit is in use.
        if (lock !== undefined) await takeLock(transaction, lock);
        await provePermit(transaction, permit);
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
