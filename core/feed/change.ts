import type { ContentItem } from '../model/content/content-item.ts';
import { groupOf } from '../model/content/translation.ts';
import type { LocaleCode } from '../model/locale.ts';
import type { EpochMs } from '../primitives/time.ts';

export const changeTypes = [
  'upserted',
  'removed',
  'media.upserted',
  'media.removed',
  'collection.changed',
  'reset',
] as const;
export type ChangeType = (typeof changeTypes)[number];

/** What a reader of the feed learns. A page has at most one of each item, in its newest state. */
export interface Change {
  /** Who continues after it misses nothing, but may see the item again. */
  readonly cursor: string;
  readonly type: ChangeType;
  /** Of the item, the media file or the collection; undefined for a reset. */
  readonly id?: string;
  /** Of the item, or of the only collection that is reset. */
  readonly collectionId?: string;
  readonly slug?: string;
  /** The slug that the reader saw before, if it was another one. */
  readonly previousSlug?: string;
  readonly version?: number;
  /** Of an item of a localised collection. */
  readonly locale?: LocaleCode;
  /** The id of its group of translations. */
  readonly group?: string;
  readonly at: EpochMs;
  /** What it makes outdated. */
  readonly tags: readonly string[];
  readonly item?: ContentItem;
}

export interface ChangePage {
  readonly changes: readonly Change[];
  /** After the page. */
  readonly cursor: string;
  /** Whether there are changes after the page now. */
  readonly hasMore: boolean;
}

/**
 * The tags of answers that contain the item or its translations, and of lists of the collections.
 *
 * @param groupIds the groups of translations in which it was and is.
 */
export const itemTags = (
  id: string,
  collectionIds: Iterable<string>,
  groupIds: Iterable<string | undefined>,
): readonly string[] => [
  `item:${id}`,
  ...[...new Set(groupIds)].flatMap((groupId) =>
    groupId === undefined ? [] : [`group:${groupId}`],
  ),
  ...[...new Set(collectionIds)].map((collectionId) => `list:${collectionId}`),
  'list',
];

/** The id of the group of an item; undefined in a collection that is not localised. */
export const groupIdOf = (item: ContentItem): string | undefined =>
  item.locale === undefined ? undefined : groupOf(item).id;

/** What a change says of the place of its item among translations. */
export const shownPlacement = (item: ContentItem): Pick<Change, 'locale' | 'group'> =>
  item.locale === undefined ? {} : { locale: item.locale, group: groupOf(item).id };

/** The tag of every answer. */
export const siteTags: readonly string[] = ['site'];

export const mediaTags = (id: string): readonly string[] => [`media:${id}`, 'media'];

/** The tags that a change of the collection itself makes outdated. */
export const collectionTags = (id: string): readonly string[] => [
  `list:${id}`,
  'list',
  ...siteTags,
];
