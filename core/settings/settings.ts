import type { JsonObject } from '../json.ts';

/** Who may read what is not published: everybody, or only those who signed in. */
export const publicContentChoices = ['all', 'published'] as const;
export type PublicContent = (typeof publicContentChoices)[number];

export const siteNameMaxLength = 200;

/** How a plugin is set up; its own defaults fill what is absent. */
export interface PluginState {
  readonly active: boolean;
  readonly settings: JsonObject;
}

export interface Settings {
  readonly siteName: string;
  /** Whether strangers may register; the first user always may. */
  readonly registrationEnabled: boolean;
  readonly publicContent: PublicContent;
  /** By the plugin's name. A plugin that was never touched is absent: inactive, with its defaults. */
  readonly plugins: Readonly<Record<string, PluginState>>;
  /** Whether the starter collections were planted; they do not come back once deleted. */
  readonly planted: boolean;
  /** Part of the key of everything cached: another one, and nothing from before is found again. */
  readonly cacheEpoch: string;
}

export const defaultSettings: Settings = {
  siteName: 'Quoin',
  registrationEnabled: false,
  publicContent: 'all',
  plugins: {},
  planted: false,
  cacheEpoch: '',
};
