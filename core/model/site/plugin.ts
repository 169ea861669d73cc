import type { JsonObject } from '../../primitives/json.ts';
import type { CollectionSchema } from '../field.ts';
import type { PluginState, Settings } from './settings.ts';

/** A part of the service that administrators turn on and configure. */
export interface Plugin {
  readonly name: string;
  readonly title: string;
  /** Whether a new service starts with it. */
  readonly startsActive: boolean;
  readonly defaults: JsonObject;
  readonly settingsSchema: CollectionSchema;
  /** The settings that must be whole numbers, which a schema cannot express. */
  readonly wholeNumbers: readonly string[];
}

/** @returns the state of the plugin, with its defaults for absent settings. */
export const pluginState = (plugin: Plugin, { plugins }: Settings): PluginState => {
  const stored = Object.hasOwn(plugins, plugin.name) ? plugins[plugin.name] : undefined;
  const filledIn = Object.entries(stored?.settings ?? {}).filter(
    ([, value]) => value !== null && value !== '',
  );
  return {
    active: stored?.active ?? plugin.startsActive,
    settings: { ...plugin.defaults, ...Object.fromEntries(filledIn) },
  };
};
