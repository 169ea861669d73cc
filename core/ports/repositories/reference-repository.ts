import type { BasedRead, Basis } from '../../model/basis.ts';
import type { Collection } from '../../model/collection.ts';
import type { ContentItem, ItemStamp } from '../../model/content/content-item.ts';
import type { LocaleCode } from '../../model/locale.ts';
import type { MediaFile } from '../../model/media/media-file.ts';
import type { View } from '../../model/content/view.ts';
import type {
  Reference,
  ReferencePlace,
  ReferenceTarget,
  Referrer,
  ReferrerWithTarget,
} from '../../model/content/reference.ts';
import type { Page } from '../../primitives/paging.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { ContentFilter, ListPlace } from './content-repository.ts';

export interface ReferrerQuery extends ContentFilter, Page {
  /** At least one. An item that refers to several of them in one field is one entry. */
  readonly targets: readonly ReferenceTarget[];
}

/** A reference that prevents the deletion of an item, or is removed with it. */
export interface BindingReference extends Referrer {
  /** The item to which it refers. */
  readonly targetId: string;
  readonly onDelete: 'refuse' | 'clear';
}

/** How many items refer to the items of a collection. */
export interface ReferrerCount {
  readonly count: number;
  /** Whether everything was examined. Otherwise there can be more. */
  readonly isComplete: boolean;
}

/** How much a count of referrers examines. */
export const examinedReferrersMax = 50_000;

/** What to read, in the order in which it counts. */
export interface WantedTargets {
  readonly items: readonly string[];
  readonly mediaIds: readonly string[];
  readonly mediaKeys: readonly string[];
  /** The most items to return. */
  readonly maxItems: number;
}

export interface FoundTargets {
  /**
   * The first of the wanted items that the view shows in lists, in any order. In languages, a wanted id stands for its group: the
   * item is the one that the view shows of it.
   */
  readonly items: readonly ContentItem[];
  /** The wanted id of each item. */
  readonly ids: readonly string[];
  /** Whether it shows more of them than were returned. */
  readonly hasMore: boolean;
  /** The files in state `ready`, in any order. */
  readonly media: readonly MediaFile[];
}

/**
 * `broken`: to an item or media file that does not exist. A file at another base than that of this service does not count.
 * `unpublished`: of a published item to one that is not.
 */
export const referenceProblems = ['broken', 'unpublished'] as const;
export type ReferenceProblem = (typeof referenceProblems)[number];

/** `no_alt`: an image without alternative text, of its own or in each locale. `unused`: a file to which no item refers. */
export const mediaProblems = ['no_alt', 'unused'] as const;
export type MediaProblem = (typeof mediaProblems)[number];

/** One step of a search. It examines a limited number of rows, so it can find less than it was asked for. */
export interface ProblemStep<Found, Place> {
  readonly found: readonly Found[];
  /** Where to continue; undefined at the end. */
  readonly next: Place | undefined;
}

/** The id of an item that was deleted from a group. */
export interface FormerId {
  readonly id: string;
  readonly groupId: string;
}

/** The items of a group of translations, and what else leads to it. */
export interface GroupNames {
  readonly collectionId: string;
  /** The ids of its items, at least one. */
  readonly items: readonly string[];
  /** The ids of items that were deleted from it, into the trash or for good. */
  readonly formerIds: readonly string[];
}

/** How far the references of a collection's items were brought up to date. */
export interface ReferenceIndex {
  readonly collectionId: string;
  /** Names the rules by which they were. */
  readonly form: string;
  /** The last item that was examined; undefined at the beginning and at the end. */
  readonly after: ListPlace | undefined;
  /** When the last item was examined; undefined before. */
  readonly endedAt: EpochMs | undefined;
}

/** The references of an item at one of its versions. */
export interface ItemReferences extends Pick<ItemStamp, 'id' | 'version'> {
  readonly references: readonly Reference[];
}

/**
 * Which items refer to which items and media files. `Store.commit` stores the references of an item with its change. Items
 * in the trash have none.
 *
 * A reference to an item of a group of translations is one to the group. `Store.commit` and deletions in the trash keep the ids of
 * its deleted items, for as long as the group has items, also in the trash. They go with the last item that joins another
 * group. An item that is created or restored with such an id is an item again.
 */
export interface ReferenceRepository {
  /** One entry for each item and field, by descending id of the item and then by descending field. */
  listReferrers(query: ReferrerQuery, basis: Basis): Promise<BasedRead<readonly Referrer[]>>;

  /**
   * The references to any of these items that prevent its deletion, or are removed with it, but not those of the items
   * themselves. Those that prevent it first, then by descending id of the referring item and by descending field.
   */
  listBinding(itemIds: readonly string[], limit: number): Promise<readonly BindingReference[]>;

  /**
   * Counts the items in the collections `from` that refer to an item in the collection or to its group, each once. Stops at
   * `max`. Examines at most {@link examinedReferrersMax} items, as many groups with as many ids of deleted items, and as many
   * references, so that the cost is limited.
   */
  countReferrers(
    collectionId: string,
    from: readonly string[],
    max: number,
  ): Promise<ReferrerCount>;

  /** The groups to which the ids lead, of items and of former ones. Each once, in any order, and only those with items. */
  findGroups(ids: readonly string[]): Promise<readonly GroupNames[]>;

  /** Adds ids of deleted items to groups. Without effect for the ids of items, also in the trash. */
  addFormerIds(added: readonly FormerId[]): Promise<void>;

  /** Reads what is wanted, with one statement. The items have at most `pageBytes` of data in sum; one always fits. */
  findTargets(wanted: WantedTargets, view: View, basis: Basis): Promise<BasedRead<FoundTargets>>;

  /**
   * By descending item, field and target. An item that the filter does not show, as the one that refers or as the target,
   * does not exist. A reference to a group is broken if it has no item, and unpublished if none of its items is published.
   *
   * @param after undefined for the first ones.
   */
  listProblems(
    problem: ReferenceProblem,
    after: ReferencePlace | undefined,
    limit: number,
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<ProblemStep<ReferrerWithTarget, ReferencePlace>>>;

  /**
   * Files in state `ready` by descending id.
   *
   * @param after the id of a file; undefined for the first ones.
   * @param locales of the service, in which images have texts.
   */
  listMediaProblems(
    problem: MediaProblem,
    after: string | undefined,
    limit: number,
    locales?: readonly LocaleCode[],
  ): Promise<ProblemStep<MediaFile, string>>;

  /** The references that are stored of each of these items. Items without any are left out. */
  findReferences(contentIds: readonly string[]): Promise<ReadonlyMap<string, readonly Reference[]>>;

  /**
   * Replaces the references of items that still have their version.
   *
   * @returns false if the collection has another version. Then nothing changes.
   */
  replaceReferences(
    collection: Pick<Collection, 'id' | 'version'>,
    items: readonly ItemReferences[],
  ): Promise<boolean>;

  findIndexes(): Promise<readonly ReferenceIndex[]>;

  /** Has no effect for a collection that does not exist. */
  saveIndex(index: ReferenceIndex): Promise<void>;
}
