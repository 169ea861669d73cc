import type { KeyValueCache } from '../../core/index.ts';

export interface FailoverCache {
  readonly cache: KeyValueCache;
  /** Saves the current entries, like a replica that has received all writes. */
  readonly snapshot: () => void;
  /** Fails over to the saved entries: the writes since {@link snapshot} are lost, the connection is new. */
  readonly failOver: () => void;
}

/** A shared cache that can fail over to a stale replica. Entries do not expire. */
export const failoverCache = (): FailoverCache => {
  let connections = 1;
  let entries = new Map<string, string>();
  let replica = new Map<string, string>();
  const ttlMs = 60_000;
  return {
    snapshot: () => {
      replica = new Map(entries);
    },
    failOver: () => {
      entries = new Map(replica);
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
