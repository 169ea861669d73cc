import type { Statement } from '../../connection/statement.ts';
import { equalitiesByRange, type Equality } from '../index-order.ts';
import { anywhere, stampSelection } from '../item-stamps.ts';

const selection = 'former.slug, item.slug, item.id, item.collection_id';

/** The number of columns of a redirect: `from`, `to`, the id and the collection of the item. */
export const redirectColumns = 4;

/**
 * A page of redirects. Finds the first keys for each status and collection in an index alone, and reads the items of the
 * page only. `offset 0` keeps the planner from joining by reading whole tables.
 */
const list = (name: string, wanted: string, equalities: readonly Equality[]): Statement => {
  const order = [...equalities.map(([column]) => column), 'slug'].join(', ');
  const keys =
    `select keys.* from ${wanted} cross join lateral (` +
    `select slug, content_id from former_slugs where ${equalitiesByRange(equalities)} ` +
    `order by ${order} limit $1::bigint + $2::bigint) keys`;
  return {
    name,
    text:
      `select ${selection} from (${keys} order by keys.slug limit $1 offset $2) former ` +
      'cross join lateral (select * from content where id = former.content_id offset 0) item ' +
      'order by former.slug',
    rowMode: 'array',
  };
};

const statuses = 'unnest($3::text[]) state (status)';
const ofStatus: Equality = ['status', 'state.status'];

export const listAll = list('redirects', statuses, [ofStatus]);

/** Takes the collections after the statuses. */
export const listOfCollections = list(
  'redirects_collections',
  `${statuses} cross join unnest($4::uuid[]) place (id)`,
  [['collection_id', 'place.id'], ofStatus],
);

export const find: Statement = {
  name: 'redirect_find',
  text:
    `select ${selection} from former_slugs former ` +
    'cross join lateral (select * from content where id = former.content_id offset 0) item ' +
    'where former.slug = $1 and former.status is not null',
  rowMode: 'array',
};

export const findItemIds: Statement = {
  name: 'former_slugs_items',
  text: 'select slug, content_id from former_slugs where slug = any ($1)',
};

export const remove: Statement = {
  name: 'redirect_remove',
  text: 'delete from former_slugs where slug = $1 and content_id = $2 and collection_id = $3',
};

export const listAfter: Statement = {
  name: 'former_slugs_after',
  text:
    `select slug, content_id, ${stampSelection('former')} from ` +
    '(select slug, content_id from former_slugs where slug > $2 order by slug limit $1) former ' +
    'order by slug',
};

/**
 * Takes slugs and the ids of their items. Runs after `lockCreations`, so that it sees all content. What a slug leads to
 * follows from its item; see the migration.
 */
export const add: Statement = {
  name: 'former_slugs_add',
  text:
    `with ${anywhere('= any ($2::uuid[])')}, ` +
    'given as (select distinct on (slug) * from unnest($1::text[], $2::uuid[]) with ordinality ' +
    'as given (slug, id, place) order by slug, place) ' +
    'insert into former_slugs (slug, content_id, collection_id, status) ' +
    'select given.slug, given.id, ' +
    'case when present.slug <> given.slug then present.collection_id end, ' +
    'case when present.slug <> given.slug then present.status end ' +
    'from given join item using (id) left join content present using (id) ' +
    'where not exists (select from content other where other.slug = given.slug and other.id <> given.id) ' +
    'on conflict (slug) do nothing returning slug, content_id',
};
