import type { Settings } from '../model/settings.ts';
import { second } from '../primitives/time.ts';
import { readCacheSettings } from './cache-plugin.ts';

/** Where the result of a read came from: this process, the store that instances share, or the database. */
export type CacheSource = 'memory' | 'kv' | 'database';

/** What the cache plugin did for a read. */
export interface CacheReport {
  /** Whether the cache plugin is on. */
  readonly active: boolean;
  readonly hit: boolean;
  readonly source: CacheSource;
  /** The entry's remaining lifetime in milliseconds, 0 without one; undefined while the plugin is off. */
  readonly ttlMs: number | undefined;
}

/** The report for what was read from the store, and is not cached. */
export const uncachedReport = (settings: Settings): CacheReport => {
  const active = readCacheSettings(settings) !== undefined;
  return { active, hit: false, source: 'database', ttlMs: active ? 0 : undefined };
};

/** The lifetime of entries; undefined if the plugin is off, or has a limit: then every request must be counted. */
export const cacheLifetimeMs = (settings: Settings): number | undefined => {
  const plugin = readCacheSettings(settings);
  return plugin?.requestsPerMinute === 0 ? plugin.ttlSeconds * second : undefined;
};
