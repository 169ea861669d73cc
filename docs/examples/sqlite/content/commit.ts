import {
  DomainError,
  hasTranslations,
  localeTaken,
  singletonExists,
  type ContentChange,
  type GroupState,
  type ItemVersion,
} from 'quoin/core/store';
import { groupOf, type ContentItem } from 'quoin/core/vocabulary';
import type { Work } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { keepFormerIds } from './former-ids.ts';
import { assertFreeValues } from './indexes.ts';
import { findItem, itemsOfGroup, putItem } from './items.ts';
import { applyParts, assertParts, leaveParts, partsHold, purgeParts } from './parts.ts';
import { findTrashed, moveTrashed, putTrashed } from './trash.ts';

/** Stores all changes, or none; see `Store.commit`. */
export const commitChanges = async (
  work: Pick<Work, 'read' | 'write'>,
  changes: readonly ContentChange[],
  unchanged: readonly ItemVersion[] = [],
  groups: readonly GroupState[] = [],
): Promise<boolean> => {
  const haveVersions = (db: Db, items: readonly ItemVersion[]): boolean =>
    items.every(({ id, version }) => versionOf(db, id) === version);
  const areUnchanged = (db: Db): boolean =>
    haveVersions(db, unchanged) &&
    groups.every(
      ({ id, members }) =>
        itemsOfGroup(db, id).length === members.length && haveVersions(db, members),
    );
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
      for (const { id, becomes } of groups) {
        if (becomes !== undefined) moveTrashed(db, id, becomes);
      }
      // Items that share a slug come into another group one after the other.
      for (const change of changes) {
        assertFreeSlug(db, change);
        assertFreeValues(db, change);
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
  if (change.kind === 'update') return versionOf(db, item.id) === before.version;
  const trashed = findTrashed(db, item.id)?.item;
  return trashed?.version === before.version && trashed.group?.id === before.group?.id;
};

const apply = (db: Db, change: ContentChange): void => {
  const { item } = change;
  const before = findItem(db, item.id);
  if (change.kind === 'delete') {
    remove(db, change);
    keepFormerIds(db, before, undefined);
  } else {
    assertPlace(db, change);
    if (change.kind === 'recover') db.run('delete from trash where id = ?', item.id);
    putItem(db, item);
    keepFormerIds(db, before, item);
  }
  applyParts(db, change);
};

/** A slug names one group. @throws DomainError `slug_taken`. */
const assertFreeSlug = (db: Db, { kind, item }: ContentChange): void => {
  if (kind === 'delete') return;
  const { slug, id } = item;
  const isTaken = db.get(
    'select 1 from items where slug = ? and id <> ? and group_id is not ?',
    slug,
    id,
    groupOf(item).id,
  );
  if (isTaken !== undefined) throw new DomainError('slug_taken', `The slug '${slug}' is taken`);
};

/** @throws DomainError for a collection, an id or a singleton that cannot have the item. */
const assertPlace = (db: Db, change: Exclude<ContentChange, { readonly kind: 'delete' }>): void => {
  const { id, collectionId } = change.item;
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
  if (change.expected.entersGroup !== undefined) assertGroup(db, change.item);
  if (
    change.expected.entersSingleton === true &&
    has(
      'items where collection_id = ? and coalesce(group_id, id) <> ?',
      collectionId,
      groupOf(change.item).id,
    )
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
