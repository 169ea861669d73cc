import type { Settings } from '../settings/settings.ts';
import { pluginState, type Plugin } from './plugin.ts';

export interface CacheSettings {
  /** How long an entry lives at most. */
  readonly ttlSeconds: number;
  /** Content requests that one client address may make in a minute; 0 means any number. */
  readonly requestsPerMinute: number;
}

const defaults = { ttlSeconds: 300, requestsPerMinute: 0 } as const satisfies CacheSettings;

export const cachePlugin: Plugin = {
  name: 'cache',
  title: 'Cache',
  defaults: { ...defaults },
  settingsSchema: {
    type: 'object',
    properties: {
      ttlSeconds: {
        type: 'number',
        title: 'Lifetime in seconds',
        description:
          'How long an answer is kept at most. A write replaces what it touches at once.',
        minimum: 1,
        maximum: 86_400,
      },
      requestsPerMinute: {
        type: 'number',
        title: 'Requests per minute',
        description: 'How many content requests one client address may make; 0 means any number.',
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
