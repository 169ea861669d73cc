import type { BasedRead, Basis } from '../../model/basis.ts';
import type { ContentStatus } from '../../model/content/content-item.ts';
import type { ContentSummary, SummaryOrder } from '../../model/content/content-summary.ts';
import type { TitleSearch } from '../../model/content/title-search.ts';
import type { ExactLocale } from '../../model/content/view.ts';
import type { Page } from '../../primitives/paging.ts';
import type { ContentFilter } from './content-repository.ts';

export interface SummaryQuery extends ContentFilter, Page {
  /** Only items of this author. */
  readonly authorId?: string;
  readonly order: SummaryOrder;
}

export interface SummarySearch extends ContentFilter {
  readonly title: TitleSearch;
  readonly limit: number;
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
  list(query: SummaryQuery, basis: Basis): Promise<BasedRead<readonly ContentSummary[]>>;

  /** The items among `ids` that match the filter, in any order. */
  listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentSummary[]>>;

  /**
   * The items whose title has all words and a word with the prefix; see `titleKey`. Titles that start with
   * the search text come first, then those with the latest change, then descending ids.
   *
   * The result is complete if at most `titleSearchDepth` items match the filter, have a title that starts
   * with the text, or have one of the words; see `titleSearchWords`. Otherwise items can be missing, so that
   * the cost does not grow with the number of items; those with the latest change are not.
   */
  find(search: SummarySearch, basis: Basis): Promise<BasedRead<readonly ContentSummary[]>>;

  /**
   * Counts the items of each collection in each status, in any order. Counts up to `max` and then stops,
   * so that the cost of each count is limited.
   *
   * @param collectionIds each at most once. @param locale counts only items in it.
   */
  count(
    collectionIds: readonly string[],
    max: number,
    basis: Basis,
    locale?: ExactLocale,
  ): Promise<BasedRead<readonly StatusCount[]>>;
}
