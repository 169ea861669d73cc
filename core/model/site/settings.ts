import type { JsonObject } from '../../primitives/json.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { Role } from '../actor.ts';
import type { HistoryLimits } from '../content/revision.ts';
import type { Locale, LocaleCode } from '../locale.ts';
import {
  settingDefaults,
  settingRows,
  type SettingName,
  type SettingValues,
} from './settings-table.ts';

/** The state of a plugin. Absent settings have the plugin's defaults. */
export interface PluginState {
  readonly active: boolean;
  readonly settings: JsonObject;
}

/** What is stored of the settings. One that was never changed is absent: see {@link settingOf}. */
export interface Settings extends Partial<SettingValues> {
  /** By name. An absent plugin has its defaults. */
  readonly plugins: Readonly<Record<string, PluginState>>;
  /** Since when each role in `requireSecondFactor` is in it. */
  readonly secondFactorRequiredSince?: Readonly<Partial<Record<Role, EpochMs>>>;
  /** The languages of content, the default one first; absent if there are none. Codes are unique. */
  readonly locales?: readonly Locale[];
  /** Nothing that was cached under another one is served. */
  readonly cacheEpoch?: string;
}

/** The settings of a new service: none was changed. */
export const defaultSettings: Settings = { plugins: {} };

/** The value of a setting: its default if it was never changed. */
export const settingOf = <N extends SettingName>(
  settings: Partial<SettingValues>,
  name: N,
): SettingValues[N] => settings[name] ?? settingDefaults[name];

/** The languages of the search: that of the site, and those of items in some locales. */
export interface SearchLanguages {
  readonly standard: string;
  readonly ofLocales: Readonly<Record<LocaleCode, string>>;
}

export const searchLanguagesOf = ({ locales = [], ...settings }: Settings): SearchLanguages => ({
  standard: settingOf(settings, 'searchLanguage'),
  ofLocales: Object.fromEntries(
    locales.flatMap(({ code, searchLanguage }) =>
      searchLanguage === undefined ? [] : [[code, searchLanguage]],
    ),
  ),
});

/** The values of all settings, in the order of the table. */
export const settingValues = (settings: Partial<SettingValues>): SettingValues =>
  Object.fromEntries(
    settingRows.map(([name]) => [name, settingOf(settings, name)]),
  ) as SettingValues;

/** How much history stays. */
export const historyLimitsOf = (settings: Partial<SettingValues>): HistoryLimits => ({
  maxPerItem: settingOf(settings, 'historyMaxPerItem'),
  maxDays: settingOf(settings, 'historyMaxDays'),
});
