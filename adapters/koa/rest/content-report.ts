import type { CacheReport, ReadResult } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Lets equal requests have the same answer for as long as that is right, but no longer than the page lives that
 * the answer was made from.
 *
 * @returns what the cache plugin did, for the client.
 */
export const reportFor = (
  { allowReuse }: Pick<RequestContext, 'allowReuse'>,
  { cache, reusable }: Pick<ReadResult<unknown>, 'cache' | 'reusable'>,
): CacheReport => {
  if (reusable === undefined) return cache;
  const { hit, ttlMs = 0 } = cache;
  const lifetimeMs = hit ? Math.min(ttlMs, reusable.lifetimeMs) : reusable.lifetimeMs;
  return { ...cache, ttlMs: Math.max(ttlMs, allowReuse({ ...reusable, lifetimeMs })) };
};
