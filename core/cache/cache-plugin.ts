import { pluginState, type Plugin } from '../model/plugin.ts';
import type { Settings } from '../model/settings.ts';

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
