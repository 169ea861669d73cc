import type { HistoryLimits } from '../content/revision.ts';
import { simpleLanguage } from '../content/search.ts';
import { invalid } from '../../primitives/errors.ts';
import type { JsonObject } from '../../primitives/json.ts';

/** Which content anonymous callers and API tokens can read. */
export const publicContentChoices = ['all', 'published'] as const;
export type PublicContent = (typeof publicContentChoices)[number];

export const siteNameMaxLength = 200;

export const defaultTrashDays = 30;
export const maxTrashDays = 3_650;

export const trashDaysOf = ({
  trashDays = defaultTrashDays,
}: Pick<Settings, 'trashDays'>): number => trashDays;

export const defaultChangesDays = 30;
export const maxChangesDays = 3_650;

/** How long the feed of changes keeps an event. */
export const changesDaysOf = ({
  changesDays = defaultChangesDays,
}: Pick<Settings, 'changesDays'>): number => changesDays;

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
  /** See {@link timeZoneOf}. */
  readonly timeZone?: string;
  /** See {@link historyLimitsOf}. */
  readonly historyMaxPerItem?: number;
  readonly historyMaxDays?: number;
  /** How long deleted items stay in the trash; 0 for not at all. Absent: {@link defaultTrashDays}. */
  readonly trashDays?: number;
  /** From 1. Absent: {@link defaultChangesDays}. */
  readonly changesDays?: number;
  /** See {@link searchLanguageOf}. */
  readonly searchLanguage?: string;
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

/** How much history stays; the defaults for what was never set. */
export const historyLimitsOf = ({
  historyMaxPerItem = 100,
  historyMaxDays = 0,
}: Pick<Settings, 'historyMaxPerItem' | 'historyMaxDays'>): HistoryLimits => ({
  maxPerItem: historyMaxPerItem,
  maxDays: historyMaxDays,
});

/** By whose rules the search compares words, such as `english`; `simple` if it was never set. */
export const searchLanguageOf = ({
  searchLanguage = simpleLanguage,
}: Pick<Settings, 'searchLanguage'>): string => searchLanguage;

/** The time zone in which people plan changes; UTC if it was never set. */
export const timeZoneOf = ({ timeZone = 'UTC' }: Pick<Settings, 'timeZone'>): string => timeZone;

/** Letters first: a runtime may also accept differences from UTC, such as `+01:00`, which have no summer time. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/**
 * @returns the name in its usual case.
 * @throws DomainError `invalid_input` unless the runtime knows a time zone of the IANA database by this name.
 */
export const parseTimeZone = (name: string): string => {
  const known = zoneName.test(name) ? knownZone(name) : undefined;
  if (known === undefined) {
    const message = 'must be the name of a time zone, such as Europe/Berlin or UTC';
    throw invalid('invalid_input', [{ path: 'timeZone', message }]);
  }
  // The runtime may return an older name of the same zone.
  return known.toLowerCase() === name.toLowerCase() ? known : name;
};

const knownZone = (timeZone: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};
