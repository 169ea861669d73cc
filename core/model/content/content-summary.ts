import type { ContentItem } from './content-item.ts';
import type { User } from '../user.ts';

/** An item without its `data`, with the names that a person needs to recognize it. */
export interface ContentSummary extends Pick<
  ContentItem,
  | 'id'
  | 'title'
  | 'slug'
  | 'status'
  | 'collectionId'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'publishedAt'
  | 'locale'
> {
  /** The name of the collection. */
  readonly collection: string;
  /** The user who created it; undefined after an import without an author, or when the account was deleted. */
  readonly author: Pick<User, 'id' | 'username' | 'firstName' | 'lastName'> | undefined;
}

/** By the last change or by the creation, latest first. */
export const summaryOrders = ['updated', 'created'] as const;
export type SummaryOrder = (typeof summaryOrders)[number];
