import {
  DomainError,
  type ContentChange,
  type ContentItem,
  type RevisionFacts,
} from '../../core/index.ts';
import { copyOf } from './copy-of.ts';
import type { MemoryState } from './memory-state.ts';
import type { MemoryTables } from './memory-tables.ts';

/** Stores all changes, or none. @returns whether they were stored; see `Store.commit`. */
export const commitChanges = async (
  state: Pick<MemoryState, 'write' | 'transaction'>,
  changes: readonly ContentChange[],
): Promise<boolean> => {
  const [first, ...others] = copyOf(changes);
  if (first === undefined) return true;
  const outdated = new Error('A change is outdated');
  const store = (tables: MemoryTables, change: ContentChange): void => {
    if (!hasExpectedVersions(tables, change)) throw outdated;
    assertUnique(tables, change);
    applyChange(tables, change);
  };
  try {
    // A single change needs no copy of the tables.
    if (others.length === 0) await state.write((tables) => store(tables, first));
    else {
      await state.transaction(async (access) => {
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

/** Whether the item, its collection and its working copy still have the versions that the change expects. */
const hasExpectedVersions = (tables: MemoryTables, change: ContentChange): boolean => {
  if (change.kind === 'delete') {
    return tables.contents.get(change.item.id)?.version === change.item.version;
  }
  const { item, collectionVersion } = change;
  const collection = tables.collections.get(item.collectionId);
  if (collectionVersion !== undefined && collection?.version !== collectionVersion) return false;
  if (change.kind === 'create') return true;
  const { before, copy } = change;
  return (
    tables.contents.get(item.id)?.version === before.version &&
    (copy === undefined || tables.copies.get(item.id)?.version === copy)
  );
};

const assertUnique = ({ contents, slugs, collections }: MemoryTables, change: ContentChange) => {
  if (change.kind === 'delete') return;
  const { id, slug, collectionId } = change.item;
  if (!collections.has(collectionId)) {
    throw new DomainError('collection_not_found', 'The collection is gone');
  }
  if (change.kind === 'create' && contents.has(id)) {
    throw new DomainError('id_taken', 'There is content with this id already');
  }
  const owner = slugs.get(slug);
  if (owner !== undefined && owner !== id) {
    throw new DomainError('slug_taken', `The slug '${slug}' is taken`);
  }
};

/** Stores a change without any check. */
export const applyChange = (tables: MemoryTables, change: ContentChange): void => {
  const { contents, slugs, outbox } = tables;
  const { kind, item } = change;
  const before = contents.get(item.id);
  if (before !== undefined) slugs.delete(before.slug);
  if (kind === 'delete') {
    contents.delete(item.id);
    tables.revisions.delete(item.id);
    tables.copies.delete(item.id);
  } else {
    if (kind === 'update' && change.copy !== undefined) tables.copies.delete(item.id);
    contents.set(item.id, item);
    slugs.set(item.slug, item.id);
    if (change.revision !== undefined) addRevision(tables, item, change.revision);
  }
  if (change.event !== undefined) outbox.add({ event: change.event, storedAt: Date.now() });
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
