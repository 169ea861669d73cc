import { decodeJson, differingKeys, type JsonText } from '../../primitives/json.ts';
import { minute, type EpochMs } from '../../primitives/time.ts';
import { parseText } from '../../primitives/text.ts';
import { pickMembers, stateMembers, type ContentItem } from './content-item.ts';
import type { Placement } from './translation.ts';
import type { Author } from '../user.ts';

/** The members of an item that its history records. */
export type ContentState = Pick<ContentItem, (typeof stateMembers)[number]>;

export const contentStateOf = (state: ContentState): ContentState =>
  pickMembers(state, stateMembers);

/** What a revision records about the write that made it. */
export interface RevisionFacts {
  /** The user who wrote; undefined for imports and other programs. */
  readonly authorId: string | undefined;
  /** See {@link changedPaths}. */
  readonly changed: readonly string[];
  readonly note?: string | undefined;
  readonly isAutosave: boolean;
  /** The version of the autosave whose revision this one replaces. */
  readonly replaces?: number | undefined;
}

/** One version of an item. */
export interface Revision extends ContentState, Omit<RevisionFacts, 'replaces'> {
  readonly contentId: string;
  /** The version of the item after the write. */
  readonly version: number;
  readonly createdAt: EpochMs;
}

/** A revision as lists show it: of the state, its title and its status. */
export interface RevisionEntry extends Omit<
  Revision,
  Exclude<keyof ContentState, 'title' | 'status'>
> {
  /** Undefined if no user wrote, or if the account was deleted. */
  readonly author: Author | undefined;
}

/** How much of the history stays. */
export interface HistoryLimits {
  /** Revisions of one item; 0 keeps none. */
  readonly maxPerItem: number;
  /** The age at which a revision goes; 0 for never. */
  readonly maxDays: number;
}

/** An autosave replaces the revision of an autosave that is younger. */
export const autosaveWindowMs = 10 * minute;

export const noteMaxLength = 200;

/** @returns the trimmed note; undefined for an empty one. @throws DomainError `invalid_input`, `invalid_text`. */
export const parseNote = (raw: string): string | undefined =>
  parseText('X-Change-Note', raw, { min: 0, max: noteMaxLength }) || undefined;

/** The place among translations is compared, too, but is no part of what a revision brings back. */
type ComparedState = ContentState & Placement;

/** The path of a top-level key of `data`. */
export const dataPath = (key: string): string => `data.${key}`;

/**
 * The names of the members that differ; `data.<key>` for a top-level key of `data`, or `data` if only the order of
 * keys differs. For a new item: all of them.
 */
export const changedPaths = (before: ComparedState | undefined, after: ComparedState): string[] => [
  ...stateMembers.filter((name) => name !== 'data' && before?.[name] !== after[name]),
  ...(before?.locale === after.locale ? [] : ['locale']),
  ...(before?.group?.id === after.group?.id ? [] : ['group']),
  ...changedData(before?.data, after.data),
];

const changedData = (before: JsonText | undefined, after: JsonText): readonly string[] => {
  if (before === after) return [];
  const was = before === undefined ? {} : decodeJson(before);
  const is = decodeJson(after);
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changed = differingKeys(keys, was, is);
  if (changed.length === 0 && before !== undefined) return ['data'];
  return changed.map(dataPath);
};
