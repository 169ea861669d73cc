import type { CollectionScope } from '../access/actor.ts';
import type { ContentItem, ContentStatus, EncodedItem } from '../content/content-item.ts';
import type { Slug } from '../content/slug.ts';

/** All conditions must hold. */
export interface ContentFilter {
  readonly status?: ContentStatus;
  readonly collectionId?: string;
  /**
   * The collections that the caller can see; none for an empty list. It reveals the caller's rights, so it
   * is never part of the trace's parameters.
   */
  readonly within: CollectionScope;
}

export interface ContentQuery extends ContentFilter {
  /** 1 to 1000. */
  readonly limit: number;
  readonly offset: number;
  /** At most one item has it, so a page with this condition is never large. */
  readonly slug?: Slug;
  /** Makes finding the page faster if it is far from the start. Changes nothing in the result. */
  readonly known?: KnownPlace;
}

/** The place of an item that is in a list now. */
export interface KnownPlace {
  readonly place: ListPlace;
  /** How many items of the list precede it. */
  readonly offset: number;
  /** Whether no item follows. */
  readonly isLast: boolean;
}

/** The id and size of an item. */
export interface SizedItem {
  readonly id: string;
  /** The size of `data` in UTF-8. */
  readonly bytes: number;
}

/** The place of an item in a list. */
export type ListPlace = Pick<ContentItem, 'createdAt' | 'id'>;

/** A page of items or, if their `data` together exceeds `pageBytes`, only their sizes. */
export type ContentPage<Item = ContentItem> = { readonly trace?: QueryTrace } & (
  | { readonly items: readonly Item[] }
  | { readonly large: readonly SizedItem[] }
);

/** The reads whose items are sent to clients. */
export interface ContentReads<Item> {
  findById(id: string): Promise<Item | undefined>;

  findBySlug(slug: Slug): Promise<Item | undefined>;

  /** Newest first; items of the same time by descending id, so that pages never overlap. */
  list(query: ContentQuery): Promise<ContentPage<Item>>;
}

/** Content items. Slugs are unique, also with concurrent writes. */
export interface ContentRepository extends ContentReads<ContentItem> {
  /** Reads the same items without decoding them, which takes less time. */
  readonly encoded: ContentReads<EncodedItem>;

  /**
   * Stores a new item.
   *
   * @throws DomainError `slug_taken`, also for concurrent inserts; `id_taken`; `collection_not_found`.
   */
  insert(item: ContentItem): Promise<void>;

  /** Stores all items, or none. @throws what {@link insert} throws. */
  insertAll(items: readonly ContentItem[]): Promise<void>;

  /**
   * Replaces the stored item if its version is still `expectedVersion`.
   *
   * @returns whether it was replaced; false if the version differs or the item does not exist.
   * @throws DomainError `slug_taken`, `collection_not_found`.
   */
  replace(item: ContentItem, expectedVersion: number): Promise<boolean>;

  /** Deletes the item if its version is still `expectedVersion`. @returns whether it was deleted. */
  delete(id: string, expectedVersion: number): Promise<boolean>;

  /** The existing items among `ids`, in any order. */
  findByIds(ids: readonly string[]): Promise<readonly ContentItem[]>;

  /** The taken slugs among `slugs`. */
  findTakenSlugs(slugs: readonly Slug[]): Promise<ReadonlySet<Slug>>;

  /** The items among `ids` that match the filter, in any order and of any size. */
  listAmong(ids: readonly string[], filter: ContentFilter): Promise<readonly ContentItem[]>;

  /**
   * Reads the items of a collection in steps: up to `limit` items that follow the place `after` in the
   * order of {@link list}; the first ones for undefined; none at the end. A step ends early like one of
   * {@link listAfter}.
   */
  listOfCollectionAfter(
    collectionId: string,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ContentItem[]>;

  /**
   * Reads all items in steps: up to `limit` items after `id`, by ascending id; the first ones for
   * undefined; none at the end. A step ends early with the item whose `data` exceeds `pageBytes` in sum.
   */
  listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]>;
}

/** The statement that ran, for `meta.query` in responses. Adapters without statements omit it. */
export interface QueryTrace {
  /** Constant text with placeholders. */
  readonly statement: string;
  /** The requested values, in the order of the placeholders. Contains nothing about the caller. */
  readonly parameters: readonly (string | number)[];
}
