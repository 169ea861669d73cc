import type { FormerId, GroupNames } from 'quoin/core/store';
import type { ContentItem } from 'quoin/core/vocabulary';
import type { Db } from '../work/db.ts';
import { findItem, itemsOfGroup } from './items.ts';

/** Keeps the id of an item that was deleted from a group. @param after undefined for a deletion. */
export const keepFormerIds = (
  db: Db,
  before: ContentItem | undefined,
  after: ContentItem | undefined,
): void => {
  if (after !== undefined) db.run('delete from former_ids where id = ?', after.id);
  const group = before?.group?.id;
  if (before === undefined || group === undefined || group === after?.group?.id) return;
  if (after === undefined) {
    putFormerId(db, { id: before.id, groupId: group });
    forgetFormerIds(db, group);
  } else if (after.group !== undefined && itemsOfGroup(db, group).length === 0) {
    db.run('update former_ids set group_id = ? where group_id = ?', after.group.id, group);
  }
};

export const putFormerId = (db: Db, { id, groupId }: FormerId): void =>
  db.put('former_ids', 'id', { id, group_id: groupId });

/** Removes the ids that lead to a group without items. */
export const forgetFormerIds = (db: Db, group: string): void => {
  db.run(
    `delete from former_ids where group_id = ?1
      and not exists (select 1 from items where group_id = ?1)
      and not exists (select 1 from trash where doc ->> '$.group.id' = ?1)`,
    group,
  );
};

interface GroupRow {
  readonly group_id: string | null;
}

/** The group to which an id leads. */
const groupIdOf = (db: Db, id: string): string | undefined => {
  const sql =
    'select group_id from items where id = ?1 union all select group_id from former_ids where id = ?1';
  return db.get<GroupRow>(sql, id)?.group_id ?? undefined;
};

/** The items to which a reference leads: that with the id, and those of its group. */
export const itemsNamed = (db: Db, id: string): readonly ContentItem[] => {
  const group = groupIdOf(db, id);
  if (group !== undefined) return itemsOfGroup(db, group);
  const item = findItem(db, id);
  return item === undefined ? [] : [item];
};

export const groupsNamed = (db: Db, ids: readonly string[]): readonly GroupNames[] =>
  [...new Set(ids.map((id) => groupIdOf(db, id)))].flatMap((group) => {
    const items = group === undefined ? [] : itemsOfGroup(db, group);
    const [first] = items;
    if (group === undefined || first === undefined) return [];
    const former = db.all<{ readonly id: string }>(
      'select id from former_ids where group_id = ?',
      group,
    );
    return [
      {
        collectionId: first.collectionId,
        items: items.map(({ id }) => id),
        formerIds: former.map(({ id }) => id),
      },
    ];
  });
