import { clientKey } from '../limits/client-address.ts';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { readCacheSettings } from '../plugins/cache-plugin.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { Settings } from '../settings/settings.ts';
import { minute } from '../time.ts';

/** Holds content reads to what the cache plugin allows. @throws DomainError `rate_limited`. */
export const throttle = async (
  limiter: RateLimiter,
  settings: Settings,
  client: string,
): Promise<void> => {
  const attempts = readCacheSettings(settings)?.requestsPerMinute ?? 0;
  if (attempts === 0) return;
  await enforceLimit(limiter, `content:${clientKey(client)}`, { attempts, windowMs: minute });
};
