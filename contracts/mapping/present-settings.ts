import type { InstalledPlugin, Settings } from '../../core/index.ts';
import type { PluginDto } from '../plugins.ts';
import type { SettingsDto } from '../settings.ts';

/** The settings of the site; those of a plugin are part of the plugin. */
export const presentSettings = ({
  siteName,
  registrationEnabled,
  publicContent,
}: Settings): SettingsDto => ({ siteName, registrationEnabled, publicContent });

export const presentPlugin = (plugin: InstalledPlugin): PluginDto => ({
  name: plugin.name,
  title: plugin.title,
  active: plugin.active,
  settings: plugin.settings,
  settingsSchema: plugin.settingsSchema,
  ...(plugin.operations !== undefined && { operations: plugin.operations }),
});
