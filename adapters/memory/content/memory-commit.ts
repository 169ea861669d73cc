import {
  DomainError,
  hasTranslations,
  localeTaken,
  singletonExists,
  type ContentChange,
  type Deletion,
  type ItemVersion,
} from '../../../core/store.ts';
import { groupOf, type ContentItem } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { assertFreeValues } from './memory-index-repository.ts';
import { itemsOfGroup } from './memory-items.ts';
import type { MemoryTables, MemoryWork } from '../memory-tables.ts';
import {
  applyParts,
  assertParts,
  leaveParts,
  partsHold,
  purgeParts,
} from './parts/memory-parts.ts';

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
    if (!holds(tables, change) || !partsHold(tables, change)) throw outdated;
    assertPlace(tables, change);
    assertParts(tables, change, leaving);
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

/** Whether the item and its collection still have the versions that the change expects. */
const holds = ({ contents, collections, trash }: MemoryTables, change: ContentChange): boolean => {
  const { item } = change;
  if (change.kind === 'delete') return contents.get(item.id)?.version === item.version;
  const { collectionVersion } = change.expected;
  const collection = collections.get(item.collectionId);
  if (collectionVersion !== undefined && collection?.version !== collectionVersion) return false;
  if (change.kind === 'create') {
    const mustMeet = change.expected.entersGroup === 'existing';
    return !mustMeet || itemsOfGroup({ contents }, groupOf(item).id).length > 0;
  }
  const stored = change.kind === 'recover' ? trash.get(item.id)?.item : contents.get(item.id);
  return stored?.version === change.before.version;
};

/** @throws DomainError for a collection, an id, a slug, a singleton or a unique value that the item cannot have. */
const assertPlace = (tables: MemoryTables, change: ContentChange) => {
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
  const group = groupOf(change.item).id;
  const isTaken = slugs.get(slug)?.some((other) => {
    const owner = contents.get(other);
    return other !== id && owner !== undefined && groupOf(owner).id !== group;
  });
  if (isTaken === true) throw new DomainError('slug_taken', `The slug '${slug}' is taken`);
  const isOther = (item: ContentItem) => item.collectionId === collectionId && item.id !== id;
  if (change.expected.entersSingleton === true && [...contents.values()].some(isOther)) {
    throw singletonExists();
  }
  assertGroup(tables, change);
  assertFreeValues(tables, change.item);
};

/** @throws DomainError `locale_taken`, `has_translations`. */
const assertGroup = (
  tables: MemoryTables,
  { item, expected }: Exclude<ContentChange, { readonly kind: 'delete' }>,
): void => {
  if (expected.entersGroup === undefined) return;
  for (const other of itemsOfGroup(tables, groupOf(item).id)) {
    if (other.id === item.id) continue;
    if (other.locale === item.locale) throw localeTaken();
    if (other.collectionId !== item.collectionId) throw hasTranslations();
  }
};

/** Stores a change without any check. */
export const applyChange = (tables: MemoryTables, change: ContentChange): void => {
  const { contents, slugs, trash } = tables;
  const { kind, item } = change;
  const before = contents.get(item.id);
  if (before !== undefined) removeSlug(slugs, before);
  if (kind === 'delete') {
    contents.delete(item.id);
    leaveParts(tables, item.id);
    if (change.trash === undefined) purgeParts(tables, item.id);
    else putIntoTrash(tables, before ?? item, change.trash);
  } else {
    if (kind === 'recover') trash.delete(item.id);
    contents.set(item.id, item);
    slugs.set(item.slug, [...(slugs.get(item.slug) ?? []), item.id]);
  }
  applyParts(tables, change);
};

const removeSlug = (slugs: MemoryTables['slugs'], { slug, id }: ContentItem): void => {
  const others = slugs.get(slug)?.filter((other) => other !== id) ?? [];
  if (others.length === 0) slugs.delete(slug);
  else slugs.set(slug, others);
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
