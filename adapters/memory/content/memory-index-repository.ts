import {
  describeDuplicates,
  indexKey,
  listedDuplicatesMax,
  valueTaken,
  valuesOf,
  type Duplicate,
  type FieldIndex,
  type IndexRepository,
  type Key,
  type QueryField,
} from '../../../core/store.ts';
import type { ContentItem, FieldIndexStatus } from '../../../core/vocabulary.ts';
import type { MemoryAccess, MemoryTables, StoredIndex } from '../memory-tables.ts';

/** Indexes in memory. Only unique ones have an effect; the others are always ready. */
export class MemoryIndexRepository implements IndexRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async statusOf(indexes: readonly FieldIndex[]): Promise<readonly FieldIndexStatus[]> {
    return this.#access.read((tables) =>
      indexes.map((index) => {
        const stored = tables.indexes.get(indexKey(index));
        if (stored === undefined) return { index, state: 'building' };
        const { failure } = stored;
        return failure === undefined
          ? { index, state: 'ready' }
          : { index, state: 'failed', reason: failure.reason };
      }),
    );
  }

  async maintain(
    wanted: () => Promise<readonly FieldIndex[]>,
    retryMs: number,
    signal: Parameters<IndexRepository['maintain']>[2],
  ): Promise<boolean> {
    const indexes = new Map((await wanted()).map((index) => [indexKey(index), index]));
    const isDue = (stored: StoredIndex | undefined): boolean =>
      stored === undefined ||
      (stored.failure !== undefined && Date.now() - stored.failure.failedAt >= retryMs);
    // A write changes the snapshot, and so ends what is cached.
    const isUpToDate = await this.#access.read(
      (tables) =>
        [...tables.indexes.keys()].every((key) => indexes.has(key)) &&
        ![...indexes.keys()].some((key) => isDue(tables.indexes.get(key))),
    );
    if (isUpToDate) return true;
    if (signal.aborted) return false;
    await this.#access.write((tables) => {
      for (const key of tables.indexes.keys()) {
        if (!indexes.has(key)) tables.indexes.delete(key);
      }
      for (const [key, index] of indexes) {
        if (!isDue(tables.indexes.get(key))) continue;
        const [field] = index.fields;
        const found =
          index.isUnique && field !== undefined
            ? duplicatesOf(tables, index.collectionId, field).slice(0, listedDuplicatesMax)
            : [];
        const failure = { reason: describeDuplicates(found), failedAt: Date.now() };
        tables.indexes.set(key, { index, ...(found.length > 0 && { failure }) });
      }
    });
    return true;
  }

  async findDuplicates(
    collectionId: string,
    field: QueryField,
    limit: number,
  ): Promise<readonly Duplicate[]> {
    return this.#access.read((tables) => duplicatesOf(tables, collectionId, field).slice(0, limit));
  }
}

const ofCollection = ({ contents }: MemoryTables, collectionId: string): readonly ContentItem[] =>
  [...contents.values()].filter((item) => item.collectionId === collectionId);

const duplicatesOf = (
  tables: MemoryTables,
  collectionId: string,
  field: QueryField,
): readonly Duplicate[] => {
  const groups = new Map<Key, ContentItem[]>();
  for (const item of ofCollection(tables, collectionId)) {
    for (const value of valuesOf(item, field)) {
      groups.set(value, [...(groups.get(value) ?? []), item]);
    }
  }
  return [...groups]
    .filter(([, items]) => items.length > 1)
    .map(([value, items]) => ({ value, ids: items.slice(0, 2).map(({ id }) => id) }));
};

/** @throws DomainError `value_taken` if another item has a value that a unique index allows once. */
export const assertFreeValues = (tables: MemoryTables, item: ContentItem): void => {
  for (const { index, failure } of tables.indexes.values()) {
    const [field] = index.fields;
    const applies =
      index.isUnique && failure === undefined && index.collectionId === item.collectionId;
    if (!applies || field === undefined) continue;
    const [value] = valuesOf(item, field);
    const isTaken =
      value !== undefined &&
      ofCollection(tables, item.collectionId).some(
        (other) => other.id !== item.id && valuesOf(other, field)[0] === value,
      );
    if (isTaken) throw valueTaken(field.path);
  }
};
