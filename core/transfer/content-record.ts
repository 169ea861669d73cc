import type { ContentOrigin, ContentStatus } from '../content/content-item.ts';
import type { DomainError } from '../errors.ts';
import type { JsonObject } from '../json.ts';

/** One item as it comes from elsewhere. What is absent is made up as for a new item. */
export interface ContentRecord {
  /** Names the item for good; without one it is known by its slug within the collection. */
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
  /** The e-mail address of the author; one that is unknown here is dropped. */
  readonly author?: string | undefined;
  /** Where an exported item itself had come from. */
  readonly origin?: ContentOrigin | undefined;
}

/** One item as an export holds it: nothing is left to be made up. */
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
