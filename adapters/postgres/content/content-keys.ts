import { inScope, type ContentFilter } from '../../../core/store.ts';
import {
  equalitiesByRange,
  leadingColumns,
  equalityWithRange,
  orderBy,
  type Equality,
} from './index-order.ts';
import type { Value } from '../connection/statement.ts';

/**
 * The conditions of a list, without their values. A statement depends only on the shape, so there are
 * few statements.
 */
export interface KeyShape {
  readonly hasStatus: boolean;
  readonly hasCollection: boolean;
  /** The number of branches for the reader's collections, a power of two; 0 if it sees all. */
  readonly width: number;
}

export interface KeySearch {
  readonly shape: KeyShape;
  /** The status and the collection of the query, if any. `values` starts with them. */
  readonly conditions: readonly string[];
  readonly values: readonly Value[];
}

export const keySearch = ({ status, collectionId, within }: ContentFilter): KeySearch => {
  const isEmpty =
    within !== 'all' &&
    (collectionId === undefined ? within.length === 0 : !within.includes(collectionId));
  const ids = within === 'all' || collectionId !== undefined ? [] : padToPowerOfTwo(within);
  // Null matches no row: `collection_id` is never null.
  const collection = collectionId !== undefined && isEmpty ? null : collectionId;
  return {
    shape: {
      hasStatus: status !== undefined,
      hasCollection: collectionId !== undefined,
      width: ids.length,
    },
    conditions: [status, collectionId].filter((value) => value !== undefined),
    values: [...[status, collection].filter((value) => value !== undefined), ...ids],
  };
};

/** The collections to which a read is limited; undefined if it is not limited. */
export const limitingIds = ({
  collectionId,
  within,
}: Pick<ContentFilter, 'collectionId' | 'within'>): readonly string[] | undefined => {
  if (collectionId !== undefined) return inScope(within, collectionId) ? [collectionId] : [];
  return within === 'all' ? undefined : within;
};

/** Removes duplicates and pads with nulls, which match no row. */
export const padToPowerOfTwo = (ids: readonly string[]): readonly (string | null)[] => {
  const unique = [...new Set<string | null>(ids)];
  const width = 2 ** Math.ceil(Math.log2(Math.max(1, unique.length)));
  return [...unique, ...Array.from({ length: width - unique.length }, () => null)];
};

/** The FROM clause, without the keyword, that finds the keys of a page. */
export interface KeySource {
  readonly text: string;
  /** The columns that lead the order. Their values are equal for all items of the page. */
  readonly leading: readonly string[];
}

/**
 * The limit and the offset of the page are `$1` and `$2`.
 *
 * @param first the number of the first placeholder for the values of the {@link KeySearch}.
 */
export const keySource = (
  { hasStatus, hasCollection, width }: KeyShape,
  first: number,
): KeySource => {
  const status: readonly Equality[] = hasStatus ? [['status', `$${first}`]] : [];
  const next = first + status.length;
  if (width > 1) {
    const branches = Array.from({ length: width }, (_, index) =>
      branch(`$${next + index}`, status),
    );
    return { text: `(${branches.join(' union all ')}) merged`, leading: [] };
  }
  const collection: readonly Equality[] =
    hasCollection || width === 1 ? [['collection_id', `$${next}`]] : [];
  const equalities = [...collection, ...status];
  return {
    text: `content where ${equalitiesByRange(equalities)}`,
    leading: leadingColumns(equalities),
  };
};

/** How many keys of each collection a page needs at most. */
const depth = '$1::bigint + $2::bigint';

/**
 * The first keys of one collection. The planner knows that they are in the order of the whole list, and
 * merges the branches as it reads them.
 */
const branch = (id: string, status: readonly Equality[]): string => {
  const conditions = [
    equalityWithRange(['collection_id', id]),
    ...status.map(([column, placeholder]) => `${column} = ${placeholder}`),
  ];
  return `(select id, created_at from content where ${conditions.join(' and ')} ${orderBy({})} limit ${depth})`;
};
