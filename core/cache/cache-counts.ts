import type { Clock } from '../ports/time.ts';
import type { EpochMs } from '../primitives/time.ts';

/** How many reads the cache plugin has answered since the start. Reads while it is off do not count. */
export interface CacheCounts {
  /** When the count began. */
  readonly since: EpochMs;
  readonly hits: number;
  readonly misses: number;
}

/** What a part of the cache holds in memory. */
export interface MemoryUsage {
  readonly entries: number;
  readonly bytes: number;
}

/** Counts the reads of this core, and what its caches hold. */
export interface CacheCounter {
  count(isHit: boolean): void;
  /** Adds a part of the cache to the usage. */
  measure(usage: () => MemoryUsage): void;
  readonly counts: CacheCounts;
  readonly usage: MemoryUsage;
}

export const cacheCounter = (clock: Clock): CacheCounter => {
  const since = clock.now();
  const parts: (() => MemoryUsage)[] = [];
  let hits = 0;
  let misses = 0;
  return {
    count: (isHit) => {
      if (isHit) hits += 1;
      else misses += 1;
    },
    measure: (usage) => {
      parts.push(usage);
    },
    get counts() {
      return { since, hits, misses };
    },
    get usage() {
      const all = parts.map((part) => part());
      const sum = (member: keyof MemoryUsage) =>
        all.reduce((total, each) => total + each[member], 0);
      return { entries: sum('entries'), bytes: sum('bytes') };
    },
  };
};
