import type { ContentOrigin, ContentStatus } from '../content/content-item.ts';
import type { DomainError } from '../errors.ts';
import type { JsonObject } from '../json.ts';

/** An item to import. Absent members get the values of a new item. */
export interface ContentRecord {
  /** Identifies the item; without it, the slug identifies the item in its collection. */
  readonly id?: string | undefined;
  /** The name of the collection. */
  readonly collection: string;
  readonly title: string;
  readonly slug?: string | undefined;
  readonly status?: ContentStatus | undefined;
  readonly data?: JsonObject | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  readonly version?: number | undefined;
  /** The author's e-mail address. Ignored if no account has it. */
  readonly author?: string | undefined;
  /** The origin of an exported item. */
  readonly origin?: ContentOrigin | undefined;
}

/** An item in an export. */
export interface ExportedContent extends ContentRecord {
  readonly id: string;
  readonly slug: string;
  readonly status: ContentStatus;
  readonly data: JsonObject;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

export type ImportOutcome =
  | {
      readonly outcome: 'created' | 'updated' | 'unchanged';
      readonly id: string;
      readonly slug: string;
    }
  | { readonly outcome: 'failed'; readonly error: DomainError };

const prefix = 'archive:';

/** The digest in the origin of an item whose only source is an export. */
export const archiveDigest = (sha256: string): string => prefix + sha256;

/** Whether the item's only source is an export. */
export const isArchiveOrigin = (origin: ContentOrigin): boolean => origin.digest.startsWith(prefix);
