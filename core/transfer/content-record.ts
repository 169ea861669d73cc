import type {
  ContentItem,
  ContentOrigin,
  ContentStatus,
  exportedMembers,
} from '../model/content/content-item.ts';
import type { Prints } from '../model/content/translation-source.ts';
import type { DomainError } from '../primitives/errors.ts';
import type { JsonObject } from '../primitives/json.ts';
import type { EpochMs } from '../primitives/time.ts';
import type { RecordChange } from './fit-record.ts';

/** An item to import. Absent members get the values of a new item. */
export interface ContentRecord {
  /** Identifies the item; without it, the slug identifies the item in its collection. */
  readonly id?: string | undefined;
  /** The name of the collection. */
  readonly collection: string;
  readonly title: string;
  readonly slug?: string | undefined;
  /** The slug of a new item if `slug` is taken. */
  readonly alternativeSlug?: string | undefined;
  readonly status?: ContentStatus | undefined;
  readonly data?: JsonObject | undefined;
  readonly createdAt?: EpochMs | undefined;
  readonly updatedAt?: EpochMs | undefined;
  /** Defaults to the creation time of an item that is published. */
  readonly publishedAt?: EpochMs | undefined;
  readonly version?: number | undefined;
  /** The author's e-mail address. Ignored if no account has it. */
  readonly author?: string | undefined;
  /** The locale of an item of a localised collection. A new item without one has the base locale of the collection. */
  readonly locale?: string | undefined;
  /** The id of the group of its translations. A new item without one begins a group. */
  readonly group?: string | undefined;
  /** When the group began, if that was with another item. Defaults to what is known of the group. */
  readonly groupSince?: EpochMs | undefined;
  /** What it was made from, as a translation. */
  readonly source?: SourceRecord | undefined;
  /** The ids of items that were deleted from its group: references to them lead to the group. */
  readonly formerIds?: readonly string[] | undefined;
  /** The origin of an exported item. */
  readonly origin?: ContentOrigin | undefined;
}

/** What a translation was made from. */
export interface SourceRecord {
  /** The id of the item. */
  readonly id: string;
  readonly version: number;
  /** What that version contained: see `Prints`. */
  readonly fields: Prints;
}

/** An item in an export. */
export interface ExportedContent
  extends Omit<ContentRecord, (typeof exportedMembers)[number]>, Exported {
  readonly data: JsonObject;
}

/** The members of a record that every export has; undefined where an item has no value. */
type Exported = {
  readonly [Name in (typeof exportedMembers)[number]]:
    | Exclude<ContentRecord[Name], undefined>
    | Extract<ContentItem[Name], undefined>;
};

export type ImportOutcome =
  | {
      readonly outcome: 'created' | 'updated' | 'unchanged';
      readonly id: string;
      readonly slug: string;
      /** The slug that the item had before, if it has changed. */
      readonly previousSlug?: string;
      /** What had to change so that the collection accepts the record; absent if nothing. */
      readonly changes?: readonly RecordChange[];
    }
  | { readonly outcome: 'failed'; readonly error: DomainError };

const prefix = 'archive:';

/** The digest in the origin of an item whose only source is an export. */
export const archiveDigest = (sha256: string): string => prefix + sha256;

/** Whether the item's only source is an export. */
export const isArchiveOrigin = (origin: ContentOrigin): boolean => origin.digest.startsWith(prefix);

// A digest, and the slug of the source if the item is stored under another one.
const digestAndSlug = /^((?:archive:)?[0-9a-f]{64}) (.+)$/;

/** The origin of an item that is stored under another slug than that of its source. */
export const withSourceSlug = (origin: ContentOrigin, slug: string): ContentOrigin => ({
  ...origin,
  digest: `${digestOf(origin)} ${slug}`,
});

/** The digest of the source alone. */
export const digestOf = ({ digest }: ContentOrigin): string =>
  digestAndSlug.exec(digest)?.[1] ?? digest;

/** The slug that the item has in its source. Its own slug is another one if that was taken. */
export const sourceSlugOf = ({ origin, slug }: ContentItem): string =>
  (origin && digestAndSlug.exec(origin.digest)?.[2]) ?? slug;
