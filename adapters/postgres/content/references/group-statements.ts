import type { Statement } from '../../connection/statement.ts';

/* References to groups of translations. `offset 0` keeps the planner from joining by reading a whole table. */

export const exists = (table: string, condition: string): string =>
  `exists (select from ${table} where ${condition} offset 0)`;

/** The group to which an id leads. */
export const groupNamed = (id: string): string =>
  `coalesce((select group_id from content where id = ${id}), ${formerGroup(id)})`;

export const formerGroup = (id: string): string =>
  `(select group_id from content_former_ids where id = ${id})`;

/** The names of the groups of the ids `$1`. */
export const findGroups: Statement = {
  name: 'references_groups',
  text:
    'select found.collection_id, found.items, array(select id from content_former_ids where group_id = named.id) as former_ids ' +
    `from (select distinct ${groupNamed('asked.id')} as id from unnest($1::uuid[]) asked (id)) named ` +
    'cross join lateral (select (array_agg(collection_id))[1] as collection_id, array_agg(id) as items from ' +
    '(select id, collection_id from content where group_id = named.id and locale is not null offset 0) item) found ' +
    'where found.items is not null',
};

/** The ids `$1` lead to the groups `$2`. */
export const addFormerIds: Statement = {
  name: 'references_add_former_ids',
  text:
    'insert into content_former_ids (id, group_id) ' +
    'select distinct on (added.id) added.id, added.group_id from unnest($1::uuid[], $2::uuid[]) added (id, group_id) ' +
    `where not ${exists('content', 'id = added.id')} and not ${exists('content_trash', 'id = added.id')} ` +
    `and ${exists('content', 'group_id = added.group_id and locale is not null')} order by added.id ` +
    'on conflict (id) do update set group_id = excluded.group_id',
};
