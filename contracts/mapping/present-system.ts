import {
  settingValues,
  type CacheStatistics,
  type Check,
  type DetailedHealth,
  type Health,
  type InstalledPlugin,
  type SettingValues,
} from '../../core/vocabulary.ts';
import type { CacheStatisticsDto, PluginDto } from '../operations/plugins.ts';
import type { SettingsDto } from '../operations/settings.ts';
import type { SystemHealthDto } from '../operations/system.ts';

/** The settings of the site; those of a plugin are part of the plugin. */
export const presentSettings = (settings: SettingValues): SettingsDto => settingValues(settings);

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

export interface HealthView {
  /** Of the process, in seconds. */
  readonly uptimeS: number;
  /** Of the program. */
  readonly version?: string | undefined;
  /** Whether to tell the version, the reasons and the search, which only operators and admins may know. */
  readonly isDetailed: boolean;
}

export const presentHealth = (
  { status, checkedAt, checks, search }: Health & Partial<DetailedHealth>,
  { uptimeS, version, isDetailed }: HealthView,
): SystemHealthDto => {
  const presentCheck = ({ status: ofCheck, latencyMs, reason }: Check) => ({
    status: ofCheck,
    latency: latencyMs,
    ...(isDetailed && reason !== undefined && { reason }),
  });
  return {
    status,
    timestamp: new Date(checkedAt).toISOString(),
    uptime: Math.floor(uptimeS),
    ...(isDetailed && version !== undefined && { version }),
    checks: {
      database: presentCheck(checks.database),
      keyValue: presentCheck(checks.keyValue),
      storage: presentCheck(checks.storage),
    },
    ...(isDetailed && search !== undefined && { search }),
  };
};
