import type { CacheHit, KeyValueCache } from '../ports/key-value-cache.ts';
import type { Log } from '../ports/monitoring.ts';

/** A cache that never throws: a failure only makes reads slower. */
export interface ForgivingCache {
  /** See {@link KeyValueCache.connections}; 0 for a cache that never returns a value. */
  readonly connections: number;

  /** @returns undefined for a miss, and while the cache is unreachable. */
  get(key: string): Promise<CacheHit | undefined>;

  /** @returns whether the value was stored. */
  set(key: string, value: string, ttlMs: number): Promise<boolean>;
}

/**
 * Turns failures into misses, and logs when they start and end. A cache that rejects only writes,
 * because it is full, counts as failing until a write succeeds.
 */
export const forgivingCache = (cache: KeyValueCache, log: Log): ForgivingCache => {
  let failing: 'get' | 'set' | undefined;

  const attempt = async <T>(
    call: 'get' | 'set',
    work: () => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      const result = await work();
      if (failing === 'get' || failing === call) {
        log.info('The shared cache is reachable again');
        failing = undefined;
      }
      return result;
    } catch (error) {
      if (failing === undefined) {
        log.warn('The shared cache is unreachable; continuing without it', {}, error);
      }
      // A failed read means that reads and writes fail.
      if (failing === undefined || call === 'get') failing = call;
      return undefined;
    }
  };

  return {
    get connections() {
      return cache.connections ?? 0;
    },
    get: (key) => attempt('get', () => cache.get(key)),
    set: async (key, value, ttlMs) => {
      const stored = await attempt('set', async () => {
        await cache.set(key, value, ttlMs);
        return true;
      });
      return stored ?? false;
    },
  };
};
