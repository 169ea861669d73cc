import {
  describeDuplicates,
  indexKey,
  listedDuplicatesMax,
  valueTaken,
  valuesOf,
  type ContentChange,
  type Duplicate,
  type FieldIndex,
  type IndexRepository,
  type Key,
} from '../../../core/store.ts';
import { groupOf, type ContentItem, type FieldIndexStatus } from '../../../core/vocabulary.ts';
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
        const found = index.isUnique
          ? duplicatesOf(tables, index).slice(0, listedDuplicatesMax)
          : [];
        const failure = { reason: describeDuplicates(found), failedAt: Date.now() };
        tables.indexes.set(key, { index, ...(found.length > 0 && { failure }) });
      }
    });
    return true;
  }

  async findDuplicates(index: FieldIndex, limit: number): Promise<readonly Duplicate[]> {
    return this.#access.read((tables) => duplicatesOf(tables, index).slice(0, limit));
  }
}

const ofCollection = ({ contents }: MemoryTables, collectionId: string): readonly ContentItem[] =>
  [...contents.values()].filter((item) => item.collectionId === collectionId);

/** Whether a unique index does not allow two items to have the same value. */
const areRivals = (
  { within }: FieldIndex,
  one: Omit<ContentItem, 'data'>,
  other: Omit<ContentItem, 'data'>,
): boolean => {
  if (within === 'group') return groupOf(one).id !== groupOf(other).id;
  return one.id !== other.id && (within === undefined || one.locale === other.locale);
};

const duplicatesOf = (tables: MemoryTables, index: FieldIndex): readonly Duplicate[] => {
  const [field] = index.fields;
  if (field === undefined) return [];
  const groups = new Map<Key, ContentItem[]>();
  for (const item of ofCollection(tables, index.collectionId)) {
    for (const value of valuesOf(item, field)) {
      groups.set(value, [...(groups.get(value) ?? []), item]);
    }
  }
  return [...groups].flatMap(([value, items]) => {
    for (const one of items) {
      const rival = items.find((other) => areRivals(index, one, other));
      if (rival !== undefined) return [{ value, ids: [one.id, rival.id] }];
    }
    return [];
  });
};

/** @throws DomainError `value_taken` if another item has a value that a unique index allows once. */
export const assertFreeValues = (
  tables: MemoryTables,
  { kind, item }: Pick<ContentChange, 'kind' | 'item'>,
): void => {
  if (kind === 'delete') return;
  for (const { index, failure } of tables.indexes.values()) {
    const { isUnique, collectionId, within } = index;
    const [field] = index.fields;
    const applies = isUnique && failure === undefined && collectionId === item.collectionId;
    if (!applies || field === undefined) continue;
    const [value] = valuesOf(item, field);
    const isTaken =
      value !== undefined &&
      ofCollection(tables, collectionId).some(
        (other) => areRivals(index, item, other) && valuesOf(other, field)[0] === value,
      );
    if (isTaken) throw valueTaken(field.path, { within });
  }
};
