import type { JsonObject } from '../primitives/json.ts';

/** Which content anonymous callers and API tokens can read. */
export const publicContentChoices = ['all', 'published'] as const;
export type PublicContent = (typeof publicContentChoices)[number];

export const siteNameMaxLength = 200;

export const defaultTrashDays = 30;
export const maxTrashDays = 3_650;

export const trashDaysOf = ({
  trashDays = defaultTrashDays,
}: Pick<Settings, 'trashDays'>): number => trashDays;

/** The state of a plugin. Absent settings have the plugin's defaults. */
export interface PluginState {
  readonly active: boolean;
  readonly settings: JsonObject;
}

/** The settings that administrators can change. */
export interface Settings {
  readonly siteName: string;
  /** Whether anyone can register. The first user always can. */
  readonly registrationEnabled: boolean;
  readonly publicContent: PublicContent;
  /** How long deleted items stay in the trash; 0 for not at all. Absent: {@link defaultTrashDays}. */
  readonly trashDays?: number;
  /** By name. An absent plugin has its defaults. */
  readonly plugins: Readonly<Record<string, PluginState>>;
  /** Nothing that was cached under another one is served. */
  readonly cacheEpoch?: string;
}

export const defaultSettings: Settings = {
  siteName: 'Quoin',
  registrationEnabled: false,
  publicContent: 'all',
  plugins: {},
};
