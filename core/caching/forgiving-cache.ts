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

/**
 * Turns failures of the store into misses. They are told when they begin and when they end. While
 * writes alone fail a read does not end them: a store that is full is read as ever.
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
        log.info('The shared cache answers again');
        failing = undefined;
      }
      return result;
    } catch (error) {
      if (failing === undefined) {
        log.warn('The shared cache does not answer and is done without', {}, error);
      }
      // Who does not even answer reads is away altogether.
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
      const taken = await attempt('set', async () => {
        await cache.set(key, value, ttlMs);
        return true;
      });
      return taken ?? false;
    },
  };
};
