export interface Limit {
  readonly attempts: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /** Counts one attempt, allowed or not. @returns when to come back, or undefined when it may proceed. */
  attempt(key: string, limit: Limit): Promise<{ readonly retryAfterMs: number } | undefined>;
}
