import type { RedirectQuery } from '../../../../core/store.ts';
import { contentStatuses } from '../../../../core/vocabulary.ts';
import { prepared, type Statement, type Value } from '../../connection/statement.ts';
import { limitingIds } from '../content-keys.ts';
import { equalitiesByRange, type Equality } from '../index-order.ts';
import { isFree, seenCondition, withSlug, type Seen } from './former-slugs.ts';
import { anywhere, stampSelection } from '../item-stamps.ts';

/** Whether no other item has the slug of a row. */
const isOwn = (row: string): string =>
  `(select id from content live where ${withSlug(`${row}.slug`, 'live')} and live.id <> ${row}.content_id) is null`;

const selection = 'former.slug, item.slug, item.id, item.collection_id';

/** The number of columns of a redirect: `from`, `to`, the id and the collection of the item. */
export const redirectColumns = 4;

/** `offset 0` keeps the planner from joining by reading whole tables. */
const withItem =
  'cross join lateral (select * from content where id = former.content_id offset 0) item';

/** A scan of former slugs: what it takes the rows for, and what must equal that. */
interface Scan {
  readonly wanted: string;
  readonly equalities: readonly Equality[];
}

/**
 * A page of redirects. Finds the first keys for each status and collection in an index. Skips former slugs whose item is
 * in the trash, and those that an item has now. Also skips those with another status or collection than their item:
 * another program may have changed the item.
 */
const list = (name: string, scans: readonly Scan[], seen: Seen): Statement =>
  prepared(`${name}${seen.name}`, () => {
    const keys = scans.map((scan) => keysOf(scan, seen)).join(' union all ');
    return (
      `select ${selection} from (select * from (${keys}) merged order by slug limit $1 offset $2) former ` +
      `${withItem} order by former.slug`
    );
  });

const keysOf = ({ wanted, equalities }: Scan, seen: Seen): string => {
  const columns = equalities.map(([column]) => column);
  const order = [...columns, 'slug'].join(', ');
  const listed =
    '(select listed_slug as slug, content_id, collection_id, status, locale, seen_in, is_seen from former_slugs)';
  const places = ['status', 'collection_id', ...columns.filter((column) => column === 'locale')];
  const of = (row: string): string => places.map((column) => `${row}.${column}`).join(', ');
  return (
    `select keys.* from ${wanted} cross join lateral (` +
    `select slug, content_id from ${listed} former_slugs where ${equalitiesByRange(equalities)} ` +
    `and (select (${of('item')}) = (${of('former_slugs')}) ` +
    `from content item where item.id = content_id) and ${isFree('former_slugs')}${seen.text} ` +
    `order by ${order} limit $1::bigint + $2::bigint) keys`
  );
};

const states = 'unnest($3::text[]) state (status) cross join unnest($4::boolean[]) known (is_seen)';
const ofState: readonly Equality[] = [
  ['is_seen', 'known.is_seen'],
  ['status', 'state.status'],
];

const inCollections = (ids: string, more: readonly Equality[] = []): Scan => ({
  wanted: `${states} cross join unnest(${ids}::uuid[]) place (id)`,
  equalities: [['collection_id', 'place.id'], ...more, ...ofState],
});

/** The statement of a list, and its values: those of the page, of the states, the collections, the locale, and what was seen. */
export const listStatement = (
  query: RedirectQuery,
): { readonly statement: Statement; readonly values: readonly Value[] } => {
  const { status, limit, offset, seenIn, locale } = query;
  const collections = limitingIds(query);
  const values = [
    limit,
    offset,
    status === undefined ? contentStatuses : [status],
    seenIn === undefined ? [true, false] : [true],
    ...(locale === undefined ? [] : [locale.others, locale.localized, locale.code]),
    ...(locale !== undefined || collections === undefined ? [] : [collections]),
  ];
  // For all collections, the index finds those that were seen.
  const filter = seenIn === 'all' ? {} : query;
  const seen = seenCondition(filter, 'former_slugs', values.length + 1);
  const statement =
    locale !== undefined
      ? list(
          'redirects_locale',
          [inCollections('$6', [['locale', '$7::text']]), inCollections('$5')],
          seen,
        )
      : collections === undefined
        ? list('redirects', [{ wanted: states, equalities: ofState }], seen)
        : list('redirects_collections', [inCollections('$5')], seen);
  return { statement, values: [...values, ...seen.values] };
};

export const find: Statement = {
  name: 'redirect_find',
  text: `select ${selection} from former_slugs former ${withItem} where former.slug = $1 and ${isFree('former')}`,
  rowMode: 'array',
};

export const findItemIds: Statement = {
  name: 'former_slugs_items',
  text: `select slug, content_id from former_slugs where slug = any ($1) and ${isOwn('former_slugs')}`,
};

export const remove: Statement = {
  name: 'redirect_remove',
  text:
    `delete from former_slugs where slug = $1 and content_id = $2 and ${isFree('former_slugs')} ` +
    'and (select collection_id from content where id = $2) = $3',
};

export const listAfter: Statement = {
  name: 'former_slugs_after',
  text:
    `select slug, content_id, seen_in, ${stampSelection('former')} from (select slug, content_id, seen_in from former_slugs ` +
    `where slug > $2 and ${isOwn('former_slugs')} order by slug limit $1) former order by slug`,
};

/**
 * Takes slugs, the ids of their items, and the collections in which they were seen, each set as a text. Replaces the former
 * slug of another item that its item has now.
 */
export const add: Statement = {
  name: 'former_slugs_add',
  text:
    `with ${anywhere('= any ($2::uuid[])')}, ` +
    'given as (select distinct on (slug) slug, id as content_id, seen_in from unnest($1::text[], $2::uuid[], $3::text[]) ' +
    'with ordinality as given (slug, id, seen_in, place) order by slug, place) ' +
    'insert into former_slugs (slug, content_id, collection_id, status, locale, seen_in) ' +
    'select given.slug, item.id, item.collection_id, item.status, item.locale, given.seen_in::uuid[] ' +
    `from given join item on item.id = given.content_id where ${isOwn('given')} ` +
    'on conflict (slug) do update set content_id = excluded.content_id, ' +
    'collection_id = excluded.collection_id, status = excluded.status, locale = excluded.locale, seen_in = excluded.seen_in ' +
    'where former_slugs.content_id <> excluded.content_id ' +
    `and (select id from content where ${withSlug('excluded.slug')}) = excluded.content_id ` +
    'returning slug, content_id',
};
