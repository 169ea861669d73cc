import type { Visibility } from '../access/visibility.ts';
import type { ContentItem, ContentStatus } from '../content/content-item.ts';
import type { Slug } from '../content/slug.ts';
import type { QueryTrace } from './query-trace.ts';

export interface ContentFilter {
  readonly status?: ContentStatus;
  readonly collectionId?: string;
  /** Who asks decides what is there at all. */
  readonly visibility: Visibility;
}

export interface ContentQuery extends ContentFilter {
  /** 1 to 1000. */
  readonly limit: number;
  readonly offset: number;
}

/** An item by name only. */
export interface SizedItem {
  readonly id: string;
  /** Of its `data`, as UTF-8. */
  readonly bytes: number;
}

export interface ContentPage {
  /** None where {@link large} is there. */
  readonly items: readonly ContentItem[];
  /** The items of a page whose data together is more than `pageBytes`, in their order. */
  readonly large?: readonly SizedItem[];
  readonly trace?: QueryTrace;
}

/** Content items. Every slug exists once, whoever writes and however many at a time. */
export interface ContentRepository {
  /**
   * Stores a new item.
   *
   * @throws DomainError `slug_taken`, also when two inserts race; `id_taken`;
   *   `collection_not_found` when the collection is gone.
   */
  insert(item: ContentItem): Promise<void>;

  /** Stores all of the items or, on the errors of {@link insert}, none. */
  insertAll(items: readonly ContentItem[]): Promise<void>;

  /**
   * Replaces the stored item if its version is still `expectedVersion`.
   *
   * @returns whether it was replaced; false when another write came first or the item is gone.
   * @throws DomainError `slug_taken`, `collection_not_found`.
   */
  replace(item: ContentItem, expectedVersion: number): Promise<boolean>;

  /** @returns whether there was an item of that version to delete. */
  delete(id: string, expectedVersion: number): Promise<boolean>;

  findById(id: string): Promise<ContentItem | undefined>;

  /** The items among `ids` that exist, in no promised order. */
  findByIds(ids: readonly string[]): Promise<readonly ContentItem[]>;

  findBySlug(slug: Slug): Promise<ContentItem | undefined>;

  /** Those of `slugs` that are taken. */
  findTakenSlugs(slugs: readonly Slug[]): Promise<ReadonlySet<Slug>>;

  /** Newest first; ties broken by id, descending, so that pages never overlap. */
  list(query: ContentQuery): Promise<ContentPage>;

  /** Those of `ids` that a list with this filter has, in no promised order and whatever their size. */
  listAmong(ids: readonly string[], filter: ContentFilter): Promise<readonly ContentItem[]>;

  /**
   * The next items by ascending id, for reading everything: those after `id`, or the first ones. An
   * item with whose data they have more than `pageBytes` is the last of them; none means that
   * there are no more.
   */
  listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]>;
}
