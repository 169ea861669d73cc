import type { HistoryLimits, Revision, RevisionEntry } from '../model/revision.ts';
import type { Page } from '../primitives/paging.ts';

/** Which items a step of pruning handles. */
export interface PruneStep {
  /** Only items with a revision that was stored in this time; all items for undefined. */
  readonly recentMs?: number | undefined;
  /** What the previous step returned; undefined to begin. */
  readonly after?: string | undefined;
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
   * Removes the revisions of some items that are beyond the limits. Unless the limits keep none, it leaves the newest
   * revision of an item, the last one that is published, and those with a note. Ages are measured by the clock of the
   * store. Does not wait for other calls.
   *
   * @returns where to go on; undefined at the end.
   */
  prune(limits: HistoryLimits, step?: PruneStep): Promise<string | undefined>;
}
