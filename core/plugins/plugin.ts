import type { CollectionSchema } from '../collections/field.ts';
import type { JsonObject } from '../json.ts';
import type { PluginState, Settings } from '../settings/settings.ts';

/** A part of the service that administrators switch on and set up. */
export interface Plugin {
  readonly name: string;
  readonly title: string;
  readonly defaults: JsonObject;
  readonly settingsSchema: CollectionSchema;
  /** The numbers among the settings that must be whole: a schema has no word for it. */
  readonly wholeNumbers: readonly string[];
}

/** A plugin as it stands. */
export interface InstalledPlugin extends Plugin, PluginState {}

/** @returns the plugin's state, its defaults filled in. */
export const pluginState = (plugin: Plugin, { plugins }: Settings): PluginState => {
  const stored = Object.hasOwn(plugins, plugin.name) ? plugins[plugin.name] : undefined;
  const filledIn = Object.entries(stored?.settings ?? {}).filter(
    ([, value]) => value !== null && value !== '',
  );
  return {
    active: stored?.active ?? false,
    settings: { ...plugin.defaults, ...Object.fromEntries(filledIn) },
  };
};
