import type { ContentChange, GroupState } from '../../../../core/store.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { execute, query, type Statement } from '../../connection/statement.ts';
import { entersGroup, groupsOf, leavesGroup } from './item-parameters.ts';

/*
 * The groups of translations that several changes concern. Rows are locked in this order: the collections, the groups, the
 * items.
 */

const collectionLock: Statement = {
  name: 'content_lock_collections',
  text: 'select from collections where id = any ($1) order by id for share',
};

const groupLock: Statement = {
  name: 'content_lock_groups',
  text: 'select lock_content_groups($1::uuid[])',
};

const slugCheck = (when: 'deferred' | 'immediate'): Statement => ({
  name: `content_slugs_${when}`,
  text: `set constraints content_slug_of_group ${when}`,
});

const [deferSlugs, checkSlugs] = [slugCheck('deferred'), slugCheck('immediate')];

/**
 * Locks the groups before the first change is stored. Items that share a slug come into another group one after the other: that
 * the slug names one group is checked by {@link endGroupChanges}.
 */
export const lockGroupsOf = async (
  database: DatabaseSession,
  changes: readonly ContentChange[],
  groups: readonly GroupState[],
): Promise<void> => {
  const ids = [
    ...changes
      .filter((change) => entersGroup(change) || leavesGroup(change))
      .flatMap((change) => groupsOf(change)),
    ...groups.map(({ id }) => id),
  ];
  if (ids.length === 0) return;
  if (groups.length > 0) {
    const collections = new Set(changes.map(({ item }) => item.collectionId));
    await query(database, collectionLock, [[...collections]]);
  }
  await query(database, groupLock, [[...new Set(ids)]]);
  if (changes.some(entersGroup)) await execute(database, deferSlugs, []);
};

const releaseValues: Statement = {
  name: 'content_release_values',
  text: "update content set data = '{}' where id = any ($1)",
};

/**
 * Takes the values out of the unique indexes before the first change is stored: an item may get that of one which changes
 * after it, and of the items that come into another group, none has the common value of the former one.
 */
export const releaseValuesOf = async (
  database: DatabaseSession,
  changes: readonly ContentChange[],
  groups: readonly GroupState[],
): Promise<void> => {
  if (groups.length === 0 || changes.length < 2) return;
  const updated = changes.filter(({ kind }) => kind === 'update');
  await execute(database, releaseValues, [updated.map(({ item }) => item.id)]);
};

/** A statement that begins after the locks are held sees what was committed while they were awaited. */
const members: Statement = {
  name: 'content_group_members',
  text: 'select id, version, group_id as "groupId" from content where group_id = any ($1) and locale is not null',
};

/** Whether locked groups have the members by which a commit was decided. */
export const areAsExpected = async (
  database: DatabaseSession,
  groups: readonly GroupState[],
): Promise<boolean> => {
  if (groups.length === 0) return true;
  type Row = { readonly id: string; readonly version: number; readonly groupId: string };
  const stored = await query<Row>(database, members, [groups.map(({ id }) => id)]);
  const placeOf = (group: string, id: string, version: number): string =>
    `${group} ${id} ${version}`;
  const expected = new Set(
    groups.flatMap((group) =>
      group.members.map(({ id, version }) => placeOf(group.id, id, version)),
    ),
  );
  return (
    stored.length === expected.size &&
    stored.every(({ groupId, id, version }) => expected.has(placeOf(groupId, id, version)))
  );
};

const follow: Statement = {
  name: 'content_trash_follow_group',
  text:
    'update content_trash set group_id = $2, group_since = $3 ' +
    'where group_id = $1 and locale is not null',
};

/** After the last change: checks slugs, and takes what the groups have in the trash into those that they become. */
export const endGroupChanges = async (
  database: DatabaseSession,
  changes: readonly ContentChange[],
  groups: readonly GroupState[],
): Promise<void> => {
  if (changes.some(entersGroup)) await execute(database, checkSlugs, []);
  for (const { id, becomes } of groups) {
    if (becomes !== undefined) await execute(database, follow, [id, becomes.id, becomes.since]);
  }
};
