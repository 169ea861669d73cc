import type { BasedRead, Basis } from '../../model/basis.ts';
import type { ContentItem } from '../../model/content/content-item.ts';
import type { ItemQuery, QueryPlace, Scan } from '../../model/content/item-query.ts';
import type { Perspective } from '../../model/preview.ts';
import type { SizedItem } from './content-repository.ts';

/** A part of the items of a query, in its order. */
export interface QuerySlice {
  /** Items that follow this one; the first ones for undefined. */
  readonly after?: QueryPlace | undefined;
  readonly limit: number;
}

/** The items of a page or, if their `data` together exceeds `pageBytes`, only their sizes. */
export type QueryPage = {
  /** The places of the entries. */
  readonly places: readonly QueryPlace[];
} & ({ readonly items: readonly ContentItem[] } | { readonly large: readonly SizedItem[] });

/**
 * Reads items by conditions. The work is bounded by the caller: a query that follows its scan reads no more entries of
 * each part of it than the page has items; any other reads all of the scan, which must be small. In the perspective of
 * drafts, every query also reads the working copies of its collection, which must be few: see {@link countCopies}.
 *
 * Texts compare by code point. The meaning of conditions and orders is that of `meets` and `keyOf`.
 */
export interface QueryRepository {
  /** Only indexes that are ready may be named by the scan. */
  list(query: ItemQuery, slice: QuerySlice, basis: Basis): Promise<BasedRead<QueryPage>>;

  /** How many items the query has; `max` if there are more. */
  count(query: ItemQuery, max: number, basis: Basis): Promise<BasedRead<number>>;

  /** For each scan, how many entries it has; `max` if there are more. */
  countCandidates(
    collectionId: string,
    scans: readonly Scan[],
    max: number,
    basis: Basis,
    perspective?: Perspective,
  ): Promise<BasedRead<readonly number[]>>;

  /** How many working copies are of items of the collection, or move items there; `max` if there are more. */
  countCopies(collectionId: string, max: number, basis: Basis): Promise<BasedRead<number>>;
}
