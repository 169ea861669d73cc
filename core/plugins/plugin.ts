import type { CollectionSchema } from '../collections/field.ts';
import type { Hook, HookedOperation } from '../hooks/hook.ts';
import type { JsonObject } from '../json.ts';
import type { PluginState, Settings } from '../settings/settings.ts';

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

/** A plugin with its current state, or a hook. */
export interface InstalledPlugin
  extends Pick<Plugin, 'name' | 'title' | 'settingsSchema'>, PluginState {
  /** The operations that a hook watches. Undefined for a plugin. */
  readonly operations?: readonly HookedOperation[];
}

/** A hook in the list of plugins: always on, and without settings. */
export const hookAsPlugin = ({ name, operations }: Hook): InstalledPlugin => ({
  name,
  title: name,
  active: true,
  settings: {},
  settingsSchema: { type: 'object', properties: {}, required: [] },
  operations,
});

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
