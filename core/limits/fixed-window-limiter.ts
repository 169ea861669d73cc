import type { KeyValueCache } from '../ports/key-value-cache.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

/**
 * Counts attempts in fixed windows over an atomic counter: exact among all instances that share the
 * store, however many attempts come at once. While the store is away each instance counts for
 * itself, from zero: nobody waits for it, and nobody is let in without being counted.
 */
export const fixedWindowLimiter = (
  shared: Pick<KeyValueCache, 'increment'>,
  own: Pick<KeyValueCache, 'increment'>,
): RateLimiter => ({
  attempt: async (key, { attempts, windowMs }) => {
    const name = `limit:${key}`;
    const { count, ttlMs } = await shared
      .increment(name, windowMs)
      .catch(() => own.increment(name, windowMs));
    return count > attempts ? { retryAfterMs: ttlMs } : undefined;
  },
});
