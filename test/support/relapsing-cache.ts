import type { KeyValueCache } from '../../core/index.ts';

export interface RelapsingCache {
  readonly cache: KeyValueCache;
  /** What the cache holds now is what it will go back to. */
  readonly keep: () => void;
  /** The writes since {@link keep} are lost, as when a replica takes over that has not had them yet. */
  readonly relapse: () => void;
}

/** A store behind connections. Nothing in it expires. */
export const relapsingCache = (): RelapsingCache => {
  let connections = 1;
  let entries = new Map<string, string>();
  let kept = new Map<string, string>();
  const ttlMs = 60_000;
  return {
    keep: () => {
      kept = new Map(entries);
    },
    relapse: () => {
      entries = new Map(kept);
      connections += 1;
    },
    cache: {
      get connections() {
        return connections;
      },
      get: async (key) => {
        const value = entries.get(key);
        return value === undefined ? undefined : { value, ttlMs };
      },
      set: async (key, value) => void entries.set(key, value),
      increment: async () => ({ count: 1, ttlMs }),
    },
  };
};
