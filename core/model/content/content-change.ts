import type { JsonText } from '../../primitives/json.ts';
import type { Collection } from '../collection.ts';
import type { ContentItem } from './content-item.ts';
import type { Reference } from './reference.ts';
import type { RevisionFacts } from './revision.ts';
import type { SearchText } from './search.ts';
import type { Slug } from './slug.ts';
import type { ScheduledAction, ScheduleKey } from './schedule.ts';
import type { Deletion } from './trashed-item.ts';

interface Creation {
  readonly kind: 'create';
  readonly item: ContentItem;
}

interface Update {
  readonly kind: 'update';
  readonly before: ContentItem;
  /** Follows the version that `before` has. */
  readonly item: ContentItem;
  /** The version of the working copy that the change publishes and removes. */
  readonly copy?: string | undefined;
  /** The planned change that this one carries out. It must be pending and due, and is removed. */
  readonly due?: Omit<ScheduleKey, 'contentId'> | undefined;
  /** The planned changes that this one makes pointless. They are removed, and so are all that have failed. */
  readonly unscheduled?: readonly ScheduledAction[] | undefined;
}

interface Removal {
  readonly kind: 'delete';
  readonly item: ContentItem;
  /** Moves the item into the trash, where it keeps its history. Undefined deletes both permanently. */
  readonly trash?: Deletion | undefined;
}

/** Moves an item from the trash back to the content. */
interface Recovery {
  readonly kind: 'recover';
  /** As it is in the trash. */
  readonly before: ContentItem;
  /** Follows the version that `before` has. */
  readonly item: ContentItem;
}

/** The collection of the item after the change, as it was when the change was decided. */
interface InCollection {
  readonly collection: Collection;
}

/** What a use case decides about an item. What is stored beside the item follows from it. */
export type DecidedChange =
  | (Creation & InCollection)
  | (Update & InCollection)
  | (Recovery & InCollection)
  | Removal;

/** A version of an item. */
export type ItemVersion = Pick<ContentItem, 'id' | 'version'>;

/** What is stored together with a change. */
interface Recorded {
  /** Undefined if nothing changes that a revision shows. */
  readonly revision?: RevisionFacts | undefined;
  /** The row of the outbox; undefined to store none. */
  readonly event?: JsonText | undefined;
  /** What the item refers to after the change; undefined if that stays as it is stored. */
  readonly references?: readonly Reference[] | undefined;
  /** What is searched of the item; undefined if it stays as it is. */
  readonly search?: SearchText | undefined;
}

interface Entering {
  /** Whether the item comes into a collection of at most one item. */
  readonly entersSingleton?: boolean | undefined;
}

/** What is stored together with a change that takes a slug from a published item. */
interface Remembering {
  /**
   * Is stored as a former slug of the item; see `formerSlugOf`. The store adds the collection that the item had with it
   * to those in which it was seen, if `wasShownAt` the time of that state.
   */
  readonly formerSlug?: Slug | undefined;
}

/**
 * A change to one item with all that one commit stores. It is stored only if nothing that decided it has changed: the
 * item, the collection by whose schema its data was checked, the working copy that it publishes, and the planned change
 * that it carries out. A deletion also removes the schedule and the references of the item.
 */
export type ContentChange =
  | (Recorded & Entering & (Creation | Recovery) & { readonly collectionVersion: number })
  | (Recorded &
      Entering &
      Remembering &
      Update & {
        /** Undefined if no schema decided the change. */
        readonly collectionVersion: number | undefined;
      })
  | (Pick<Recorded, 'event'> & Remembering & Removal);
