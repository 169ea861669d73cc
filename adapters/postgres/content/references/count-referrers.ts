import { examinedReferrersMax } from '../../../../core/store.ts';
import type { Statement } from '../../connection/statement.ts';
import { equalitiesByRange, leadingColumns, orderBy, type Equality } from '../index-order.ts';

const collection: readonly Equality[] = [['collection_id', '$1']];

const items =
  `select id from content where ${equalitiesByRange(collection)} ` +
  `${orderBy({ leading: leadingColumns(collection) })} limit ${examinedReferrersMax + 1}`;

/** The order of the index, which leaves the planner no other way. */
const ofItem =
  "select content_id from content_references where target = 'item/' || items.id " +
  `order by target desc, content_id desc, field desc limit ${examinedReferrersMax + 1}`;

/**
 * Counts the items in the collections `$2` that refer to an item in the collection `$1`, at most `$3`. `offset 0` keeps the
 * planner from joining by reading a whole table.
 */
export const countReferrers: Statement = {
  name: 'references_count',
  text:
    `with items as materialized (${items}), ` +
    `found as materialized (select found.content_id from items cross join lateral (${ofItem}) found ` +
    `limit ${examinedReferrersMax + 1}), ` +
    'counted as (select from (select distinct content_id from found) referrers where exists ' +
    '(select from content where id = referrers.content_id and collection_id = any ($2::uuid[]) offset 0) limit $3) ' +
    'select (select count(*) from counted)::integer as count, ' +
    `(select count(*) from items) <= ${examinedReferrersMax} ` +
    `and (select count(*) from found) <= ${examinedReferrersMax} as is_complete`,
};
