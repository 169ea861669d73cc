import {
  describeDuplicates,
  indexKey,
  listedDuplicatesMax,
  valueTaken,
  valuesOf,
  type Duplicate,
  type FieldIndex,
  type IndexRepository,
  type ContentChange,
  type Key,
} from 'quoin/core/store';
import { groupOf, type ContentItem, type FieldIndexStatus } from 'quoin/core/vocabulary';
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

  async findDuplicates(index: FieldIndex, limit: number): Promise<readonly Duplicate[]> {
    return this.#access.read((db) => duplicatesOf(db, index).slice(0, limit));
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
  const found = index.isUnique ? duplicatesOf(db, index).slice(0, listedDuplicatesMax) : [];
  const isBroken = found.length > 0;
  db.put('field_indexes', 'key', {
    key,
    doc: JSON.stringify(index),
    reason: isBroken ? describeDuplicates(found) : undefined,
    failed_at: isBroken ? Date.now() : undefined,
  });
  if (!index.isUnique || isBroken) return;
  for (const item of itemsOf(db, index.collectionId)) putValue(db, key, item, index);
};

/** What distinguishes the items that cannot have the same value. */
const rivalOf = ({ within }: FieldIndex, item: ContentItem): string =>
  within === 'group' ? groupOf(item).id : item.id;

const duplicatesOf = (db: Db, index: FieldIndex): readonly Duplicate[] => {
  const { collectionId, within } = index;
  const [field] = index.fields;
  if (field === undefined) return [];
  const found = new Map<string, { readonly value: Key; readonly ids: Map<string, string> }>();
  for (const item of itemsOf(db, collectionId)) {
    for (const value of valuesOf(item, field)) {
      const key = JSON.stringify([value, within === 'locale' && item.locale]);
      const { ids } = found.get(key) ?? { ids: new Map<string, string>() };
      ids.set(rivalOf(index, item), ids.get(rivalOf(index, item)) ?? item.id);
      found.set(key, { value, ids });
    }
  }
  return [...found.values()]
    .filter(({ ids }) => ids.size > 1)
    .map(({ value, ids }) => ({ value, ids: [...ids.values()].slice(0, 2) }));
};

const putValue = (db: Db, key: string, item: ContentItem, { fields: [field] }: FieldIndex) => {
  const [value] = field === undefined ? [] : valuesOf(item, field);
  if (value === undefined) return;
  db.run('insert into unique_values values (?, ?, ?)', key, JSON.stringify(value), item.id);
};

/** The other items that cannot have a value of an item. The parameters are its id, its locale and its group. */
const rivals = {
  collection: 'id <> ?1',
  locale: 'id <> ?1 and locale is ?2',
  group: 'id <> ?1 and coalesce(group_id, id) <> ?3',
};

const indexesOf = (db: Db, item: ContentItem): readonly (readonly [string, FieldIndex])[] =>
  db
    .all<IndexRow>('select key, doc from field_indexes where reason is null')
    .map(({ key, doc }) => [key, JSON.parse(doc) as FieldIndex] as const)
    .filter(([, { isUnique, collectionId }]) => isUnique && collectionId === item.collectionId);

/**
 * After the last change of a commit: items come into another group one after the other.
 *
 * @throws DomainError `value_taken` if another item has a value that a unique index allows once.
 */
export const assertFreeValues = (db: Db, { kind, item }: ContentChange): void => {
  if (kind === 'delete') return;
  for (const [key, { fields, within }] of indexesOf(db, item)) {
    const isTaken = db.get(
      `select 1 from items where ${rivals[within ?? 'collection']} and id in (
        select other.content_id from unique_values own join unique_values other using (key, value)
        where own.content_id = ?1 and own.key = ?4)`,
      item.id,
      item.locale,
      groupOf(item).id,
      key,
    );
    const [field] = fields;
    if (isTaken !== undefined && field !== undefined) throw valueTaken(field.path, { within });
  }
};

/** Takes the values of an item that unique indexes allow once, and frees those that it had. */
const claimValues = (db: Db, item: ContentItem): void => {
  db.run('delete from unique_values where content_id = ?', item.id);
  for (const [key, index] of indexesOf(db, item)) putValue(db, key, item, index);
};

export const uniqueValuePart: Part = {
  apply: (db, { kind, item }) => {
    if (kind !== 'delete') claimValues(db, item);
  },
  leaving: ['unique_values'],
};
