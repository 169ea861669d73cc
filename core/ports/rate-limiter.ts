export interface Limit {
  readonly attempts: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /**
   * Counts one attempt, whether allowed or not. May count without what instances share while that does not answer.
   *
   * @returns the time to wait; undefined if it is allowed.
   * @throws DomainError `dependency_unavailable`, before the deadline of the core, if it needs something that does not
   *   answer.
   */
  attempt(key: string, limit: Limit): Promise<{ readonly retryAfterMs: number } | undefined>;
}
