import type { ItemStamp } from '../../model/content/content-item.ts';
import type { HistoryLimits, Revision, RevisionEntry } from '../../model/content/revision.ts';
import type { Page } from '../../primitives/paging.ts';

/** Which items a step of pruning handles. */
export interface PruneStep {
  /** Only items with a revision that was stored in this time; all items for undefined. */
  readonly recentMs?: number | undefined;
  /** What the previous step returned; undefined to begin. */
  readonly after?: string | undefined;
}

/** The place of a revision among all. */
export type RevisionPlace = Pick<Revision, 'contentId' | 'version'>;

/** What a step through all revisions returns. */
export interface RevisionOfItem {
  readonly revision: Revision;
  /** The item now, in content or in the trash; undefined if it was deleted for good. */
  readonly item: ItemStamp | undefined;
}

/** Reads of the history; `Store.commit` adds to it. An item that was deleted for good has none. */
export interface RevisionRepository {
  /** Newest first. The work does not grow with the number of revisions after the page. */
  list(contentId: string, page: Page): Promise<readonly RevisionEntry[]>;

  find(contentId: string, version: number): Promise<Revision | undefined>;

  /**
   * The newest revision of an item, if it is an autosave that was stored in this time. Ages are measured by the clock
   * of the store.
   */
  findAutosave(contentId: string, withinMs: number): Promise<RevisionEntry | undefined>;

  /**
   * Reads all revisions in steps: up to `limit` after the place `after`, by ascending item and version; the first ones
   * for undefined; none at the end. A step ends early with the revision whose `data` exceeds `pageBytes` in sum.
   */
  listAfter(after: RevisionPlace | undefined, limit: number): Promise<readonly RevisionOfItem[]>;

  /**
   * Adds revisions of items, in content or in the trash. What is stored already does not change. Their ages count from
   * now.
   *
   * @returns for each revision, in order, whether it was added: the item exists, and had none of this version.
   */
  add(revisions: readonly Revision[]): Promise<readonly boolean[]>;

  /**
   * Removes the revisions of some items that are beyond the limits. Unless the limits keep none, it leaves the newest
   * revision of an item, the last one that is published, and those with a note. Ages are measured by the clock of the
   * store. Does not wait for other calls.
   *
   * @returns where to go on; undefined at the end.
   */
  prune(limits: HistoryLimits, step?: PruneStep): Promise<string | undefined>;
}
