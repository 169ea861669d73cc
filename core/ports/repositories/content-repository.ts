import type { CollectionScope } from '../../model/actor.ts';
import type { BasedRead, Basis } from '../../model/basis.ts';
import type { ContentItem, ContentStatus } from '../../model/content/content-item.ts';
import type { FormerSlugFilter } from '../../model/content/redirect.ts';
import type { Slug } from '../../model/content/slug.ts';

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

/** The condition on former slugs is about `slug` only. */
export interface ContentQuery extends ContentFilter, FormerSlugFilter {
  /** 1 to 1000. */
  readonly limit: number;
  readonly offset: number;
  /**
   * The item that has it or, without one, the item of which it is a former slug. It is at most one, so a page with this
   * condition is never large.
   */
  readonly slug?: Slug;
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
export type ContentPage = {
  readonly trace?: QueryTrace;
  /** The tag of the page; undefined if the page is too large to hold in memory. */
  readonly tag?: PageTag;
} & ({ readonly items: readonly ContentItem[] } | { readonly large: readonly SizedItem[] });

/**
 * Opaque: equal for equal queries only, and only while the page is the same in every byte. It differs for what another
 * server has stored, and for every write of an item, also by other programs.
 */
export type PageTag = string;

/** Reads of content items; `Store.commit` writes them. Slugs are unique. */
export interface ContentRepository {
  /** Newest first; items of the same time by descending id, so that pages never overlap. */
  list(query: ContentQuery, basis: Basis): Promise<BasedRead<ContentPage>>;

  /** The tag that {@link list} would return now, for less work. */
  tagOf(query: ContentQuery, basis: Basis): Promise<BasedRead<PageTag>>;

  /** The items among `ids` that match the filter, in any order and of any size. */
  listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>>;

  /** The ids and sizes of what {@link listAmong} returns. */
  sizesAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>>;

  /** Reads with equal ids and bases may share what they read. */
  getById(id: string, basis: Basis): Promise<BasedRead<ContentItem | undefined>>;

  /** The item that has the slug or, without one, the item of which it is a former slug that matches the filter. */
  getBySlug(
    slug: Slug,
    basis: Basis,
    filter?: FormerSlugFilter,
  ): Promise<BasedRead<ContentItem | undefined>>;

  findById(id: string): Promise<ContentItem | undefined>;

  findBySlug(slug: Slug): Promise<ContentItem | undefined>;

  /** The existing items among `ids`, in any order. */
  findByIds(ids: readonly string[]): Promise<readonly ContentItem[]>;

  /** The taken slugs among `slugs`. */
  findTakenSlugs(slugs: readonly Slug[]): Promise<ReadonlySet<Slug>>;

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
   * Up to `limit` places after `after` in the order of {@link list}, of all items or of those of a collection; the first
   * ones for undefined.
   */
  listPlacesAfter(
    collectionId: string | undefined,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ListPlace[]>;

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
