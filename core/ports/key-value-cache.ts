export interface CacheHit {
  readonly value: string;
  /** Milliseconds until the entry expires; always above zero. */
  readonly ttlMs: number;
}

export interface WindowCount {
  /** Increments in this window, this one included. */
  readonly count: number;
  /** Milliseconds until the window ends; always above zero. */
  readonly ttlMs: number;
}

/**
 * Expiring key-value store. Which instances share it is the adapter's business.
 *
 * An expired entry and one that never existed are indistinguishable. A store may forget any entry
 * at any time; it never answers with anything but the last value that was set, unless it counts
 * {@link KeyValueCache.connections}.
 *
 * Nobody may have to wait for it: while it does not answer, every method rejects within a fraction
 * of a second with DomainError `dependency_unavailable`.
 */
export interface KeyValueCache {
  /**
   * How many connections to the store there have been. The store behind a new one may have lost its
   * last values and hold those from before them, as a replica does that takes over. It counts up
   * before anything is answered over the new one. Absent where no value ever comes back.
   */
  readonly connections?: number;

  get(key: string): Promise<CacheHit | undefined>;

  /** Replaces value and lifetime together. `ttlMs` is at least 1. */
  set(key: string, value: string, ttlMs: number): Promise<void>;

  /**
   * Atomically adds one. The lifetime starts at the first increment and is never extended: a fixed
   * window.
   */
  increment(key: string, ttlMs: number): Promise<WindowCount>;
}
