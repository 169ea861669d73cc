import type { CacheCounter } from '../cache/cache-counts.ts';
import type { Snapshot } from '../model/basis.ts';
import type { Parts } from './parts.ts';

/** For hosts that hold whole results; see `ReadResult.reusable`. */
export interface CacheUseCases {
  /**
   * The state of the store: a result that was read from it is current while the store has the same snapshot.
   *
   * @returns undefined if the store does not know its snapshot.
   */
  readonly snapshot: () => Promise<Snapshot | undefined>;

  /** Counts hits and misses of a host that holds results, for the statistics of the cache. */
  readonly counter: CacheCounter;
}

export const cacheUseCases = (parts: Parts): CacheUseCases => ({
  snapshot: () => parts.store.snapshot(),
  counter: parts.cacheCounter,
});
