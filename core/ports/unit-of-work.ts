import type { Repositories } from './repositories.ts';

/** Work that may not interleave with itself, on any instance. */
export type LockName = 'accounts' | 'settings';

export interface UnitOfWork {
  /**
   * Runs `work` in one transaction: everything it wrote is kept, or nothing.
   *
   * Only the repositories passed in take part. Runs that name the same lock follow one another,
   * across all instances of the service.
   *
   * A constraint that a write meets ends the transaction: catch such an error outside.
   */
  run<T>(lock: LockName, work: (repositories: Repositories) => Promise<T>): Promise<T>;

  /** Runs reads that all see one moment, whatever is written meanwhile. Writing is not allowed. */
  snapshot<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
}
