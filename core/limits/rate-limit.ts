import { readCacheSettings } from '../cache/cache-plugin.ts';
import type { Settings } from '../model/site/settings.ts';
import type { KeyValueCache, WindowCount } from '../ports/key-value-cache.ts';
import type { Limit, RateLimiter } from '../ports/rate-limiter.ts';
import type { Timer } from '../ports/time.ts';
import { DomainError } from '../primitives/errors.ts';
import { minute } from '../primitives/time.ts';
import { clientKey } from './client-address.ts';
import { punctualCache } from './punctual-ports.ts';

/** Counts one attempt. @throws DomainError `rate_limited`, with the time to wait. */
export const enforceLimit = async (
  limiter: RateLimiter,
  key: string,
  limit: Limit,
): Promise<void> => {
  const rejection = await limiter.attempt(key, limit);
  if (rejection === undefined) return;
  const seconds = Math.ceil(rejection.retryAfterMs / 1_000);
  throw new DomainError('rate_limited', 'Too many attempts', {
    details: `Try again in ${seconds} seconds`,
    retryAfterMs: rejection.retryAfterMs,
  });
};

/** Applies the limit of the cache plugin to a content read. @throws DomainError `rate_limited`. */
export const limitContentReads = async (
  limiter: RateLimiter,
  settings: Settings,
  client: string,
): Promise<void> => {
  const attempts = readCacheSettings(settings)?.requestsPerMinute ?? 0;
  if (attempts === 0) return;
  await enforceLimit(limiter, `content:${clientKey(client)}`, { attempts, windowMs: minute });
};

/**
 * Counts attempts in fixed windows with an atomic counter, so the count is exact across all instances
 * that share the cache. While the shared cache is unreachable or late, each instance counts alone, from zero.
 */
export const fixedWindowLimiter = (
  sharedCache: KeyValueCache,
  processCache: Pick<KeyValueCache, 'increment'>,
  timer: Timer,
): RateLimiter => {
  const shared = sharedCache === processCache ? sharedCache : punctualCache(sharedCache, timer);
  const increment = (name: string, windowMs: number): Promise<WindowCount> =>
    shared.increment(name, windowMs).catch(async () => processCache.increment(name, windowMs));

  return {
    attempt: async (key, { attempts, windowMs }) => {
      const { count, ttlMs } = await increment(`limit:${key}`, windowMs);
      return count > attempts ? { retryAfterMs: ttlMs } : undefined;
    },
  };
};
