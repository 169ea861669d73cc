import type { HistoryLimits, Revision, RevisionEntry } from '../model/revision.ts';
import type { Page } from '../primitives/paging.ts';

/** Reads of the history; `Store.commit` adds to it. An item that was deleted for good has none. */
export interface RevisionRepository {
  /** Newest first. The work does not grow with the number of revisions after the page. */
  list(contentId: string, page: Page): Promise<readonly RevisionEntry[]>;

  find(contentId: string, version: number): Promise<Revision | undefined>;

  findEntry(contentId: string, version: number): Promise<RevisionEntry | undefined>;

  /**
   * Removes revisions beyond the limits, a bounded number of items at a time. Unless the limits keep none, it leaves
   * the newest revision of an item, the last one that is published, and those with a note. Ages are measured by the
   * clock of the store.
   *
   * @param recentMs only items with a revision that was stored in this time; all items for undefined.
   * @param after the item to go on after; undefined to begin.
   * @returns the item to go on after; undefined at the end.
   */
  prune(limits: HistoryLimits, recentMs?: number, after?: string): Promise<string | undefined>;
}
