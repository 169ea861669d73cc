export interface Limit {
  readonly attempts: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /** Counts one attempt, whether allowed or not. @returns the time to wait; undefined if it is allowed. */
  attempt(key: string, limit: Limit): Promise<{ readonly retryAfterMs: number } | undefined>;
}
