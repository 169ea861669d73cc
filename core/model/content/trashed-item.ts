import type { EpochMs } from '../../primitives/time.ts';
import type { ContentItem } from './content-item.ts';

/** What a deletion records about itself. */
export interface Deletion {
  readonly deletedAt: EpochMs;
  /** The user who deleted the item; undefined for other callers, or when the account was deleted. */
  readonly deletedBy: string | undefined;
}

/** A deleted item that can be restored. */
export interface TrashedItem extends Deletion {
  /** As it was when it was deleted. */
  readonly item: ContentItem;
}

/** A deleted item as lists show it. */
export interface TrashEntry
  extends Pick<ContentItem, 'id' | 'title' | 'slug' | 'collectionId'>, Deletion {}
