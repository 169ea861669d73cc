import type { JsonText } from '../primitives/json.ts';
import type { ContentItem } from './content-item.ts';
import type { RevisionFacts } from './revision.ts';
import type { Deletion } from './trashed-item.ts';

/** What is stored together with a change. */
interface Recorded {
  /** Undefined if nothing changes that a revision shows. */
  readonly revision?: RevisionFacts | undefined;
  /** The row of the outbox; undefined to store none. */
  readonly event?: JsonText | undefined;
}

/**
 * A change to one item, decided but not yet stored. It is stored only if nothing that decided it has changed:
 * the item, and the collection by whose schema its data was checked.
 */
export type ContentChange =
  | (Recorded & {
      readonly kind: 'create';
      readonly item: ContentItem;
      /** The version of the item's collection. */
      readonly collectionVersion: number;
    })
  | (Recorded & {
      readonly kind: 'update';
      readonly before: ContentItem;
      /** Follows the version that `before` has. */
      readonly item: ContentItem;
      /** Undefined if no schema decided the change. */
      readonly collectionVersion: number | undefined;
    })
  | (Omit<Recorded, 'revision'> & {
      readonly kind: 'delete';
      readonly item: ContentItem;
      /** Moves the item into the trash, where it keeps its history. Undefined deletes both permanently. */
      readonly trash?: Deletion | undefined;
    })
  | (Recorded & {
      /** Moves an item from the trash back to the content. */
      readonly kind: 'recover';
      /** As it is in the trash. */
      readonly before: ContentItem;
      /** Follows the version that `before` has. */
      readonly item: ContentItem;
      /** The version of the item's collection. */
      readonly collectionVersion: number;
    });
