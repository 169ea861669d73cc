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
} from 'quoin/core/store';
import type { ContentItem, FieldIndexStatus } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { itemOf, type ItemRow } from './items.ts';
import type { Part } from './part.ts';

/** Only unique indexes have an effect, a table of their values. Queries read the items of the collection. */
export class SqliteIndexes implements IndexRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async statusOf(indexes: readonly FieldIndex[]): Promise<readonly FieldIndexStatus[]> {
    return this.#access.read((db) =>
      indexes.map((index) => {
        const stored = find(db, indexKey(index));
        if (stored === undefined) return { index, state: 'building' };
        const { reason } = stored;
        return reason === null ? { index, state: 'ready' } : { index, state: 'failed', reason };
      }),
    );
  }

  async maintain(
    wanted: () => Promise<readonly FieldIndex[]>,
    retryMs: number,
    signal: Parameters<IndexRepository['maintain']>[2],
  ): Promise<boolean> {
    const indexes = new Map((await wanted()).map((index) => [indexKey(index), index]));
    const workOf = (db: Db) => ({
      dropped: db
        .all<IndexRow>('select key from field_indexes')
        .filter(({ key }) => !indexes.has(key)),
      missing: [...indexes].filter(([key]) => isDue(find(db, key), retryMs)),
    });
    const { dropped, missing } = await this.#access.read(workOf);
    if (dropped.length + missing.length === 0) return true;
    if (signal.aborted) return false;
    await this.#access.write((db) => {
      const work = workOf(db);
      for (const { key } of work.dropped) db.run('delete from field_indexes where key = ?', key);
      for (const [key, index] of work.missing) build(db, key, index);
    });
    return true;
  }

  async findDuplicates(
    collectionId: string,
    field: QueryField,
    limit: number,
  ): Promise<readonly Duplicate[]> {
    return this.#access.read((db) => duplicatesOf(db, collectionId, field).slice(0, limit));
  }
}

interface IndexRow {
  readonly key: string;
  readonly doc: string;
  readonly reason: string | null;
  readonly failed_at: number | null;
}

const find = (db: Db, key: string): IndexRow | undefined =>
  db.get<IndexRow>('select * from field_indexes where key = ?', key);

const isDue = (stored: IndexRow | undefined, retryMs: number): boolean =>
  stored === undefined || (stored.failed_at !== null && Date.now() - stored.failed_at >= retryMs);

function* itemsOf(db: Db, collectionId: string): Generator<ContentItem> {
  const rows = db.each<ItemRow>('select * from items where collection_id = ?', collectionId);
  for (const row of rows) yield itemOf(row);
}

const build = (db: Db, key: string, index: FieldIndex): void => {
  const [field] = index.fields;
  const isUnique = index.isUnique && field !== undefined;
  const found = isUnique
    ? duplicatesOf(db, index.collectionId, field).slice(0, listedDuplicatesMax)
    : [];
  const isBroken = found.length > 0;
  db.put('field_indexes', 'key', {
    key,
    doc: JSON.stringify(index),
    reason: isBroken ? describeDuplicates(found) : undefined,
    failed_at: isBroken ? Date.now() : undefined,
  });
  if (!isUnique || isBroken) return;
  for (const item of itemsOf(db, index.collectionId)) putValue(db, key, item, field);
};

const duplicatesOf = (db: Db, collectionId: string, field: QueryField): readonly Duplicate[] => {
  const groups = new Map<Key, string[]>();
  for (const item of itemsOf(db, collectionId)) {
    for (const value of valuesOf(item, field)) {
      groups.set(value, [...(groups.get(value) ?? []), item.id]);
    }
  }
  return [...groups]
    .filter(([, ids]) => ids.length > 1)
    .map(([value, ids]) => ({ value, ids: ids.slice(0, 2) }));
};

/** @throws DomainError `value_taken`. */
const putValue = (db: Db, key: string, item: ContentItem, field: QueryField): void => {
  const [value] = valuesOf(item, field);
  if (value === undefined) return;
  const text = JSON.stringify(value);
  if (db.get('select 1 from unique_values where key = ? and value = ?', key, text) !== undefined) {
    throw valueTaken(field.path);
  }
  db.run('insert into unique_values values (?, ?, ?)', key, text, item.id);
};

/**
 * Takes the values of an item that unique indexes allow once, and frees those that it had.
 *
 * @throws DomainError `value_taken` if another item has one.
 */
const claimValues = (db: Db, item: ContentItem): void => {
  db.run('delete from unique_values where content_id = ?', item.id);
  for (const { key, doc } of db.all<IndexRow>(
    'select key, doc from field_indexes where reason is null',
  )) {
    const { isUnique, collectionId, fields } = JSON.parse(doc) as FieldIndex;
    const [field] = fields;
    if (isUnique && collectionId === item.collectionId && field !== undefined) {
      putValue(db, key, item, field);
    }
  }
};

export const uniqueValuePart: Part = {
  apply: (db, { kind, item }) => {
    if (kind !== 'delete') claimValues(db, item);
  },
  leaving: ['unique_values'],
};
