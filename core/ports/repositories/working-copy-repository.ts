import type { ItemStamp } from '../../model/content/content-item.ts';
import type { CopyParts, WorkingCopy, WorkingCopyEntry } from '../../model/content/working-copy.ts';
import type { ExactLocale } from '../../model/content/view.ts';
import type { JsonText } from '../../primitives/json.ts';
import type { Page } from '../../primitives/paging.ts';
import type { CollectionLocales } from './trash-repository.ts';

/** Which working copies a list contains. */
export interface WorkingCopyQuery extends Page {
  /** The collections of the items: in `all` with every item, in `own` with those that the user of `ownerId` created. */
  readonly all: readonly string[];
  readonly own: readonly string[];
  readonly ownerId: string | undefined;
  /** The locales of the items that count in some of these collections. In the others, all do. */
  readonly locales?: readonly CollectionLocales[] | undefined;
  /** Only copies that this user changed last. */
  readonly authorId?: string | undefined;
  /** Only copies with which the item is in one of these collections. By default, whatever their collection is. */
  readonly within?: readonly string[] | undefined;
  /** Only copies of items in it. Its collections are those of `all` and `own`. */
  readonly locale?: ExactLocale | undefined;
}

/** What a step through all working copies returns. */
export interface CopyOfItem {
  readonly copy: WorkingCopy;
  /** The item now, in content or in the trash; undefined if it was deleted for good. */
  readonly item: ItemStamp | undefined;
}

/**
 * The working copies of items. A copy stays while its item is in the trash. `Store.commit` removes it with a change that
 * publishes it, and when its item is deleted for good. No other read of content sees copies.
 */
export interface WorkingCopyRepository {
  find(contentId: string): Promise<WorkingCopy | undefined>;

  /**
   * Stores a copy in place of `replaced`, or as the first one of its item for undefined.
   *
   * @param itemVersion the version of the item that decided it.
   * @param parts are stored with the copy, in place of those of the replaced one.
   * @returns false if nothing was stored because the item has another version or is deleted, or because its stored copy
   *   is not `replaced`.
   */
  save(
    copy: WorkingCopy,
    itemVersion: number,
    replaced: WorkingCopy | undefined,
    parts?: CopyParts,
  ): Promise<boolean>;

  /**
   * Stores the first copy of an item, which may be in the trash.
   *
   * @param parts see {@link save}.
   * @returns false if the item has a copy, or does not exist. Then nothing changes.
   */
  add(copy: WorkingCopy, parts?: CopyParts): Promise<boolean>;

  /**
   * Reads all copies in steps, also those of items in the trash: up to `limit` after the item `contentId`, by ascending
   * id of the item; the first ones for undefined; none at the end. A step ends early with the copy with which the `data`
   * of the copies and their bases exceeds `pageBytes` in sum.
   */
  listAfter(contentId: string | undefined, limit: number): Promise<readonly CopyOfItem[]>;

  /**
   * Removes a copy in this version.
   *
   * @param event is added to the outbox if the copy is removed.
   * @returns whether it was removed.
   */
  remove(contentId: string, version: string, event?: JsonText): Promise<boolean>;

  /**
   * The copies of items that are not deleted: those with the latest change first, then by descending id of the item.
   * The work does not grow with the number of copies that the query does not match, except those of items in the trash or
   * outside of the locales of a collection and, outside of `within` and of the locale, those of the owner and of the author. In
   * a locale, it also grows with the number of copies outside of `within`.
   */
  list(query: WorkingCopyQuery): Promise<readonly WorkingCopyEntry[]>;
}
