import {
  DomainError,
  hasTranslations,
  localeTaken,
  singletonExists,
  type ContentChange,
  type ItemVersion,
} from 'quoin/core/store';
import { groupOf, type ContentItem } from 'quoin/core/vocabulary';
import type { Work } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { findItem, itemsOfGroup, putItem } from './items.ts';
import { applyParts, assertParts, leaveParts, partsHold, purgeParts } from './parts.ts';
import { findTrashed, putTrashed } from './trash.ts';

/** Stores all changes, or none; see `Store.commit`. */
export const commitChanges = async (
  work: Pick<Work, 'read' | 'write'>,
  changes: readonly ContentChange[],
  unchanged: readonly ItemVersion[] = [],
): Promise<boolean> => {
  const areUnchanged = (db: Db): boolean =>
    unchanged.every(({ id, version }) => versionOf(db, id) === version);
  if (changes.length === 0) return work.read(areUnchanged);
  const leaving = changes.flatMap(({ kind, item }) => (kind === 'delete' ? [item.id] : []));
  const outdated = new Error('A change is outdated');
  try {
    await work.write((db) => {
      if (!areUnchanged(db)) throw outdated;
      for (const change of changes) {
        if (!holds(db, change) || !partsHold(db, change)) throw outdated;
        assertParts(db, change, leaving);
        apply(db, change);
      }
    });
    return true;
  } catch (error) {
    if (error === outdated) return false;
    throw error;
  }
};

const versionOf = (db: Db, id: string): number | undefined =>
  db.get<{ readonly version: number }>('select version from items where id = ?', id)?.version;

/** Whether the item and its collection still have the versions that the change expects. */
const holds = (db: Db, change: ContentChange): boolean => {
  const { item } = change;
  if (change.kind === 'delete') return versionOf(db, item.id) === item.version;
  const collection = db.get<{ readonly version: number }>(
    'select version from collections where id = ?',
    item.collectionId,
  );
  const { collectionVersion = collection?.version } = change.expected;
  if (collection?.version !== collectionVersion) return false;
  if (change.kind === 'create') {
    const mustMeet = change.expected.entersGroup === 'existing';
    return !mustMeet || itemsOfGroup(db, groupOf(item).id).length > 0;
  }
  const { before } = change;
  if (change.kind === 'recover') return findTrashed(db, item.id)?.item.version === before.version;
  return versionOf(db, item.id) === before.version;
};

const apply = (db: Db, change: ContentChange): void => {
  const { item } = change;
  if (change.kind === 'delete') {
    remove(db, change);
  } else {
    assertPlace(db, change);
    if (change.kind === 'recover') db.run('delete from trash where id = ?', item.id);
    putItem(db, item);
  }
  applyParts(db, change);
};

/** @throws DomainError for a collection, an id, a slug or a singleton that cannot have the item. */
const assertPlace = (db: Db, change: Exclude<ContentChange, { readonly kind: 'delete' }>): void => {
  const { id, slug, collectionId } = change.item;
  const has = (sql: string, ...values: readonly string[]): boolean =>
    db.get(`select 1 from ${sql}`, ...values) !== undefined;
  if (!has('collections where id = ?', collectionId)) {
    throw new DomainError('collection_not_found', 'The collection is gone');
  }
  if (change.kind === 'create' && has('stamps where id = ?', id)) {
    throw new DomainError(
      'id_taken',
      'There is content with this id already, perhaps in the trash',
    );
  }
  const group = groupOf(change.item).id;
  if (has('items where slug = ? and id <> ? and group_id is not ?', slug, id, group)) {
    throw new DomainError('slug_taken', `The slug '${slug}' is taken`);
  }
  if (change.expected.entersGroup !== undefined) assertGroup(db, change.item);
  if (
    change.expected.entersSingleton === true &&
    has('items where collection_id = ? and id <> ?', collectionId, id)
  ) {
    throw singletonExists();
  }
};

/** @throws DomainError `locale_taken`, `has_translations`. */
const assertGroup = (db: Db, item: ContentItem): void => {
  for (const other of itemsOfGroup(db, groupOf(item).id)) {
    if (other.id === item.id) continue;
    if (other.locale === item.locale) throw localeTaken();
    if (other.collectionId !== item.collectionId) throw hasTranslations();
  }
};

const remove = (db: Db, change: Extract<ContentChange, { readonly kind: 'delete' }>): void => {
  const { id } = change.item;
  const stored: ContentItem = findItem(db, id) ?? change.item;
  leaveParts(db, id);
  db.run('delete from items where id = ?', id);
  if (change.trash === undefined) purgeParts(db, id);
  else putTrashed(db, { item: stored, ...change.trash });
};
