import {
  DomainError,
  singletonExists,
  targetOf,
  type ContentChange,
  type ContentItem,
  type ItemVersion,
} from 'quoin/core';
import type { Work } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { deleteCopy, findCopy } from './copies.ts';
import { claimValues } from './indexes.ts';
import { addEvents } from './outbox.ts';
import { findItem, putItem } from './items.ts';
import { putReferences } from './references.ts';
import { rememberSlug } from './redirects.ts';
import { addRevision } from './revisions.ts';
import { endDue, isDue } from './schedules.ts';
import { updateEntry } from './search.ts';
import { findTrashed, putTrashed, removeParts } from './trash.ts';

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
        if (!hasExpectedVersions(db, change)) throw outdated;
        apply(db, change, leaving);
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

const hasExpectedVersions = (db: Db, change: ContentChange): boolean => {
  const { item } = change;
  if (change.kind === 'delete') return versionOf(db, item.id) === item.version;
  const collection = db.get<{ readonly version: number }>(
    'select version from collections where id = ?',
    item.collectionId,
  );
  const { collectionVersion = collection?.version } = change;
  if (collection?.version !== collectionVersion) return false;
  if (change.kind === 'create') return true;
  const { before } = change;
  if (change.kind === 'recover') return findTrashed(db, item.id)?.item.version === before.version;
  const { copy, due } = change;
  return (
    versionOf(db, item.id) === before.version &&
    (copy === undefined || findCopy(db, item.id)?.version === copy) &&
    (due === undefined || isDue(db, { contentId: item.id, ...due }))
  );
};

const apply = (db: Db, change: ContentChange, leaving: readonly string[]): void => {
  const { item } = change;
  if (change.kind === 'delete') {
    assertNotReferenced(db, item.id, leaving);
    remove(db, change);
  } else {
    assertPlace(db, change);
    if (change.kind === 'recover') db.run('delete from trash where id = ?', item.id);
    if (change.kind === 'update' && change.copy !== undefined) deleteCopy(db, item.id);
    putItem(db, item);
    claimValues(db, item);
    if (change.references !== undefined) putReferences(db, item.id, change.references);
    db.run('delete from former_slugs where slug = ? and content_id <> ?', item.slug, item.id);
    if (change.revision !== undefined) addRevision(db, item, change.revision);
    if (change.kind === 'update') endDue(db, change);
    updateEntry(db, change);
  }
  if ('formerSlug' in change && change.formerSlug !== undefined) {
    rememberSlug(db, change, change.formerSlug);
  }
  addEvents(db, change.event);
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
  if (has('items where slug = ? and id <> ?', slug, id)) {
    throw new DomainError('slug_taken', `The slug '${slug}' is taken`);
  }
  if (
    change.entersSingleton === true &&
    has('items where collection_id = ? and id <> ?', collectionId, id)
  ) {
    throw singletonExists();
  }
};

const assertNotReferenced = (db: Db, id: string, leaving: readonly string[]): void => {
  const row = db.get(
    `select 1 from refs where target = ? and on_delete <> 'ignore' and content_id <> ?
      and content_id not in (select value from json_each(?)) limit 1`,
    targetOf('item', id),
    id,
    JSON.stringify(leaving),
  );
  if (row !== undefined)
    throw new DomainError('referenced', 'Other content refers to this content');
};

const remove = (db: Db, change: Extract<ContentChange, { readonly kind: 'delete' }>): void => {
  const { id } = change.item;
  const stored: ContentItem = findItem(db, id) ?? change.item;
  for (const table of ['schedules', 'refs', 'search', 'unique_values', 'preview_tokens']) {
    db.run(`delete from ${table} where content_id = ?`, id);
  }
  db.run('delete from items where id = ?', id);
  if (change.trash === undefined) removeParts(db, id);
  else putTrashed(db, { item: stored, ...change.trash });
};
