import type { Permit } from './coordinator.ts';
import type { Repositories } from './ports.ts';

/** The locks of {@link UnitOfWork.runExclusive}. */
export type LockName = 'accounts' | 'settings';

/**
 * Writes and transactions. Only the repositories that are passed to `work` take part. A write whose permit
 * is no longer valid is not stored; the coordinator that issued it recognizes the error.
 *
 * A failed write ends the transaction, even if `work` catches the error: handle such errors outside.
 */
export interface UnitOfWork {
  /** Runs `work`, which calls one repository once. Needs no transaction. */
  single<T>(permit: Permit, work: (repositories: Repositories) => Promise<T>): Promise<T>;

  /** Runs `work` in one transaction: all of its writes are stored, or none. */
  run<T>(permit: Permit, work: (repositories: Repositories) => Promise<T>): Promise<T>;

  /** Like {@link run}. Runs with the same lock wait for each other, across all instances. */
  runExclusive<T>(
    permit: Permit,
    lock: LockName,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T>;

  /** Runs reads that all see the same state of the data. Writes fail. */
  snapshot<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
}
