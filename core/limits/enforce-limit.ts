import { DomainError } from '../errors.ts';
import type { Limit, RateLimiter } from '../ports/rate-limiter.ts';

/** @throws DomainError `rate_limited` with the time to wait. */
export const enforceLimit = async (
  limiter: RateLimiter,
  key: string,
  limit: Limit,
): Promise<void> => {
  const refusal = await limiter.attempt(key, limit);
  if (refusal === undefined) return;
  const seconds = Math.ceil(refusal.retryAfterMs / 1_000);
  throw new DomainError('rate_limited', 'Too many attempts', {
    details: `Try again in ${seconds} seconds`,
    retryAfterMs: refusal.retryAfterMs,
  });
};
