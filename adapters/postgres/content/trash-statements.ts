import { equalitiesByRange, leadingColumns, type Equality } from './index-order.ts';
import type { Statement } from '../connection/statement.ts';
import { storeTime } from '../connection/store-time.ts';
import { pageBytes, type TrashedItem } from '../../../core/store.ts';
import type { TrashEntry } from '../../../core/vocabulary.ts';
import { group, orNull, plain, time, type Fields } from '../rows/fields.ts';
import { table } from '../rows/table.ts';
import { existingAuthor } from './changes/item-parameters.ts';
import { removeParts } from './changes/trash-moves.ts';
import { itemFields } from './content-row.ts';

/*
 * Statements about the trash. A part of the trash is `$1` and `$2`: the collections of which all items count, and those
 * of which the items of the owner `$3` count. It merges one scan for each of them. If only some locales count in some
 * collections, these are not among them: `$4` and `$5` are the collections and locales of which all items count, as arrays
 * of equal length, `$6` and `$7` those of which the items of the owner count.
 */

const { id, title, slug, collectionId } = itemFields;
const deletion: Fields<Omit<TrashedItem, 'item'>> = {
  deletedAt: time('deleted_at'),
  deletedBy: orNull(plain('deleted_by', 'uuid')),
};

export const trashedItems = table<TrashedItem>('content_trash', {
  item: group(itemFields),
  ...deletion,
});

/** What lists show of them. */
export const trashEntries = table<TrashEntry>('content_trash', {
  id,
  title,
  slug,
  collectionId,
  ...deletion,
});

/** Finds keys in an index alone, latest deletion first. @param limit of each scan. @param filter a condition that no index supports. */
const scan = (equalities: readonly Equality[], limit: string, filter = ''): string => {
  const order = [...leadingColumns(equalities), 'deleted_at', 'id'].map((each) => `${each} desc`);
  return (
    `select id, deleted_at from content_trash where ${equalitiesByRange(equalities)}${filter} ` +
    `order by ${order.join(', ')} limit ${limit}`
  );
};

const inCollection: readonly Equality[] = [['collection_id', 'asked.id']];
const ofOwner: readonly Equality[] = [['author_id', '$3'], ...inCollection];

/** The keys in a part of the trash, at most `limit` from each of its scans. */
const shares = (limit: string): string =>
  `select found.* from unnest($1::uuid[]) asked (id) cross join lateral (${scan(inCollection, limit)}) found ` +
  `union all select found.* from unnest($2::uuid[]) asked (id) cross join lateral (${scan(ofOwner, limit)}) found`;

const inLocale: readonly Equality[] = [
  ['collection_id', 'asked.id'],
  ['locale', 'asked.locale'],
];

const isInLocale = ' and locale is not distinct from asked.locale';

/** Likewise, with the locales of some collections. */
const localShares = (limit: string): string =>
  `${shares(limit)} union all select found.* from unnest($4::uuid[], $5::text[]) asked (id, locale) ` +
  `cross join lateral (${scan(inLocale, limit)}) found ` +
  'union all select found.* from unnest($6::uuid[], $7::text[]) asked (id, locale) ' +
  `cross join lateral (${scan(ofOwner, limit, isInLocale)}) found`;

const inOrder = 'order by deleted_at desc, id desc';

/** The page is cut before its rows are read. `offset 0` keeps the planner from reading the whole table for the join. */
const pageOf = (keys: string, limit: string, offset: string): string =>
  `select item.* from (select id from (${keys}) keys ${inOrder} limit ${limit} offset ${offset}) page ` +
  `cross join lateral (select ${trashEntries.selection} from content_trash where id = page.id offset 0) item ` +
  `order by item.deleted_at desc, item.id desc`;

export const listAll: Statement = {
  name: 'trash_list',
  text: pageOf('select id, deleted_at from content_trash', '$1', '$2'),
};

export const listShares: Statement = {
  name: 'trash_list_shares',
  text: pageOf(shares('$4::integer + $5::integer'), '$4', '$5'),
};

