import { pluginState, type Plugin } from '../model/site/plugin.ts';
import type { Settings } from '../model/site/settings.ts';
import { second } from '../primitives/time.ts';

export interface CacheSettings {
  /** The maximum lifetime of an entry. */
  readonly ttlSeconds: number;
  /** The limit of content requests per client and minute; 0 means no limit. */
  readonly requestsPerMinute: number;
}

const defaults = { ttlSeconds: 300, requestsPerMinute: 0 } as const satisfies CacheSettings;

export const cachePlugin: Plugin = {
  name: 'cache',
  title: 'Cache',
  // It is never stale, so there is no reason to start without it.
  startsActive: true,
  defaults: { ...defaults },
  settingsSchema: {
    type: 'object',
    properties: {
      ttlSeconds: {
        type: 'number',
        title: 'Lifetime in seconds',
        description:
          'The maximum lifetime of a cached response. It is never served after a write that changes it.',
        minimum: 1,
        maximum: 86_400,
      },
      requestsPerMinute: {
        type: 'number',
        title: 'Requests per minute',
        description: 'The limit of content requests per client address; 0 means no limit.',
        minimum: 0,
        maximum: 1_000_000,
      },
    },
    required: [],
  },
  wholeNumbers: ['ttlSeconds', 'requestsPerMinute'],
};

/** @returns the settings while the plugin is on, undefined while it is off. */
export const readCacheSettings = (settings: Settings): CacheSettings | undefined => {
  const state = pluginState(cachePlugin, settings);
  if (!state.active) return undefined;
  const { ttlSeconds, requestsPerMinute } = state.settings;
  return {
    ttlSeconds: typeof ttlSeconds === 'number' ? ttlSeconds : defaults.ttlSeconds,
    requestsPerMinute:
      typeof requestsPerMinute === 'number' ? requestsPerMinute : defaults.requestsPerMinute,
  };
};

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
