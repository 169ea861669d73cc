import {
  isTextKind,
  type BasedRead,
  type Basis,
  type CandidateCount,
  type ItemQuery,
  type QueryCondition,
  type QueryPage,
  type QueryRepository,
  type QuerySlice,
  type Scan,
  type Shown,
} from '../../../../core/store.ts';
import { queryOnBasis } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { contentColumns, contentItemOf, isWhole, type ContentRow } from '../content-row.ts';
import { candidatesStatement, copiesStatement, meetingStatement } from './count-statements.ts';
import { pageStatement } from './query-statements.ts';

/** The columns of an item, the size of its data, and the keys of its place. */
type PageRow = ContentRow;

/** The row of a page without items, if items are counted: nulls, and their number. */
type EmptyRow = readonly [id: null, ...rest: unknown[]];

const isPageRow = (row: PageRow | EmptyRow): row is PageRow => row[0] !== null;

/** Sums come as digits. */
type Counted = readonly [items: number | string, bytes: number | string];

const countOf = ([items, bytes]: Counted): CandidateCount => ({
  items: Number(items),
  bytes: Number(bytes),
});

const bytesAt = contentColumns.length;

/** Queries in PostgreSQL. Their statements are planned for each call. */
export class PostgresQueryRepository implements QueryRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async list(query: ItemQuery, slice: QuerySlice, basis: Basis): Promise<BasedRead<QueryPage>> {
    return queryOnBasis(this.#database, basis, {
      ...pageStatement(query, slice),
      valueOf: (rows: readonly (PageRow | EmptyRow)[]): QueryPage => {
        const found = rows.filter(isPageRow);
        const places = found.map((row) => ({
          id: row[0],
          keys: query.sort.map(({ field }, at) => {
            const key = row[bytesAt + 1 + at];
            return isTextKind(field.kind) ? String(key) : Number(key);
          }),
        }));
        const count =
          slice.countMax === undefined
            ? undefined
            : Number(rows[0]?.[bytesAt + 1 + query.sort.length]);
        return found.every(isWhole)
          ? { places, count, items: found.map(contentItemOf) }
          : {
              places,
              count,
              large: found.map((row) => ({ id: row[0], bytes: Number(row[bytesAt]) })),
            };
      },
    });
  }

  async countCandidates(
    collectionId: string,
    scans: readonly Scan[],
    max: number,
    shown: Shown,
    basis: Basis,
  ): Promise<BasedRead<readonly CandidateCount[]>> {
    return queryOnBasis(this.#database, basis, {
      ...candidatesStatement(collectionId, scans, max, shown),
      valueOf: ([row]: readonly (readonly [readonly Counted[]])[]) => row?.[0].map(countOf) ?? [],
    });
  }

  async meetingAmong(
    ids: readonly string[],
    conditions: readonly QueryCondition[],
    shown: Shown,
    basis: Basis,
  ): Promise<BasedRead<readonly string[]>> {
    return queryOnBasis(this.#database, basis, {
      ...meetingStatement(ids, conditions, shown),
      valueOf: (rows: readonly (readonly [string])[]) => rows.map(([id]) => id),
    });
  }

  async countCopies(
    collectionId: string,
    max: number,
    basis: Basis,
  ): Promise<BasedRead<CandidateCount>> {
    return queryOnBasis(this.#database, basis, {
      ...copiesStatement(collectionId, max),
      valueOf: ([row]: readonly (readonly [Counted])[]) => countOf(row?.[0] ?? [0, 0]),
    });
  }
}
