import type { MemoryUsage } from './cache-counts.ts';

/** Entries of limited size in all. The ones that have not been used for the longest time go first. */
export interface BoundedEntries<T> {
  readonly find: (key: string) => T | undefined;
  readonly add: (key: string, entry: T, bytes: number) => void;
  /** Drops `entry`, unless another one has taken its place. */
  readonly drop: (key: string, entry: T) => void;
  readonly usage: () => MemoryUsage;
}

export const boundedEntries = <T>(limits: MemoryUsage): BoundedEntries<T> => {
  /** In the order of the last use. */
  const held = new Map<string, { readonly entry: T; readonly bytes: number }>();
  let bytes = 0;

  const remove = (key: string): void => {
    bytes -= held.get(key)?.bytes ?? 0;
    held.delete(key);
  };

  return {
    find: (key) => {
      const found = held.get(key);
      if (found === undefined) return undefined;
      held.delete(key);
      held.set(key, found);
      return found.entry;
    },
    add: (key, entry, size) => {
      remove(key);
      held.set(key, { entry, bytes: size });
      bytes += size;
      for (const oldest of held.keys()) {
        if (bytes <= limits.bytes && held.size <= limits.entries) break;
        remove(oldest);
      }
    },
    drop: (key, entry) => {
      if (held.get(key)?.entry === entry) remove(key);
    },
    usage: () => ({ entries: held.size, bytes }),
  };
};
