import {
  DomainError,
  singletonExists,
  stateWithFormerSlug,
  wasShownAt,
  type ContentChange,
  type ContentItem,
  type Deletion,
  type ItemVersion,
  type RevisionFacts,
  type Slug,
} from '../../../core/index.ts';
import { deletePreviews } from '../accounts/memory-preview-token-repository.ts';
import { copyOf } from '../copy-of.ts';
import { addEvents } from './memory-outbox-repository.ts';
import { assertFreeValues } from './memory-index-repository.ts';
import type { MemoryTables, MemoryWork } from '../memory-tables.ts';
import { isBound, putReferences } from './memory-references.ts';
import { removeCopy } from './memory-working-copy-repository.ts';

/** Stores all changes, or none. @returns whether they were stored; see `Store.commit`. */
export const commitChanges = async (
  state: Pick<MemoryWork, 'read' | 'write' | 'transaction'>,
  changes: readonly ContentChange[],
  unchanged: readonly ItemVersion[] = [],
): Promise<boolean> => {
  const [first, ...others] = copyOf(changes);
  const areUnchanged = ({ contents }: MemoryTables): boolean =>
    unchanged.every(({ id, version }) => contents.get(id)?.version === version);
  if (first === undefined) return state.read(areUnchanged);
  const leaving = new Set(
    [first, ...others].flatMap(({ kind, item }) => (kind === 'delete' ? [item.id] : [])),
  );
  const outdated = new Error('A change is outdated');
  const store = (tables: MemoryTables, change: ContentChange): void => {
    if (!hasExpectedVersions(tables, change)) throw outdated;
    assertUnique(tables, change);
    if (change.kind === 'delete' && isBound(tables, change.item.id, leaving)) throw referenced();
    applyChange(tables, change);
  };
  try {
    // A single change needs no copy of the tables.
    if (others.length === 0 && unchanged.length === 0) {
      await state.write((tables) => store(tables, first));
    } else {
      await state.transaction(async (access) => {
        if (!(await access.read(areUnchanged))) throw outdated;
        for (const change of [first, ...others]) {
          await access.write((tables) => store(tables, change));
        }
      });
    }
    return true;
  } catch (error) {
    if (error === outdated) return false;
    throw error;
  }
};

const referenced = (): DomainError =>
  new DomainError('referenced', 'Other content refers to this content');

/** Whether the item, its collection and its working copy still have the versions that the change expects. */
const hasExpectedVersions = (tables: MemoryTables, change: ContentChange): boolean => {
  if (change.kind === 'delete') {
    return tables.contents.get(change.item.id)?.version === change.item.version;
  }
  if (change.kind === 'update' && change.due !== undefined && !isDue(tables, change)) return false;
  const { item, collectionVersion } = change;
  const collection = tables.collections.get(item.collectionId);
  if (collectionVersion !== undefined && collection?.version !== collectionVersion) return false;
  if (change.kind === 'create') return true;
  if (change.kind === 'recover') {
    return tables.trash.get(item.id)?.item.version === change.before.version;
  }
  const { before, copy } = change;
  return (
    tables.contents.get(item.id)?.version === before.version &&
    (copy === undefined || tables.copies.get(item.id)?.version === copy)
  );
};

const isDue = (
  { schedules }: MemoryTables,
  { item, due }: Extract<ContentChange, { readonly kind: 'update' }>,
): boolean =>
  (schedules.get(item.id) ?? []).some(
    ({ action, at, reason }) =>
      action === due?.action && at === due.at && reason === undefined && at <= Date.now(),
  );

const assertUnique = (tables: MemoryTables, change: ContentChange) => {
  if (change.kind === 'delete') return;
  const { contents, slugs, collections, trash } = tables;
  const { id, slug, collectionId } = change.item;
  if (!collections.has(collectionId)) {
    throw new DomainError('collection_not_found', 'The collection is gone');
  }
  if (change.kind === 'create' && contents.has(id)) {
    throw new DomainError('id_taken', 'There is content with this id already');
  }
  if (change.kind === 'create' && trash.has(id)) {
    throw new DomainError('id_taken', 'An item in the trash has this id');
  }
  const owner = slugs.get(slug);
  if (owner !== undefined && owner !== id) {
    throw new DomainError('slug_taken', `The slug '${slug}' is taken`);
  }
  const isOther = (item: ContentItem) => item.collectionId === collectionId && item.id !== id;
  if (change.entersSingleton === true && [...contents.values()].some(isOther)) {
    throw singletonExists();
  }
  assertFreeValues(tables, change.item);
};

