import type { BasedRead, Basis } from '../../model/basis.ts';
import type {
  FormerSlug,
  FormerSlugFilter,
  FormerSlugOfItem,
  Redirect,
} from '../../model/content/redirect.ts';
import type { Slug } from '../../model/content/slug.ts';
import type { Page } from '../../primitives/paging.ts';
import type { ContentFilter } from './content-repository.ts';

/** `seenIn` is about the former slugs, the rest of the filter about the items to which they lead. */
export interface RedirectQuery extends ContentFilter, FormerSlugFilter, Page {}

/**
 * The former slugs of items. `Store.commit` stores them, and removes those that another item gets as its slug.
 * `ContentRepository` finds items by them. They stay while their item is in the trash, and go with it.
 */
export interface RedirectRepository {
  /**
   * Redirects by the code points of `from`. The work does not grow with the number of former slugs that the query does
   * not match.
   */
  list(query: RedirectQuery, basis: Basis): Promise<BasedRead<readonly Redirect[]>>;

  /** @returns undefined for a slug that leads nowhere, or that an item has now. */
  find(from: Slug): Promise<Redirect | undefined>;

  /** The ids of the items of which these are former slugs, also while the items have them or are in the trash. */
  findItemIds(slugs: readonly Slug[]): Promise<ReadonlyMap<Slug, string>>;

  /** Removes a redirect if it leads to this item in this collection. @returns whether it was removed. */
  remove(redirect: Omit<Redirect, 'to'>): Promise<boolean>;

  /**
   * Reads all former slugs in steps, also those of items in the trash: up to `limit` after `slug`, by code points; the
   * first ones for undefined; none at the end.
   */
  listAfter(slug: Slug | undefined, limit: number): Promise<readonly FormerSlugOfItem[]>;

  /**
   * Stores former slugs of items, which may be in the trash.
   *
   * @returns for each, in order, whether it was stored: not if its item does not exist, if another item has the slug, or
   *   if the slug is stored already.
   */
  add(formerSlugs: readonly FormerSlug[]): Promise<readonly boolean[]>;
}
