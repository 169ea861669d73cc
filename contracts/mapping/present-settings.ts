import type { CacheStatistics, InstalledPlugin, Settings } from '../../core/index.ts';
import type { CacheStatisticsDto, PluginDto } from '../operations/plugins.ts';
import type { SettingsDto } from '../operations/settings.ts';

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

export const presentCacheStatistics = ({
  since,
  hits,
  misses,
  hitRate,
  memory,
}: CacheStatistics): CacheStatisticsDto => ({
  since,
  hits,
  misses,
  hitRate: hitRate ?? null,
  ...(memory !== undefined && { memory: { entries: memory.entries, bytes: memory.bytes } }),
});
