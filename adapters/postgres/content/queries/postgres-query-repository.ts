import {
  isTextKind,
  type BasedRead,
  type Basis,
  type ItemQuery,
  type Perspective,
  type QueryPage,
  type QueryRepository,
  type QuerySlice,
  type Scan,
} from '../../../../core/index.ts';
import { queryOnBasis } from '../../basis.ts';
import type { Database } from '../../connection/connections.ts';
import { contentColumns, contentItemOf, isWhole, type ContentRow } from '../content-row.ts';
import {
  candidatesStatement,
  copiesStatement,
  countStatement,
  pageStatement,
} from './query-statements.ts';

type PageRow = readonly [...ContentRow, dataBytes: number | string, ...keys: unknown[]];

const bytesAt = contentColumns.length;

/** Queries in PostgreSQL. Their statements are planned for each call. */
export class PostgresQueryRepository implements QueryRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(query: ItemQuery, slice: QuerySlice, basis: Basis): Promise<BasedRead<QueryPage>> {
    return queryOnBasis(this.#database, basis, {
      ...pageStatement(query, slice),
      valueOf: (rows: readonly PageRow[]): QueryPage => {
        const places = rows.map((row) => ({
          id: row[0],
          keys: query.sort.map(({ field }, at) => {
            const key = row[bytesAt + 1 + at];
            return isTextKind(field.kind) ? String(key) : Number(key);
          }),
        }));
        return rows.every(isWhole)
          ? { places, items: rows.map(contentItemOf) }
          : { places, large: rows.map((row) => ({ id: row[0], bytes: Number(row[bytesAt]) })) };
      },
    });
  }

  async count(query: ItemQuery, max: number, basis: Basis): Promise<BasedRead<number>> {
    return queryOnBasis(this.#database, basis, {
      ...countStatement(query, max),
      valueOf: ([row]: readonly (readonly [number])[]) => Number(row?.[0]),
    });
  }

  async countCandidates(
    collectionId: string,
    scans: readonly Scan[],
    max: number,
    basis: Basis,
    perspective?: Perspective,
  ): Promise<BasedRead<readonly number[]>> {
    return queryOnBasis(this.#database, basis, {
      ...candidatesStatement(collectionId, scans, max, perspective),
      valueOf: ([row]: readonly (readonly [readonly number[]])[]) => row?.[0].map(Number) ?? [],
    });
  }

  async countCopies(collectionId: string, max: number, basis: Basis): Promise<BasedRead<number>> {
    return queryOnBasis(this.#database, basis, {
      ...copiesStatement(collectionId, max),
      valueOf: ([row]: readonly (readonly [number])[]) => Number(row?.[0]),
    });
  }
}
