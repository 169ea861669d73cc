import type { ContentStatus } from '../content/content-item.ts';
import type { ContentSummary, SummaryOrder } from '../content/content-summary.ts';
import type { Page } from '../paging.ts';
import type { ContentFilter } from './content-repository.ts';

export interface SummaryQuery extends ContentFilter, Page {
  /** Only items of this author. */
  readonly authorId?: string;
  readonly order: SummaryOrder;
}

/** The number of items of one collection in one status. */
export interface StatusCount {
  readonly collectionId: string;
  readonly status: ContentStatus;
  readonly count: number;
}

/** Reads content without its `data`. Sees what the other repositories store. */
export interface SummaryRepository {
  /** The latest time of `order` first; items of the same time by descending id. */
  list(query: SummaryQuery): Promise<readonly ContentSummary[]>;

  /**
   * Counts the items of each collection in each status, in any order. Counts up to `max` and then stops,
   * so that the cost of each count is limited.
   *
   * @param collectionIds each at most once.
   */
  count(collectionIds: readonly string[], max: number): Promise<readonly StatusCount[]>;
}
