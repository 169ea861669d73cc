import type { JsonText } from '../../primitives/json.ts';
import type { Collection } from '../collection.ts';
import type { ContentItem, TranslationGroup } from './content-item.ts';
import type { Reference } from './reference.ts';
import type { RevisionFacts } from './revision.ts';
import type { SearchText } from './search.ts';
import type { Slug } from './slug.ts';
import type { ScheduledAction, ScheduleKey } from './schedule.ts';
import type { SourceState, TranslationSource } from './translation-source.ts';
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
  /** As it is in the trash, in this group. */
  readonly before: ContentItem;
  /** Follows the version that `before` has. */
  readonly item: ContentItem;
}

/** What decided a change, besides the item: the change is stored only if it still is so. */
export interface Expected {
  /** The version of the collection that the item comes into; undefined if no schema decided the change. */
  readonly collectionVersion?: number | undefined;
  /** Whether the item comes into a collection of at most one item, so that no other may be there. */
  readonly entersSingleton?: boolean | undefined;
  /**
   * Given if the item comes into a group of translations, or is another one there than before: no other item of the group may
   * have its locale or be in another collection. With `existing`, there must be another one. The store locks the group first.
   */
  readonly entersGroup?: 'existing' | 'any' | undefined;
  /** The version of the working copy that an update publishes, and removes. */
  readonly copy?: string | undefined;
  /** The planned change that an update carries out. It must be pending and due, and is removed. */
  readonly due?: Omit<ScheduleKey, 'contentId'> | undefined;
}

/**
 * What a change stores beside the item. A store keeps what it has for a member that is undefined. A deletion has only a former
 * slug and an event; a store removes the references and the schedule of the item with it.
 */
export interface ChangeParts {
  /** Undefined if nothing changes that a revision shows. */
  readonly revision?: RevisionFacts | undefined;
  /** What the item refers to after the change. */
  readonly references?: readonly Reference[] | undefined;
  /** What is searched of the item. */
  readonly search?: SearchText | undefined;
  /** How many words the item has. */
  readonly words?: number | undefined;
  /**
   * Is stored as a former slug of the item; see `formerSlugOf`. The store adds the collection that the item had with it
   * to those in which it was seen, if `wasShownAt` the time of that state.
   */
  readonly formerSlug?: Slug | undefined;
  /** What a new translation was made from. */
  readonly source?: NewSource | undefined;
  /** With what the translations of the item are compared; undefined if neither can differ from before. */
  readonly state?: SourceState | undefined;
  /** The planned changes that an update makes pointless. They are removed, and so are all that have failed. */
  readonly unscheduled?: readonly ScheduledAction[] | undefined;
  /** The row of the outbox. */
  readonly event?: JsonText | undefined;
}

/** An item of the group of a new translation, as that was made from it. */
export interface NewSource extends Pick<TranslationSource, 'version' | 'prints'> {
  readonly id: string;
  /** It must have one of these when the translation is stored. */
  readonly versions: readonly number[];
}

/** What a store has a part for: what may change beside an item when the item changes. */
export type PartName =
  | 'copy'
  | 'schedule'
  | 'formerSlug'
  | 'revision'
  | 'references'
  | 'search'
  | 'words'
  | 'source'
  | 'event';

/** About the fields that an item has in common with its translations. Absent members stand for none. */
export interface Sharing {
  /** Items of its group by whose values the change was decided: it is decided anew if they have other versions. */
  readonly decidedBy?: readonly ItemVersion[];
  /** Whether it may change what published translations have in common while the item itself is not published. */
  readonly isForced?: boolean;
  /** Whether translations that were not edited since their import are not edited by it either. */
  readonly keepsOrigin?: boolean;
}

interface InCollection {
  /** The collection of the item after the change, as it was when the change was decided. */
  readonly collection: Collection;
  readonly sharing?: Sharing | undefined;
}

/** An update that a use case decides. */
export interface DecidedUpdate extends Update, InCollection {
  readonly expected?: Pick<Expected, 'copy' | 'due'>;
  /** The planned changes that it makes pointless if it leaves the status as it is. */
  readonly parts?: Pick<ChangeParts, 'unscheduled'>;
}

/** A new item that a use case decides. */
export interface DecidedCreation extends Creation, InCollection {
  /** The item that it translates. */
  readonly source?: TranslatedItem | undefined;
}

/** The item from which a translation is made. */
export interface TranslatedItem {
  readonly item: ContentItem;
  /** Those that it may have when the translation is stored: another change of the commit may give it the next one. */
  readonly versions: readonly number[];
}

/** What a use case decides about an item. What is stored beside the item follows from it. */
export type DecidedChange = DecidedCreation | DecidedUpdate | (Recovery & InCollection) | Removal;

/** A version of an item. */
export type ItemVersion = Pick<ContentItem, 'id' | 'version'>;

/** A group of translations, as a commit was decided by it. */
export interface GroupState {
  readonly id: string;
  /** Its items without those in the trash, in any order; none if there is no such group. */
  readonly members: readonly ItemVersion[];
  /** The group into which the commit takes its items in the trash, without a write of them; absent if they stay. */
  readonly becomes?: TranslationGroup | undefined;
}

interface Stored {
  readonly parts: ChangeParts;
}

/**
 * A change to one item with all that one commit stores. It is stored only if nothing that decided it has changed: the
 * item has the version of `before` (of `item`, for a deletion), and the rest is as `expected`.
 */
export type ContentChange = Stored &
  (
    | ((Creation | Recovery) & {
        readonly expected: Pick<Expected, 'entersSingleton' | 'entersGroup'> & {
          readonly collectionVersion: number;
        };
      })
    | (Update & { readonly expected: Expected })
    | Removal
  );
