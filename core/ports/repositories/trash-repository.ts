import type { TrashedItem, TrashEntry } from '../../model/content/trashed-item.ts';
import type { LocaleCode } from '../../model/locale.ts';
import type { Page } from '../../primitives/paging.ts';
import type { MaxAgeMs, Swept } from './swept.ts';

/** The items of some collections, of which some have an owner. */
export interface CollectionShares {
  /** Collections of which all items count. */
  readonly whole: readonly string[];
  /** Other collections, of which only the items of the owner count. */
  readonly owned: readonly string[];
  /** Undefined owns nothing. */
  readonly ownerId: string | undefined;
  /** The locales of the items that count in some of these collections. In the others, all do. */
  readonly locales?: readonly CollectionLocales[] | undefined;
}

/** Some locales of a collection. */
export interface CollectionLocales {
  readonly collectionId: string;
  readonly locales: readonly LocaleCode[];
}

/** A part of the trash. */
export type TrashScope = 'all' | CollectionShares;

/** The number of items in the trash of one collection. */
export interface TrashCount {
  readonly collectionId: string;
  readonly count: number;
}

/**
 * Reads the trash, and deletes from it permanently, with the history of the items. `Store.commit` moves items into the
 * trash and back. No item with content, and no new one, has the id of an item in the trash. A sweep deletes items that
 * entered it too long ago by the clock of the store, and leaves those that other calls are deleting.
 */
export interface TrashRepository extends Swept<MaxAgeMs> {
  /** The latest deletion first; those of the same time by descending id. The skipped items are not read. */
  list(scope: TrashScope, page: Page): Promise<readonly TrashEntry[]>;

  find(id: string): Promise<TrashedItem | undefined>;

  /**
   * Reads all items in steps: up to `limit` after `id`, by ascending id; the first ones for undefined; none at the end. A
   * step ends early like one of `ContentRepository.listAfter`.
   */
  listAfter(id: string | undefined, limit: number): Promise<readonly TrashedItem[]>;

  /**
   * Puts an item into the trash that was not content before. Users that do not exist are left out. Its age counts from
   * now.
   *
   * @returns false if there is content with its id, or an item in the trash. Then nothing changes.
   * @throws DomainError `collection_not_found`.
   */
  add(trashed: TrashedItem): Promise<boolean>;

  /** @returns those of the ids that belong to items in the trash. */
  findIds(ids: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Counts the items of each collection of the shares, in any order. A collection without any may be missing. Counts up
   * to `max` and then stops, so that the cost of each count is limited.
   */
  count(shares: CollectionShares, max: number): Promise<readonly TrashCount[]>;

  /** @returns whether the item was in the trash with this version, and is deleted now. */
  purge(id: string, version: number): Promise<boolean>;

  /** Deletes items of a part of the trash, at most `limit`. @returns how many; 0 once there is none left. */
  purgeScope(scope: TrashScope, limit: number): Promise<number>;
}
