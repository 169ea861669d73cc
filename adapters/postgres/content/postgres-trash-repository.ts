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
import {
  execute,
  query,
  removeIfAny,
  type Statement,
  type Value,
} from '../connection/statement.ts';
import { joinTransaction } from '../connection/transaction.ts';
import * as statements from './trash-statements.ts';

/** The most items that one statement of a sweep deletes. */
const stepSize = 100;

/** The statement for a part of the trash, and the values that name the part. */
const partOf = (
  { whole, owned, ownerId, locales }: CollectionShares,
  plain: Statement,
  local: Statement,
): readonly [Statement, readonly Value[]] => {
  if (locales === undefined) return [plain, [whole, owned, ownerId ?? null]];
  const limited = new Set(locales.map(({ collectionId }) => collectionId));
  const unlimited = (ids: readonly string[]) => ids.filter((id) => !limited.has(id));
  const pairsIn = (ids: readonly string[]): readonly (readonly string[])[] => {
    const pairs = locales
      .filter(({ collectionId }) => ids.includes(collectionId))
      .flatMap(({ collectionId, locales: codes }) => codes.map((code) => [collectionId, code]));
    return [pairs.map(([id = '']) => id), pairs.map(([, code = '']) => code)];
  };
  const values = [unlimited(whole), unlimited(owned), ownerId ?? null];
  return [local, [...values, ...pairsIn(whole), ...pairsIn(owned)]];
};

/** The trash in PostgreSQL. */
export class PostgresTrashRepository implements TrashRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async list(scope: TrashScope, { limit, offset }: Page): Promise<readonly TrashEntry[]> {
    const { trashEntries, listAll, listShares, listLocalShares } = statements;
    if (scope === 'all') return trashEntries.list(this.#database, listAll, [limit, offset]);
    const [statement, values] = partOf(scope, listShares, listLocalShares);
    return trashEntries.list(this.#database, statement, [...values, limit, offset]);
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
    const [statement, values] = partOf(shares, statements.count, statements.countLocal);
    const rows = await query<{ readonly id: string; readonly count: number }>(
      this.#database,
      statement,
      [...values, max],
    );
    const counts = new Map<string, number>();
    for (const { id, count } of rows) {
      counts.set(id, Math.min(max, (counts.get(id) ?? 0) + Number(count)));
    }
    return [...counts].map(([collectionId, count]) => ({ collectionId, count }));
  }

  async purge(id: string, version: number): Promise<boolean> {
    return (await execute(this.#database, statements.purge, [id, version])) > 0;
  }

  async purgeScope(scope: TrashScope, limit: number): Promise<number> {
    if (scope === 'all') return execute(this.#database, statements.purgeAll, [limit]);
    const [statement, values] = partOf(scope, statements.purgeShares, statements.purgeLocalShares);
    return execute(this.#database, statement, [...values, limit]);
  }

  async sweep(ageMs: number): Promise<boolean> {
    const values = [ageMs, stepSize] as const;
    const { anyOld, purgeOld } = statements;
    return (await removeIfAny(this.#database, anyOld, purgeOld, values)) === stepSize;
  }
}
