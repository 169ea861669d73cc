import type { KeyValueCache } from '../ports/key-value-cache.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

/**
 * Counts attempts in fixed windows over an atomic counter: exact among all instances that share the
 * store, however many attempts come at once.
 */
export const fixedWindowLimiter = (cache: KeyValueCache): RateLimiter => ({
  attempt: async (key, { attempts, windowMs }) => {
    const { count, ttlMs } = await cache.increment(`limit:${key}`, windowMs);
    return count > attempts ? { retryAfterMs: ttlMs } : undefined;
  },
});
