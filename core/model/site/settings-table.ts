import type { Role } from '../actor.ts';
import { simpleLanguage } from '../content/search.ts';

/** Which content anonymous callers and API tokens can read. */
export const publicContentChoices = ['all', 'published'] as const;
export type PublicContent = (typeof publicContentChoices)[number];

/** The parts of the form in which people change settings, in its order. */
export const settingGroups = [
  'Site',
  'Accounts',
  'Visibility',
  'Search',
  'History',
  'Trash',
  'Changes',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/**
 * What happens with a change of a setting, in the same transaction and in this order: `search_index` begins to rebuild the
 * index of the search; `visibility` tells the readers of the feed that they may see other content.
 */
export const settingEffects = ['search_index', 'visibility'] as const;
export type SettingEffect = (typeof settingEffects)[number];

interface Described {
  /** What people call it, in forms. */
  readonly label: string;
  readonly group: SettingGroup;
  /** A sentence for developers, in the contract and in the pages. */
  readonly description: string;
  readonly effect?: SettingEffect;
}

/** The values that a setting accepts, and its value until it is changed. */
type Accepting =
  /** 1 to `maxLength` characters after trimming. */
  | { readonly kind: 'text'; readonly maxLength: number; readonly default: string }
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly default: string }
  /** A whole number. */
  | {
      readonly kind: 'count';
      readonly min: number;
      /** Absent: no maximum. */
      readonly max?: number;
      readonly default: number;
    }
  /** Different roles, in ascending order of rights. */
  | { readonly kind: 'roles'; readonly default: readonly Role[] }
  /** The name of a time zone of the IANA database. */
  | { readonly kind: 'time_zone'; readonly default: string }
  /** A text-search configuration that the store offers. */
  | { readonly kind: 'search_language'; readonly default: string };

/** One setting of the site. */
export type Setting = Described & Accepting;

/**
 * The settings that administrators can change, in the order of the API. The command, the contract, the presenter, the
 * pages and the form of the admin are made from this table.
 */
export const settingsTable = {
  siteName: {
    label: 'Site name',
    group: 'Site',
    description: '1 to 200 characters after trimming.',
    kind: 'text',
    maxLength: 200,
    default: 'Quoin',
  },
  registrationEnabled: {
    label: 'Anybody may register',
    group: 'Accounts',
    description: 'Whether anybody may register. The first account can always be registered.',
    kind: 'flag',
    default: false,
  },
  requireSecondFactor: {
    label: 'Roles that need a second factor',
    group: 'Accounts',
    description:
      'Whose accounts must have a second factor: a list of roles. The highest role that an account has in any collection counts. After the days of grace, sessions of accounts without one can only set it up. Signing in with an identity provider meets it.',
    kind: 'roles',
    default: [],
  },
  secondFactorGraceDays: {
    label: 'Days to set up a second factor',
    group: 'Accounts',
    description:
      'How many days accounts have to set up a required second factor: 0 to 365, default 7. Counted from when their role was first listed or, for a newer account, from its creation.',
    kind: 'count',
    min: 0,
    max: 365,
    default: 7,
  },
  publicContent: {
    label: 'Who may read unpublished content',
    group: 'Visibility',
    description:
      'What callers without a session see: `all` items, including drafts, or only `published` items.',
    kind: 'choice',
    choices: publicContentChoices,
    default: 'all',
    effect: 'visibility',
  },
  timeZone: {
    label: 'Time zone',
    group: 'Site',
    description: 'The time zone in which people plan changes: a name of the IANA database.',
    kind: 'time_zone',
    default: 'UTC',
  },
  historyMaxPerItem: {
    label: 'Versions of an item to keep',
    group: 'History',
    description: 'How many revisions of an item stay. 0 keeps none.',
    kind: 'count',
    min: 0,
    default: 100,
  },
  historyMaxDays: {
    label: 'Days to keep a version',
    group: 'History',
    description: 'After how many days a revision is removed. 0 for never.',
    kind: 'count',
    min: 0,
    default: 0,
  },
  trashDays: {
    label: 'Days in the trash',
    group: 'Trash',
    description:
      'How many days deleted items stay in the trash: 0 to 3650, default 30. With 0, a deletion is permanent at once. A lower value also applies to what is in the trash, within a minute.',
    kind: 'count',
    min: 0,
    max: 3_650,
    default: 30,
  },
  changesDays: {
    label: 'Days to keep changes',
    group: 'Changes',
    description:
      'How many days the feed of changes goes back: 1 to 3650, default 30. Who was away for longer starts again.',
    kind: 'count',
    min: 1,
    max: 3_650,
    default: 30,
  },
  searchLanguage: {
    label: 'Language of the search',
    group: 'Search',
    description:
      'By whose rules the search compares words: a text-search configuration that the database offers, such as `english`. Default: `simple`, which changes no word. After a change, the index is rebuilt in the background; until then, the former one answers.',
    kind: 'search_language',
    default: simpleLanguage,
    effect: 'search_index',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settingsTable;

type ValueOf<S extends Setting> = S extends { readonly kind: 'flag' }
  ? boolean
  : S extends { readonly kind: 'count' }
    ? number
    : S extends { readonly kind: 'roles' }
      ? readonly Role[]
      : S extends { readonly choices: readonly (infer C)[] }
        ? C
        : string;

/** The value of every setting. */
export type SettingValues = {
  readonly [N in SettingName]: ValueOf<(typeof settingsTable)[N]>;
};

/** Values of some settings. */
export type SettingChanges = {
  readonly [N in SettingName]?: SettingValues[N] | undefined;
};

/** The rows of the table. */
export const settingRows = Object.entries(settingsTable) as readonly (readonly [
  SettingName,
  Setting,
])[];

/** The value of each setting until it is changed. */
export const settingDefaults = Object.fromEntries(
  settingRows.map(([name, setting]) => [name, setting.default]),
) as SettingValues;
