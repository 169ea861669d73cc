import type { BasedRead, Basis } from '../../model/basis.ts';
import type { ContentItem } from '../../model/content/content-item.ts';
import type {
  ItemQuery,
  QueryCondition,
  QueryPlace,
  Scan,
} from '../../model/content/item-query.ts';
import type { Shown } from '../../model/content/view.ts';
import type { SizedItem } from './content-repository.ts';

/** A part of the items of a query, in its order. */
export interface QuerySlice {
  /** Items that follow this one; the first ones for undefined. */
  readonly after?: QueryPlace | undefined;
  readonly limit: number;
  /** Also counts the items of all pages, up to this number. */
  readonly countMax?: number | undefined;
}

/** The items of a page or, if their `data` together exceeds `pageBytes`, only their sizes. */
export type QueryPage = {
  /** The places of the entries. */
  readonly places: readonly QueryPlace[];
  /** How many items the query has on all pages, or `countMax` if there are more; undefined if they are not counted. */
  readonly count?: number | undefined;
} & ({ readonly items: readonly ContentItem[] } | { readonly large: readonly SizedItem[] });

/** Items or working copies that a query may have to read. */
export interface CandidateCount {
  readonly items: number;
  /** The size of their `data` in UTF-8, together. */
  readonly bytes: number;
}

/**
 * Reads items by conditions. The work is bounded by the caller: a query that follows its scan reads no more entries of
 * each part of it than the page has items; any other reads all of the scan, which must be small, and may end with
 * `dependency_unavailable` after some seconds. For what is unpublished, every query also reads the working copies of its
 * collection, which must be few: see {@link countCopies}.
 *
 * Texts compare by code point. The meaning of conditions and orders is that of `meets` and `keyOf`.
 */
export interface QueryRepository {
  /** Only indexes that are ready may be named by the scan. */
  list(query: ItemQuery, slice: QuerySlice, basis: Basis): Promise<BasedRead<QueryPage>>;

  /** For each scan, its first `max` entries. */
  countCandidates(
    collectionId: string,
    scans: readonly Scan[],
    max: number,
    shown: Shown,
    basis: Basis,
  ): Promise<BasedRead<readonly CandidateCount[]>>;

  /**
   * The ids of those among the items that satisfy the conditions, in any order. Their `data` should be at most
   * `candidateBytesMax` together.
   */
  meetingAmong(
    ids: readonly string[],
    conditions: readonly QueryCondition[],
    shown: Shown,
    basis: Basis,
  ): Promise<BasedRead<readonly string[]>>;

  /** The first `max` working copies that are of items of the collection, or move items there. */
  countCopies(collectionId: string, max: number, basis: Basis): Promise<BasedRead<CandidateCount>>;
}
