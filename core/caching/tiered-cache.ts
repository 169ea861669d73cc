import type { KeyValueCache } from '../ports/key-value-cache.ts';
import type { ForgivingCache } from './forgiving-cache.ts';

/** Where a value came from: this process, the shared store, or the source itself. */
export type CacheSource = 'memory' | 'kv' | 'database';

export interface Cached<T> {
  readonly value: T;
  readonly source: CacheSource;
  /** Milliseconds that the entry has left; 0 for what is not kept. */
  readonly ttlMs: number;
}

/** What is cached: how it is made, and how it is written down in between. */
export interface Cacheable<T> {
  readonly load: () => Promise<T>;
  /** @returns undefined for what is not kept. */
  readonly encode: (value: T) => string | undefined;
  /** @returns undefined for text that `encode` cannot have made: it counts as a miss. */
  readonly decode: (text: string) => T | undefined;
}

/** What this process remembers, in front of what all instances do. */
export interface TieredCache {
  /**
   * Looks in the process, then in the shared store; what only the store has, the process remembers.
   *
   * @param decode gives undefined for text that nobody can have kept under the key: a miss.
   */
  find<T>(key: string, decode: (text: string) => T | undefined): Promise<Cached<T> | undefined>;

  /** Remembers in both, for `ttlMs`. */
  keep(key: string, text: string, ttlMs: number): Promise<void>;

  /** Finds, or else loads, and remembers in both what is kept. */
  read<T>(key: string, ttlMs: number, cacheable: Cacheable<T>): Promise<Cached<T>>;
}

export const tieredCache = (own: KeyValueCache, shared: ForgivingCache): TieredCache => {
  const find: TieredCache['find'] = async (key, decode) => {
    const near = await own.get(key);
    const nearValue = near && decode(near.value);
    if (near !== undefined && nearValue !== undefined) {
      return { value: nearValue, source: 'memory', ttlMs: near.ttlMs };
    }
    const far = await shared.get(key);
    const farValue = far && decode(far.value);
    if (far === undefined || farValue === undefined) return undefined;
    await own.set(key, far.value, far.ttlMs);
    return { value: farValue, source: 'kv', ttlMs: far.ttlMs };
  };

  const keep: TieredCache['keep'] = async (key, text, ttlMs) => {
    await Promise.all([own.set(key, text, ttlMs), shared.set(key, text, ttlMs)]);
  };

  return {
    find,
    keep,
    read: async (key, ttlMs, { load, encode, decode }) => {
      const known = await find(key, decode);
      if (known !== undefined) return known;
      const value = await load();
      const text = encode(value);
      if (text === undefined) return { value, source: 'database', ttlMs: 0 };
      await keep(key, text, ttlMs);
      return { value, source: 'database', ttlMs };
    },
  };
};
