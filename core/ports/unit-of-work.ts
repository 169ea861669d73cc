import type { Repositories } from './ports.ts';

/** The locks of {@link UnitOfWork.runExclusive}. */
export type LockName = 'accounts' | 'settings';

/**
 * Transactions. Only the repositories that are passed to `work` take part.
 *
 * A failed write ends the transaction, even if `work` catches the error: handle such errors outside.
 */
export interface UnitOfWork {
  /** Runs `work` in one transaction: all of its writes are stored, or none. */
  run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;

  /** Like {@link run}. Runs with the same lock wait for each other, across all instances. */
  runExclusive<T>(lock: LockName, work: (repositories: Repositories) => Promise<T>): Promise<T>;

  /** Runs reads that all see the same state of the data. Writes fail. */
  snapshot<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
}