export const listLocalShares: Statement = {
  name: 'trash_list_local_shares',
  text: pageOf(localShares('$8::integer + $9::integer'), '$8', '$9'),
};

export const find: Statement = {
  name: 'trash_by_id',
  text: `select ${trashedItems.selection} from content_trash where id = $1`,
};

/** Ends with the item whose data exceeds the limit of a page; see the port. */
const step = (name: string, where: string): Statement => ({
  name,
  text:
    `select ${trashedItems.selection} from (select *, ` +
    'sum(octet_length(data::text)) over (order by id rows between unbounded preceding and 1 preceding) ' +
    `as bytes_before from content_trash ${where} order by id limit $1) walked ` +
    `where bytes_before is null or bytes_before <= ${pageBytes} order by id`,
});

export const listFirst = step('trash_first', '');
export const listAfter = step('trash_after', 'where id > $2');

/** Waits for all creations of items, and lets no new one begin: each of them holds its collection. */
export const lockCreations: Statement = {
  name: 'trash_lock_creations',
  text: 'select id from collections order by id for no key update',
};

const added = trashedItems.placeholders((place, { name, type }) => {
  const value = `${place}::${type}`;
  return name === 'author_id' || name === 'deleted_by' ? existingAuthor(value) : value;
});

/** Takes the values of the columns. Runs after {@link lockCreations}, so that it sees all content. */
export const add: Statement = {
  name: 'trash_add',
  text:
    `insert into content_trash (${trashedItems.written}) select ${added} ` +
    'where not exists (select from content where id = $1::uuid) on conflict (id) do nothing',
};

export const findIds: Statement = {
  name: 'trash_ids',
  text: 'select id from content_trash where id = any ($1)',
};

const counted = (keys: string, asked: string): string =>
  `select asked.id, (select count(*)::integer from (${keys}) counted) as count from ${asked}`;

const countedShares = (limit: string): string =>
  [
    counted(scan(inCollection, limit), 'unnest($1::uuid[]) asked (id)'),
    counted(scan(ofOwner, limit), 'unnest($2::uuid[]) asked (id)'),
  ].join(' union all ');

export const count: Statement = { name: 'trash_count', text: countedShares('$4') };

/** Counts each locale. */
export const countLocal: Statement = {
  name: 'trash_count_local',
  text: [
    countedShares('$8'),
    counted(scan(inLocale, '$8'), 'unnest($4::uuid[], $5::text[]) asked (id, locale)'),
    counted(scan(ofOwner, '$8', isInLocale), 'unnest($6::uuid[], $7::text[]) asked (id, locale)'),
  ].join(' union all '),
};

/**
 * Deletes the items with some ids, with all that belongs to them. The array keeps the planner from reading the whole table
 * for a join, however many rows it expects.
 */
const deleting = (name: string, ids: string, condition = ''): Statement => ({
  name,
  text:
    `with gone as (delete from content_trash where id = any (array(${ids}))${condition} ` +
    `returning ${removeParts}) select from gone`,
});

export const purge = deleting('trash_purge', 'select $1::uuid', ' and version = $2');

export const purgeAll = deleting(
  'trash_purge_all',
  `select id from content_trash ${inOrder} limit $1`,
);

export const purgeShares = deleting(
  'trash_purge_shares',
  `select id from (${shares('$4')}) keys limit $4`,
);

export const purgeLocalShares = deleting(
  'trash_purge_local_shares',
  `select id from (${localShares('$8')}) keys limit $8`,
);

const old =
  `select id from content_trash where stored_at <= ${storeTime} - $1::bigint ` +
  'order by stored_at, id';

export const anyOld: Statement = { name: 'trash_any_old', text: `${old} limit 1` };

/** Leaves out items that another transaction is changing, such as the same deletion by another instance. */
export const purgeOld = deleting('trash_purge_old', `${old} limit $2 for update skip locked`);
