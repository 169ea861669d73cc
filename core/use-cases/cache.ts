import type { CacheCounter } from '../cache/cache-counts.ts';
import type { Snapshot } from '../model/basis.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** For hosts that hold whole results; see `ReadResult.reusable`. */
export interface CacheUseCases {
  /**
   * The snapshot of the store at some time after the call. A result with the same snapshot is current.
   *
   * @returns undefined if the snapshot is not known in time, or if the store has none.
   */
  readonly snapshot: () => Promise<Snapshot | undefined>;

  /** Counts hits and misses of a host that holds results, for the statistics of the cache. */
  readonly counter: CacheCounter;
}

export const cacheUseCases = (dependencies: UseCaseDependencies): CacheUseCases => ({
  snapshot: () => dependencies.store.snapshot(),
  counter: dependencies.cacheCounter,
});
