import type { KeyValueCache } from '../ports/key-value-cache.ts';
import type { ForgivingCache } from './forgiving-cache.ts';

/** Where a value came from: this process, the shared cache, or the database. */
export type CacheSource = 'memory' | 'kv' | 'database';

export interface Cached<T> {
  readonly value: T;
  readonly source: CacheSource;
  /** The entry's remaining lifetime in milliseconds; 0 for a value that is not cached. */
  readonly ttlMs: number;
}

/** How a value is loaded and converted to text. */
export interface Cacheable<T> {
  readonly load: () => Promise<T>;
  /** @returns undefined for a value that must not be cached. */
  readonly encode: (value: T) => string | undefined;
  /** @returns undefined for text that `encode` cannot have returned: it counts as a miss. */
  readonly decode: (text: string) => T | undefined;
}

/** The process cache in front of the shared cache. */
export interface TieredCache {
  /**
   * Looks in the process cache, then in the shared cache. Copies a value found there to the process cache.
   *
   * @param decode returns undefined for text that cannot belong to the key: it counts as a miss.
   */
  find<T>(key: string, decode: (text: string) => T | undefined): Promise<Cached<T> | undefined>;

  /** Stores the text in both caches for `ttlMs`. */
  store(key: string, text: string, ttlMs: number): Promise<void>;

  /** Finds the value, or loads it and stores it in both caches. */
  read<T>(key: string, ttlMs: number, cacheable: Cacheable<T>): Promise<Cached<T>>;
}

export const tieredCache = (local: KeyValueCache, shared: ForgivingCache): TieredCache => {
  const find: TieredCache['find'] = async (key, decode) => {
    const near = await local.get(key);
    const nearValue = near && decode(near.value);
    if (near !== undefined && nearValue !== undefined) {
      return { value: nearValue, source: 'memory', ttlMs: near.ttlMs };
    }
    const far = await shared.get(key);
    const farValue = far && decode(far.value);
    if (far === undefined || farValue === undefined) return undefined;
    await local.set(key, far.value, far.ttlMs);
    return { value: farValue, source: 'kv', ttlMs: far.ttlMs };
  };

  const store: TieredCache['store'] = async (key, text, ttlMs) => {
    await Promise.all([local.set(key, text, ttlMs), shared.set(key, text, ttlMs)]);
  };

  return {
    find,
    store,
    read: async (key, ttlMs, { load, encode, decode }) => {
      const found = await find(key, decode);
      if (found !== undefined) return found;
      const value = await load();
      const text = encode(value);
      if (text === undefined) return { value, source: 'database', ttlMs: 0 };
      await store(key, text, ttlMs);
      return { value, source: 'database', ttlMs };
    },
  };
};
