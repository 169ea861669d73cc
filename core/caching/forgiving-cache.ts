import type { CacheHit, KeyValueCache } from '../ports/key-value-cache.ts';
import type { Log } from '../ports/log.ts';

/** A store that may be away at any time: nothing but speed depends on it. */
export interface ForgivingCache {
  /** As {@link KeyValueCache.connections}; always 0 for a store in which no value ever comes back. */
  readonly connections: number;

  /** @returns undefined for a miss, and while the store is away. */
  get(key: string): Promise<CacheHit | undefined>;

  /** @returns whether the store took it. */
  set(key: string, value: string, ttlMs: number): Promise<boolean>;
}

/** Turns failures of the store into misses. They are told when they begin and when they end. */
export const forgivingCache = (cache: KeyValueCache, log: Log): ForgivingCache => {
  let isAway = false;

  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work();
      if (isAway) log.info('The shared cache answers again');
      isAway = false;
      return result;
    } catch (error) {
      if (!isAway) log.warn('The shared cache does not answer and is done without', {}, error);
      isAway = true;
      return undefined;
    }
  };

  return {
    get connections() {
      return cache.connections ?? 0;
    },
    get: (key) => attempt(() => cache.get(key)),
    set: async (key, value, ttlMs) => {
      const taken = await attempt(async () => {
        await cache.set(key, value, ttlMs);
        return true;
      });
      return taken ?? false;
    },
  };
};
