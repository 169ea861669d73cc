import {
  DomainError,
  type CollectionShares,
  type Page,
  type Slug,
  type TrashCount,
  type TrashEntry,
  type TrashRepository,
  type TrashScope,
  type TrashedItem,
} from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { execute, query, removeIfAny, type Value } from '../connection/statement.ts';
import { joinTransaction } from '../connection/transaction.ts';
import { contentColumns, contentItemOf, contentValueOf, type ContentRow } from './content-row.ts';
import * as statements from './trash-statements.ts';

/** The driver returns `bigint` as digits. */
interface EntryRow {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly collection_id: string;
  readonly deleted_at: string;
  readonly deleted_by: string | null;
}

type TrashedRow = readonly [...ContentRow, deletedAt: string, deletedBy: string | null];

const trashedOf = (row: TrashedRow): TrashedItem => {
  const [deletedAt, deletedBy] = row.slice(-2) as [string, string | null];
  return {
    item: contentItemOf(row),
    deletedAt: Number(deletedAt),
    deletedBy: deletedBy ?? undefined,
  };
};

const valuesOf = ({ whole, owned, ownerId }: CollectionShares): readonly Value[] => [
  whole,
  owned,
  ownerId ?? null,
];

/** The trash in PostgreSQL. */
export class PostgresTrashRepository implements TrashRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(scope: TrashScope, { limit, offset }: Page): Promise<readonly TrashEntry[]> {
    const rows = await (scope === 'all'
      ? query<EntryRow>(this.#database, statements.listAll, [limit, offset])
      : query<EntryRow>(this.#database, statements.listShares, [
          ...valuesOf(scope),
          limit,
          offset,
        ]));
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      slug: row.slug as Slug,
      collectionId: row.collection_id,
      deletedAt: Number(row.deleted_at),
      deletedBy: row.deleted_by ?? undefined,
    }));
  }

  async find(id: string): Promise<TrashedItem | undefined> {
    const [row] = await query<TrashedRow>(this.#database, statements.find, [id]);
    return row && trashedOf(row);
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly TrashedItem[]> {
    const rows = await (id === undefined
      ? query<TrashedRow>(this.#database, statements.listFirst, [limit])
      : query<TrashedRow>(this.#database, statements.listAfter, [limit, id]));
    return rows.map(trashedOf);
  }

  async add({ item, deletedAt, deletedBy }: TrashedItem): Promise<boolean> {
    const values = [
      ...contentColumns.map((column) => contentValueOf(item, column)),
      deletedAt,
      deletedBy ?? null,
    ];
    // Two statements: the second one sees what was stored before the locks were granted.
    return joinTransaction(this.#database, async (inside) => {
      const rows = await query<{ readonly id: string }>(inside, statements.lockCreations);
      if (!rows.some(({ id }) => id === item.collectionId)) {
        throw new DomainError('collection_not_found', 'The collection is gone');
      }
      return (await execute(inside, statements.add, values)) > 0;
    });
  }

  async findIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await query<{ readonly id: string }>(this.#database, statements.findIds, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  async count(shares: CollectionShares, max: number): Promise<readonly TrashCount[]> {
    const rows = await query<{ readonly id: string; readonly count: number }>(
      this.#database,
      statements.count,
      [...valuesOf(shares), max],
    );
    return rows.map(({ id, count }) => ({ collectionId: id, count: Number(count) }));
  }

  async purge(id: string, version: number): Promise<boolean> {
    return (await execute(this.#database, statements.purge, [id, version])) > 0;
  }

  async purgeScope(scope: TrashScope, limit: number): Promise<number> {
    return scope === 'all'
      ? execute(this.#database, statements.purgeAll, [limit])
      : execute(this.#database, statements.purgeShares, [...valuesOf(scope), limit]);
  }

  async purgeOlderThan(days: number, limit: number): Promise<number> {
    return removeIfAny(this.#database, statements.anyOld, statements.purgeOld, [days, limit]);
  }
}
