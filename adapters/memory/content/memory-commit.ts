import {
  DomainError,
  hasTranslations,
  localeTaken,
  singletonExists,
  type ContentChange,
  type Deletion,
  type GroupState,
  type ItemVersion,
} from '../../../core/store.ts';
import { groupOf, type ContentItem } from '../../../core/vocabulary.ts';
import { copyOf } from '../copy-of.ts';
import { assertFreeValues } from './memory-index-repository.ts';
import { keepFormerIds } from './memory-former-ids.ts';
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
  groups: readonly GroupState[] = [],
): Promise<boolean> => {
  const [first, ...others] = copyOf(changes);
  const isUnchanged = ({ contents }: MemoryTables, { id, version }: ItemVersion): boolean =>
    contents.get(id)?.version === version;
  const areUnchanged = (tables: MemoryTables): boolean =>
    unchanged.every((each) => isUnchanged(tables, each)) &&
    groups.every(
      ({ id, members }) =>
        itemsOfGroup(tables, id).length === members.length &&
        members.every((each) => isUnchanged(tables, each)),
    );
  if (first === undefined) return state.read(areUnchanged);
  const leaving = new Set(
    [first, ...others].flatMap(({ kind, item }) => (kind === 'delete' ? [item.id] : [])),
  );
  const moving = new Set([first, ...others].filter(changesGroup).map(({ item }) => item.id));
  const areJoined = groups.length > 0 && others.length > 0;
  const outdated = new Error('A change is outdated');
  const store = (tables: MemoryTables, change: ContentChange): void => {
    if (!holds(tables, change) || !partsHold(tables, change)) throw outdated;
    assertPlace(tables, change);
    if (!areJoined) assertFreeValues(tables, change);
    assertFreeSlug(tables, change, moving);
    assertParts(tables, change, leaving);
    applyChange(tables, change);
  };
  try {
    // A single change needs no copy of the tables.
    if (others.length === 0 && unchanged.length === 0 && groups.length === 0) {
      await state.write((tables) => store(tables, first));
    } else {
      await state.transaction(async (access) => {
        if (!(await access.read(areUnchanged))) throw outdated;
        for (const change of [first, ...others]) {
          await access.write((tables) => store(tables, change));
        }
        await access.write((tables) => followInTrash(tables, groups));
        await access.read((tables) => {
          for (const change of others) assertFreeSlug(tables, change);
          if (!areJoined) return;
          for (const change of [first, ...others]) assertFreeValues(tables, change);
        });
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
  const { before } = change;
  if (change.kind === 'update') return contents.get(item.id)?.version === before.version;
  const stored = trash.get(item.id)?.item;
  return stored?.version === before.version && stored.group?.id === before.group?.id;
};

/** Takes what the groups have in the trash into those that they become. */
const followInTrash = ({ trash }: MemoryTables, groups: readonly GroupState[]): void => {
  const becomes = new Map(groups.map((each) => [each.id, each.becomes]));
  for (const [id, each] of trash) {
    const group = becomes.get(each.item.group?.id ?? '');
    if (group !== undefined) trash.set(id, { ...each, item: { ...each.item, group } });
  }
};

const changesGroup = (change: ContentChange): boolean =>
  change.kind === 'update' && groupOf(change.before).id !== groupOf(change.item).id;

/**
 * A slug names one group.
 *
 * @param moving items that come into another group by the same commit: they are compared when all of them are there.
 * @throws DomainError `slug_taken`.
 */
const assertFreeSlug = (
  { slugs, contents }: Pick<MemoryTables, 'slugs' | 'contents'>,
  { kind, item: { id, slug, ...item } }: ContentChange,
  moving: ReadonlySet<string> = new Set(),
): void => {
  if (kind === 'delete') return;
  const group = groupOf({ id, ...item }).id;
  const isTaken = slugs.get(slug)?.some((other) => {
    const owner = moving.has(other) ? undefined : contents.get(other);
    return other !== id && owner !== undefined && groupOf(owner).id !== group;
  });
  if (isTaken === true) throw new DomainError('slug_taken', `The slug '${slug}' is taken`);
};

/** @throws DomainError for a collection, an id or a singleton that the item cannot have. */
const assertPlace = (tables: MemoryTables, change: ContentChange): void => {
  if (change.kind === 'delete') return;
  const { contents, collections, trash } = tables;
  const { id, collectionId } = change.item;
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
  const isOther = (item: ContentItem) =>
    item.collectionId === collectionId && groupOf(item).id !== group;
  if (change.expected.entersSingleton === true && [...contents.values()].some(isOther)) {
    throw singletonExists();
  }
  assertGroup(tables, change);
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
  keepFormerIds(tables, before, kind === 'delete' ? undefined : item);
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
