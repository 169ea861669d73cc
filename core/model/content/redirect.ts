import type { EpochMs } from '../../primitives/time.ts';
import type { CollectionScope } from '../actor.ts';
import type { Collection } from '../collection.ts';
import type { ContentChange, DecidedChange } from './content-change.ts';
import type { ContentItem, ItemStamp } from './content-item.ts';
import type { Slug } from './slug.ts';

/** A slug that an item had while it was published. It leads to the item while that has another slug. */
export interface FormerSlug {
  readonly slug: Slug;
  readonly contentId: string;
  /** The collections in which readers of published content could see the item under the slug: they were active. */
  readonly seenIn: readonly string[];
}

/** Which former slugs a reader may learn. */
export interface FormerSlugFilter {
  /**
   * Only those that were seen in one of these collections, which may be gone; `all` for any collection. Undefined for
   * all former slugs.
   */
  readonly seenIn?: CollectionScope;
}

/** Whether readers of published content could see the published items of a collection at a time. */
export const wasShownAt = (
  collection: Pick<Collection, 'isActive' | 'hiddenSince'> | undefined,
  time: EpochMs,
): boolean =>
  collection !== undefined &&
  (collection.isActive || (collection.hiddenSince !== undefined && time < collection.hiddenSince));

/** The state with which an item loses the slug that a change remembers. */
export const stateWithFormerSlug = (change: ContentChange): ContentItem =>
  change.kind === 'delete' || change.kind === 'create' ? change.item : change.before;

/** What a step through all former slugs returns. */
export interface FormerSlugOfItem extends FormerSlug {
  /** The item now, in content or in the trash; undefined if it was deleted for good. */
  readonly item: ItemStamp | undefined;
}

/** A former slug that leads to an item outside the trash. */
export interface Redirect {
  readonly from: Slug;
  /** The slug that the item has now. */
  readonly to: Slug;
  readonly contentId: string;
  readonly collectionId: string;
}

/**
 * @returns the slug that a published item loses, or with which it stops being published or leaves a collection in which
 *   it could be seen: then it is remembered for the time when the item gets another slug. Undefined for other changes.
 */
export const formerSlugOf = (change: DecidedChange): Slug | undefined => {
  switch (change.kind) {
    case 'create':
    case 'recover':
      return undefined;
    case 'update': {
      const { before, item, collection } = change;
      const stays =
        item.status === 'published' &&
        item.slug === before.slug &&
        item.collectionId === before.collectionId &&
        // The last state that was seen before the collection became inactive: later ones do not tell.
        (collection.isActive || !wasShownAt(collection, before.updatedAt));
      return before.status === 'published' && !stays ? before.slug : undefined;
    }
    case 'delete':
      return change.trash !== undefined && change.item.status === 'published'
        ? change.item.slug
        : undefined;
  }
};

/** The present slug of an item that was found by a slug, if that is a former one. */
export const movedTo = (slug: Slug, item: ContentItem | undefined): Slug | undefined =>
  item === undefined || item.slug === slug ? undefined : item.slug;
