import type { LocaleCode } from '../locale.ts';
import type { ContentItem } from './content-item.ts';

/**
 * What the title and each top-level key of `data` contain, by path (`title`, `data.<key>`): short texts that are equal only
 * for equal values.
 */
export type Prints = Readonly<Record<string, string>>;

/** The item and the version from which a translation was made. */
export interface TranslationSource {
  /** The translation. */
  readonly contentId: string;
  readonly sourceId: string;
  readonly version: number;
  /** Of that version. */
  readonly prints: Prints;
}

/** An item as it is stored, with which its translations are compared. */
export interface SourceState {
  readonly prints: Prints;
  /** The paths that the items of its group have in common. They make no translation outdated. */
  readonly shared: readonly string[];
}

/** A stored item that is compared with what a translation was made from. */
export interface StoredSource extends SourceState {
  readonly version: number;
}

/** The comparison of a translation with its source. */
export interface ComparedSource {
  /**
   * What counts as the state from which the translation was made: its shared paths are always those of the source, so that a
   * field makes no translation outdated when it is shared no longer.
   */
  readonly prints: Prints;
  /** The paths in which the source differs from then, in the order of their code points. */
  readonly changed: readonly string[];
}

export const comparedWith = (recorded: Prints, { prints, shared }: SourceState): ComparedSource => {
  const isShared = new Set(shared);
  const ofSource = (path: string): boolean => isShared.has(path);
  const made = Object.fromEntries([
    ...Object.entries(recorded).filter(([path]) => !ofSource(path)),
    ...Object.entries(prints).filter(([path]) => ofSource(path)),
  ]);
  const paths = [...new Set([...Object.keys(made), ...Object.keys(prints)])];
  const differs = (path: string): boolean =>
    !Object.hasOwn(made, path) || !Object.hasOwn(prints, path) || made[path] !== prints[path];
  return { prints: made, changed: paths.filter(differs).sort() };
};

/** An item of a group, as it is shown, with what it was made from. */
export interface GroupMember extends Pick<
  ContentItem,
  'id' | 'title' | 'slug' | 'status' | 'updatedAt'
> {
  readonly locale: LocaleCode;
  readonly groupId: string;
  /**
   * Absent without a record, and if the source is not among the items of its group: in the trash, deleted, or in another group.
   */
  readonly source?: MemberSource | undefined;
}

export interface MemberSource extends Pick<TranslationSource, 'version'> {
  readonly id: string;
  readonly changed: readonly string[];
}

/**
 * What an item is among its translations: one that was made from another one, and fits it or not, or one that was made from
 * none.
 */
export const memberStates = ['source', 'current', 'outdated'] as const;
export type MemberState = (typeof memberStates)[number];

export const memberStateOf = ({ source }: Pick<GroupMember, 'source'>): MemberState => {
  if (source === undefined) return 'source';
  return source.changed.length === 0 ? 'current' : 'outdated';
};

/** What there is to translate: a locale that a group lacks, or a translation that is outdated. */
export const workStates = ['missing', 'outdated'] as const;
export type WorkState = (typeof workStates)[number];

/** Something to translate. */
export interface TranslationWork {
  readonly groupId: string;
  readonly locale: LocaleCode;
  readonly state: WorkState;
  readonly collectionId: string;
  /** The outdated translation. */
  readonly id?: string | undefined;
  /** Of the outdated translation, or of the item to translate. */
  readonly title: string;
  /** What an outdated translation was made from; the item to translate, in its present version. */
  readonly source: Pick<MemberSource, 'id' | 'version'>;
}
