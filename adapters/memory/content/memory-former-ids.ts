import type { GroupNames } from '../../../core/store.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import type { MemoryTables } from '../memory-tables.ts';
import { itemsOfGroup } from './memory-items.ts';

/** Keeps the id of an item that was deleted from a group. @param after undefined for a deletion. */
export const keepFormerIds = (
  tables: MemoryTables,
  before: ContentItem | undefined,
  after: ContentItem | undefined,
): void => {
  const { formerIds } = tables;
  if (after !== undefined) formerIds.delete(after.id);
  const group = before?.group?.id;
  if (before === undefined || group === undefined || group === after?.group?.id) return;
  if (after === undefined) {
    formerIds.set(before.id, group);
    forgetFormerIds(tables, group);
  } else if (after.group !== undefined && itemsOfGroup(tables, group).length === 0) {
    for (const id of formerIdsOf(tables, group)) formerIds.set(id, after.group.id);
  }
};

/** Removes the ids that lead to a group without items. */
export const forgetFormerIds = (tables: MemoryTables, group: string | undefined): void => {
  if (group === undefined || itemsOfGroup(tables, group).length > 0) return;
  const isKept = [...tables.trash.values()].some(({ item }) => item.group?.id === group);
  if (isKept) return;
  for (const id of formerIdsOf(tables, group)) tables.formerIds.delete(id);
};

const formerIdsOf = (
  { formerIds }: Pick<MemoryTables, 'formerIds'>,
  group: string,
): readonly string[] => [...formerIds].flatMap(([id, its]) => (its === group ? [id] : []));

type Groups = Pick<MemoryTables, 'contents' | 'formerIds'>;

/** The group to which an id leads. */
const groupIdOf = ({ contents, formerIds }: Groups, id: string): string | undefined =>
  contents.has(id) ? contents.get(id)?.group?.id : formerIds.get(id);

/** The items to which a reference leads: that with the id, and those of its group. */
export const itemsNamed = (tables: Groups, id: string): readonly ContentItem[] => {
  const group = groupIdOf(tables, id);
  const item = tables.contents.get(id);
  if (group !== undefined) return itemsOfGroup(tables, group);
  return item === undefined ? [] : [item];
};

export const groupsNamed = (tables: Groups, ids: readonly string[]): readonly GroupNames[] =>
  [...new Set(ids.map((id) => groupIdOf(tables, id)))].flatMap((group) => {
    const items = group === undefined ? [] : itemsOfGroup(tables, group);
    const [first] = items;
    if (group === undefined || first === undefined) return [];
    return [
      {
        collectionId: first.collectionId,
        items: items.map(({ id }) => id),
        formerIds: formerIdsOf(tables, group),
      },
    ];
  });
