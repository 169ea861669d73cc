import type { ContentItem } from './content-item.ts';

/**
 * A change to one item, decided but not yet stored. It is stored only if nothing that decided it has changed:
 * the item, and the collection by whose schema its data was checked.
 */
export type ContentChange =
  | {
      readonly kind: 'create';
      readonly item: ContentItem;
      /** The version of the item's collection. */
      readonly collectionVersion: number;
    }
  | {
      readonly kind: 'update';
      readonly before: ContentItem;
      /** Follows the version that `before` has. */
      readonly item: ContentItem;
      /** Undefined if no schema decided the change. */
      readonly collectionVersion: number | undefined;
    }
  | { readonly kind: 'delete'; readonly item: ContentItem };
