import type { SavedView, ShownView } from '../../model/saved-view.ts';
import type { Page } from '../../primitives/paging.ts';

/**
 * Saved views of lists. When an account is deleted, its private views go with it, and its shared ones stay without an owner.
 * Names of owners are those that the accounts have now.
 */
export interface SavedViewRepository {
  /**
   * The views of a user and all shared ones, by name in the order of code points; those of the same name by ascending id. The
   * work does not grow with the private views of others.
   */
  list(userId: string, page: Page): Promise<readonly ShownView[]>;

  find(id: string): Promise<ShownView | undefined>;

  /** How many views a user owns, private and shared. */
  countOf(userId: string): Promise<number>;

  insert(view: SavedView): Promise<void>;

  /** Replaces a view. Does nothing if it does not exist. */
  update(view: SavedView): Promise<void>;

  /** @returns whether it existed. */
  delete(id: string): Promise<boolean>;
}
