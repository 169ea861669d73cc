import type { WorkingCopy, WorkingCopyEntry } from '../model/working-copy.ts';
import type { Page } from '../primitives/paging.ts';

/** Which working copies a list contains. */
export interface WorkingCopyQuery extends Page {
  /** The collections of the items: in `all` with every item, in `own` with those that the user of `ownerId` created. */
  readonly all: readonly string[];
  readonly own: readonly string[];
  readonly ownerId: string | undefined;
  /** Only copies that this user changed last. */
  readonly authorId?: string | undefined;
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
   * @returns false if nothing was stored because the item has another version or is deleted, or because its stored copy
   *   is not `replaced`.
   */
  save(copy: WorkingCopy, itemVersion: number, replaced: WorkingCopy | undefined): Promise<boolean>;

  /** Removes a copy in this version. @returns whether it was removed. */
  remove(contentId: string, version: string): Promise<boolean>;

  /**
   * The copies of items that are not deleted: those with the latest change first, then by descending id of the item.
   * The work does not grow with the number of copies that the query does not match, except those of items in the trash.
   */
  list(query: WorkingCopyQuery): Promise<readonly WorkingCopyEntry[]>;
}
