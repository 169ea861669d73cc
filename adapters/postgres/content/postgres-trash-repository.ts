import {
  DomainError,
  type CollectionShares,
  type TrashCount,
  type TrashRepository,
  type TrashScope,
  type TrashedItem,
} from '../../../core/store.ts';
import type { Page, TrashEntry } from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, query, removeIfAny, type Value } from '../connection/statement.ts';
import { joinTransaction } from '../connection/transaction.ts';
import * as statements from './trash-statements.ts';

/** The most items that one statement of a sweep deletes. */
const stepSize = 100;

const valuesOf = ({ whole, owned, ownerId }: CollectionShares): readonly Value[] => [
  whole,
  owned,
  ownerId ?? null,
];

/** The trash in PostgreSQL. */
export class PostgresTrashRepository implements TrashRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async list(scope: TrashScope, { limit, offset }: Page): Promise<readonly TrashEntry[]> {
    const { trashEntries, listAll, listShares } = statements;
    return scope === 'all'
      ? trashEntries.list(this.#database, listAll, [limit, offset])
      : trashEntries.list(this.#database, listShares, [...valuesOf(scope), limit, offset]);
  }

  async find(id: string): Promise<TrashedItem | undefined> {
    return statements.trashedItems.find(this.#database, statements.find, [id]);
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly TrashedItem[]> {
    const { trashedItems, listFirst, listAfter } = statements;
    return id === undefined
      ? trashedItems.list(this.#database, listFirst, [limit])
      : trashedItems.list(this.#database, listAfter, [limit, id]);
  }

  async add(trashed: TrashedItem): Promise<boolean> {
    const values = statements.trashedItems.values(trashed);
    // Two statements: the second one sees what was stored before the locks were granted.
    return joinTransaction(this.#database, async (inside) => {
      const rows = await query<{ readonly id: string }>(inside, statements.lockCreations);
      if (!rows.some(({ id }) => id === trashed.item.collectionId)) {
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

  async sweep(ageMs: number): Promise<boolean> {
    const values = [ageMs, stepSize] as const;
    const { anyOld, purgeOld } = statements;
    return (await removeIfAny(this.#database, anyOld, purgeOld, values)) === stepSize;
  }
}
