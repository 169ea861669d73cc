import type { ContentItem } from '../model/content/content-item.ts';
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

/** The tags of answers that contain the item, and of lists of the collections. */
export const itemTags = (id: string, collectionIds: Iterable<string>): readonly string[] => [
  `item:${id}`,
  ...[...new Set(collectionIds)].map((collectionId) => `list:${collectionId}`),
  'list',
];

/** The tag of every answer. */
export const siteTags: readonly string[] = ['site'];

export const mediaTags = (id: string): readonly string[] => [`media:${id}`, 'media'];

/** The tags that a change of the collection itself makes outdated. */
export const collectionTags = (id: string): readonly string[] => [
  `list:${id}`,
  'list',
  ...siteTags,
];
