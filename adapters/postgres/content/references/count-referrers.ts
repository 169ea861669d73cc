import { examinedReferrersMax } from '../../../../core/store.ts';
import type { Statement } from '../../connection/statement.ts';
import { equalitiesByRange, leadingColumns, orderBy, type Equality } from '../index-order.ts';

const collection: readonly Equality[] = [['collection_id', '$1']];

const items =
  `select id from content where ${equalitiesByRange(collection)} ` +
  `${orderBy({ leading: leadingColumns(collection) })} limit ${examinedReferrersMax + 1}`;

const isWhole = (step: string): string =>
  `(select count(*) from ${step}) <= ${examinedReferrersMax}`;

const groups =
  `select id from content_groups where ${equalitiesByRange(collection)} ` +
  `order by collection_id limit ${examinedReferrersMax + 1}`;

/** The ids of deleted items, which lead to a group of the collection. */
const formerIds =
  'select former.id from groups cross join lateral (' +
  'select id from content_former_ids where group_id >= groups.id and group_id <= groups.id ' +
  `order by group_id limit ${examinedReferrersMax + 1}) former limit ${examinedReferrersMax + 1}`;

/** The order of the index, which leaves the planner no other way. */
const ofItem =
  "select content_id from content_references where target = 'item/' || named.id " +
  `order by target desc, content_id desc, field desc limit ${examinedReferrersMax + 1}`;

/**
 * Counts the items in the collections `$2` that refer to an item in the collection `$1` or to its group, at most `$3`. `offset 0` keeps the
 * planner from joining by reading a whole table.
 */
export const countReferrers: Statement = {
  name: 'references_count',
  text:
    `with items as materialized (${items}), groups as materialized (${groups}), ` +
    `former as materialized (${formerIds}), ` +
    'named as materialized (select id from items union all select id from former), ' +
    `found as materialized (select found.content_id from named cross join lateral (${ofItem}) found ` +
    `limit ${examinedReferrersMax + 1}), ` +
    'counted as (select from (select distinct content_id from found) referrers where exists ' +
    '(select from content where id = referrers.content_id and collection_id = any ($2::uuid[]) offset 0) limit $3) ' +
    'select (select count(*) from counted)::integer as count, ' +
    `${['items', 'groups', 'former', 'found'].map(isWhole).join(' and ')} as is_complete`,
};