/** Stores a change without any check. */
export const applyChange = (tables: MemoryTables, change: ContentChange): void => {
  const { contents, slugs, formerSlugs } = tables;
  const { kind, item } = change;
  const before = contents.get(item.id);
  if (before !== undefined) slugs.delete(before.slug);
  if (kind === 'delete') {
    contents.delete(item.id);
    tables.schedules.delete(item.id);
    tables.references.delete(item.id);
    deletePreviews(tables, ({ contentId }) => contentId === item.id);
    tables.search.delete(item.id);
    if (change.trash === undefined) {
      removeParts(tables, item.id);
    } else {
      putIntoTrash(tables, before ?? item, change.trash);
    }
  } else {
    if (kind === 'recover') tables.trash.delete(item.id);
    if (kind === 'update' && change.copy !== undefined) removeCopy(tables, item.id);
    contents.set(item.id, item);
    slugs.set(item.slug, item.id);
    if (change.references !== undefined) putReferences(tables, item.id, change.references);
    if (formerSlugs.get(item.slug)?.contentId !== item.id) formerSlugs.delete(item.slug);
    if (change.revision !== undefined) addRevision(tables, item, change.revision);
    if (kind === 'update') updateSchedule(tables, change);
    updateSearch(tables, change);
  }
  if ('formerSlug' in change && change.formerSlug !== undefined) {
    rememberSlug(tables, change, change.formerSlug);
  }
  addEvents(tables, change.event);
};

const rememberSlug = (
  { formerSlugs, collections }: MemoryTables,
  change: ContentChange,
  slug: Slug,
): void => {
  const { id: contentId, collectionId, updatedAt } = stateWithFormerSlug(change);
  const stored = formerSlugs.get(slug);
  const seenIn = new Set(stored?.contentId === contentId ? stored.seenIn : []);
  if (wasShownAt(collections.get(collectionId), updatedAt)) seenIn.add(collectionId);
  formerSlugs.set(slug, { slug, contentId, seenIn: [...seenIn] });
};

/** Removes what stays while an item is in the trash, and goes with it. */
export const removeParts = (tables: MemoryTables, id: string): void => {
  const { revisions, formerSlugs } = tables;
  revisions.delete(id);
  removeCopy(tables, id);
  for (const [slug, { contentId }] of formerSlugs) {
    if (contentId === id) formerSlugs.delete(slug);
  }
};

const putIntoTrash = (
  { trash, users }: MemoryTables,
  item: ContentItem,
  { deletedAt, deletedBy }: Deletion,
): void => {
  const isKnown = deletedBy !== undefined && users.has(deletedBy);
  trash.set(item.id, {
    item,
    deletedAt,
    deletedBy: isKnown ? deletedBy : undefined,
    storedAt: Date.now(),
  });
};

const addRevision = (
  { revisions }: MemoryTables,
  item: ContentItem,
  { replaces, ...facts }: RevisionFacts,
): void => {
  const { id: contentId, title, slug, status, collectionId, data, version, updatedAt } = item;
  const state = { contentId, title, slug, status, collectionId, data, version };
  const older = revisions.get(contentId) ?? [];
  revisions.set(contentId, [
    // Another program can have set back the version of an item.
    ...older.filter((one) => one.version !== replaces && one.version !== version),
    { ...state, ...facts, createdAt: updatedAt, storedAt: Date.now() },
  ]);
};

/** Without a new text, the entry is that of the new version if it was that of the former one. */
const updateSearch = (
  { search, searchIndex }: MemoryTables,
  change: Exclude<ContentChange, { readonly kind: 'delete' }>,
): void => {
  const { id, version } = change.item;
  if (change.search !== undefined) {
    const rebuild = searchIndex.get('current')?.rebuild ?? 0;
    search.set(id, { text: change.search, version, rebuild });
    return;
  }
  const entry = search.get(id);
  if (entry !== undefined && 'before' in change && entry.version === change.before.version) {
    search.set(id, { ...entry, version });
  }
};

/** Removes the planned change that was carried out, and those that are pointless now. */
const updateSchedule = (
  tables: MemoryTables,
  { item, due, unscheduled }: Extract<ContentChange, { readonly kind: 'update' }>,
): void => {
  const stored = tables.schedules.get(item.id);
  if (stored === undefined) return;
  const left = stored.filter(
    ({ action, reason }) =>
      action !== due?.action &&
      (unscheduled === undefined || (reason === undefined && !unscheduled.includes(action))),
  );
  if (left.length === 0) tables.schedules.delete(item.id);
  else tables.schedules.set(item.id, left);
};
