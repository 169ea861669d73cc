import type { CollectionScope } from '../../model/actor.ts';
import type { BasedRead, Basis } from '../../model/basis.ts';
import type { ContentItem, ContentStatus } from '../../model/content/content-item.ts';
import type { FormerSlugFilter } from '../../model/content/redirect.ts';
import type { Slug } from '../../model/content/slug.ts';
import type { ExactLocale, PublishedView, View } from '../../model/content/view.ts';
import type { LocaleCode } from '../../model/locale.ts';

/** What a request asks of items. All conditions must hold for an item as it is shown. */
export interface ContentConditions {
  readonly status?: ContentStatus;
  readonly collectionId?: string;
  /** Any of these collections. */
  readonly collectionIds?: readonly string[];
}

/** What a request asks that can be about one locale only. */
export interface ExactConditions extends ContentConditions {
  readonly locale?: ExactLocale | undefined;
}

/** Conditions with what an audience sees. All must hold. */
export interface ContentFilter {
  readonly status?: ContentStatus;
  readonly collectionId?: string;
  /**
   * The collections that the caller can see; none for an empty list. It reveals the caller's rights, so it
   * is never part of the trace's parameters.
   */
  readonly within: CollectionScope;
  /** Its collections are those that the other conditions leave. Some of them are localised. */
  readonly locale?: ExactLocale;
}

interface ListSlice {
  /** 1 to 1000. */
  readonly limit: number;
  readonly offset: number;
  /**
   * The items that are shown under it, the one that has it outside of its working copy first. Without any, and if it is not
   * stored of an item either, the item of which it is a former slug. At most one item is stored under it, so a page of what
   * is published with this condition is never large.
   */
  readonly slug?: Slug;
}

export interface ContentQuery extends ContentConditions, ListSlice {}

/** A query with what an audience sees: `visibleQuery` makes it. The condition on former slugs is about `slug` only. */
export interface VisibleQuery
  extends
    Omit<ContentFilter, 'locale'>,
    FormerSlugFilter,
    ListSlice,
    Pick<View, 'languages' | 'locales'> {}

/** Items by their ids. */
export interface AmongQuery extends ExactConditions {
  readonly ids: readonly string[];
}

/** An item by its slug. */
export interface SlugQuery {
  readonly slug: Slug;
  /** The collection in which the item is shown. */
  readonly collectionId: string;
}

/** The id and size of an item. */
export interface SizedItem {
  readonly id: string;
  /** The size of `data` in UTF-8. */
  readonly bytes: number;
}

/** The place of an item in a list. */
export type ListPlace = Pick<ContentItem, 'createdAt' | 'id'>;

/** One of the items of a group of translations, as it is shown. */
export interface Alternate extends Pick<ContentItem, 'id' | 'slug'> {
  readonly locale: LocaleCode;
  readonly groupId: string;
}

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

/**
 * Reads of content items; `Store.commit` writes them. A slug names one item, or several that translate each other.
 *
 * A read with a view returns only what its audience sees, as it is shown. `visibleQuery`, `visibleFilter` and `isVisible`
 * are the rules. Conditions and the order of lists compare what is shown. What is unpublished is read without sharing, and
 * the work of a list of it does not grow with the number of items, but with the number of working copies that move items
 * into its collections or out of them.
 *
 * With languages in the view, an id, a slug and a former slug stand for the group of their item, and what is returned is the
 * item that is shown of the group: the first one in the order of the chain which the audience sees and which meets the
 * conditions. The item with the id need not be visible, that with the slug must be. Lists are in the order of the groups: by
 * when they began, newest first, then by descending id of the group.
 */
export interface ContentRepository {
  /**
   * Newest first; items of the same time by descending id, so that pages never overlap. Pages of what is unpublished have no
   * tag.
   */
  list(query: ContentQuery, view: View, basis: Basis): Promise<BasedRead<ContentPage>>;

  /** The tag that {@link list} would return now, for less work. */
  tagOf(query: ContentQuery, view: PublishedView, basis: Basis): Promise<BasedRead<PageTag>>;

  /** In any order and of any size. */
  listAmong(
    query: AmongQuery,
    view: View,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>>;

  /** The ids and sizes of what {@link listAmong} returns. */
  sizesAmong(query: AmongQuery, view: View, basis: Basis): Promise<BasedRead<readonly SizedItem[]>>;

  /** Ignores the scope of the audience. Reads with equal ids and bases may share what they read. */
  getById(id: string, view: View, basis: Basis): Promise<BasedRead<ContentItem | undefined>>;

  /** The first item of a list with this slug. */
  getBySlug(
    query: SlugQuery,
    view: View,
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>>;

  /**
   * The items of the groups of these items that the audience sees, those themselves included, in any order and in all
   * languages. Items without a locale have no group.
   */
  listAlternates(
    ids: readonly string[],
    view: View,
    basis: Basis,
  ): Promise<BasedRead<readonly Alternate[]>>;

  findById(id: string): Promise<ContentItem | undefined>;

  /** Any of the items with the slug: if there are several, they translate each other. */
  findBySlug(slug: Slug): Promise<ContentItem | undefined>;

  /** The existing items among `ids`, in any order. */
  findByIds(ids: readonly string[]): Promise<readonly ContentItem[]>;

  /** The items of a group of translations, in any order; see `groupOf`. */
  findByGroup(groupId: string): Promise<readonly ContentItem[]>;

  /**
   * The ids of the groups of a collection whose items differ in the value of one of these top-level keys of `data`, or
   * in whether they have the key: the first `max` of them, in the order of the ids. Items in the trash do not count.
   */
  findUnequalGroups(
    collectionId: string,
    keys: readonly string[],
    max: number,
  ): Promise<readonly string[]>;

  /** How many items have a locale, those in the trash included: at most `max`. */
  countInLocale(locale: LocaleCode, max: number): Promise<number>;

  /** Gives all items of a locale, also in the trash, another one, which none of them has. Their versions stay. */
  renameLocale(from: LocaleCode, to: LocaleCode): Promise<void>;

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
   * ones for undefined. The work does not grow with the number of other items.
   *
   * @param locale leaves out items in other locales. Its collections are all of them, or those with the id.
   */
  listPlacesAfter(
    collectionId: string | undefined,
    after: ListPlace | undefined,
    limit: number,
    locale?: ExactLocale,
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
