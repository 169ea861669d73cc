export interface CacheHit {
  readonly value: string;
  /** Milliseconds until the entry expires; always above zero. */
  readonly ttlMs: number;
}

export interface WindowCount {
  /** The number of increments in this window, including this one. */
  readonly count: number;
  /** Milliseconds until the window ends; always above zero. */
  readonly ttlMs: number;
}

/**
 * A key-value store with expiring entries, for one process or shared by several.
 *
 * An expired entry is the same as an absent one. The store can evict any entry at any time, and lose its
 * last writes: it then returns an earlier value.
 *
 * Callers never wait for an unreachable store: every method then rejects within a fraction of a second
 * with DomainError `dependency_unavailable`.
 */
export interface KeyValueCache {
  get(key: string): Promise<CacheHit | undefined>;

  /** Replaces value and lifetime together. `ttlMs` is at least 1. */
  set(key: string, value: string, ttlMs: number): Promise<void>;

  /**
   * Atomically adds one. The lifetime starts at the first increment and is never extended: a fixed
   * window.
   */
  increment(key: string, ttlMs: number): Promise<WindowCount>;
}
