import { pageBytes, type ExactLocale, type ListPlace } from '../../../core/store.ts';
import { contentStatuses } from '../../../core/vocabulary.ts';
import { contentSelection, contentSelectionWith } from './content-row.ts';
import { equalitiesByRange, equalityWithRange, orderBy, type Equality } from './index-order.ts';
import { itemOfFormerSlug, withSlug, type Seen } from './redirects/former-slugs.ts';
import { prepared, type Statement, type Value } from '../connection/statement.ts';

const select = (name: string, clauses: string, selection = contentSelection): Statement => ({
  name,
  text: `select ${selection} from content ${clauses}`,
  rowMode: 'array',
});

/** The order leaves only the index on the id: the other indexes contain it, but not as first column. */
export const findById = select(
  'content_by_id',
  `where ${equalitiesByRange([['id', '$1']])} order by id`,
);

/** The most items that one statement finds by their ids for several readers. */
export const batchSize = 64;

const withIds = 'where id = any ($1) order by id';

export const findByIds = select('content_by_ids', withIds);

/** Withholds data that is larger than its share of a page, so that a batch never holds more than a page. */
const batchSelection = contentSelectionWith(
  (data) => `case when data_bytes <= ${pageBytes / batchSize} then ${data} end`,
);

export const findBatch = select('content_batch', withIds, batchSelection);

export const findBySlug = select('content_by_slug', `where ${withSlug('$1')}`);

export const findByGroup = select(
  'content_by_group',
  'where group_id = $1 and locale is not null order by id',
);

/** The groups come from an index alone. The data is read of those with several items, group by group. */
export const findUnequalGroups: Statement = {
  name: 'content_unequal_groups',
  text:
    'with members as materialized (select group_id from content ' +
    `where ${equalitiesByRange([['collection_id', '$1']])} and locale is not null order by collection_id, locale), ` +
    'many as materialized (select group_id from members group by group_id having count(*) > 1 order by group_id) ' +
    'select group_id as id from many cross join lateral (select count(distinct ' +
    "(select coalesce(jsonb_object_agg(key, value), '{}') " +
    'from jsonb_each(data::jsonb) where key = any ($2))) as states ' +
    'from content where content.group_id = many.group_id and locale is not null) differing ' +
    'where states > 1 order by group_id limit $3',
};

/** Finds the item with a slug or, without one, the item that had it. The second part runs only if the first finds none. */
export const getBySlug = ({ name, text }: Seen): Statement =>
  prepared(
    `content_by_any_slug${name}`,
    () =>
      `select ${contentSelection} from content where ${withSlug('$1')} union all ` +
      `select ${contentSelection} from content where id = ${itemOfFormerSlug('$1', text)} limit 1`,
  );

const inLocale = (table: string): string =>
  'select each.id from collections cross join lateral ' +
  `(select id from ${table} where collection_id = collections.id and locale = $1 limit $2) each ` +
  'where base_locale is not null';

export const countInLocale: Statement = {
  name: 'content_count_in_locale',
  text:
    'select count(*)::integer as count from ' +
    `(${inLocale('content')} union all ${inLocale('content_trash')} limit $2) found`,
};

/** Locales are in localised collections only, whose index finds the items. */
export const renameLocale = (table: 'content' | 'content_trash'): Statement => ({
  isUnbounded: true,
  name: `${table}_rename_locale`,
  text:
    `update ${table} set locale = $2 where locale = $1 and collection_id = any ` +
    '(array(select id from collections where base_locale is not null))',
});

export const findTakenSlugs: Statement = {
  name: 'content_taken_slugs',
  text: 'select slug from content where slug = any ($1)',
};

/** Ends with the item whose data exceeds the limit of a page; see the port. */
const walk = (name: string, where: string, order = 'order by id'): Statement => ({
  name,
  text:
    `select ${contentSelection} from (select *, sum(data_bytes) over ` +
    `(${order} rows between unbounded preceding and 1 preceding) as bytes_before ` +
    `from content ${where} ${order} limit $1) walked ` +
    `where bytes_before is null or bytes_before <= ${pageBytes} ${order}`,
  rowMode: 'array',
});

export const listFirst = walk('content_first', '');

export const listAfter = walk('content_after', 'where id > $2');

const orderInCollection = orderBy({ leading: ['collection_id'] });

export const listFirstOfCollection = walk(
  'content_first_of_collection',
  `where ${equalitiesByRange([['collection_id', '$2']])}`,
  orderInCollection,
);

/** Takes the place after the collection: the time of creation and the id. */
export const listOfCollectionAfter = walk(
  'content_of_collection_after',
  'where collection_id >= $2 and (collection_id, created_at, id) < ($2, $3, $4)',
  orderInCollection,
);

export type PlaceRow = readonly [id: string, createdAt: string];

/** The keys of items in the order of lists, without their rows. */
export const placesAfter = (
  collectionId: string | undefined,
  after: ListPlace | undefined,
  limit: number,
  locale?: ExactLocale,
): { readonly statement: Statement; readonly values: readonly Value[] } => {
  if (locale !== undefined) {
    const isListed = (id: string): boolean => collectionId === undefined || id === collectionId;
    const localized = locale.localized.filter(isListed);
    if (localized.length > 0) {
      const others = locale.others.filter(isListed);
      return {
        statement: exactPlaces,
        values: [
          limit,
          locale.code,
          localized,
          others,
          after?.createdAt ?? lastTime,
          after?.id ?? lastId,
        ],
      };
    }
  }
  const collection = collectionId === undefined ? [] : [collectionId];
  const place = after === undefined ? [] : [after.createdAt, after.id];
  return {
    statement: places(collection.length > 0, place.length > 0),
    values: [limit, ...collection, ...place],
  };
};

const places = (hasCollection: boolean, hasPlace: boolean): Statement =>
  prepared(`content_places${hasCollection ? '_1' : ''}${hasPlace ? '_after' : ''}`, () => {
    const first = hasCollection ? 3 : 2;
    const place = `$${first}, $${first + 1}`;
    const after = hasCollection
      ? `collection_id >= $2 and (collection_id, created_at, id) < ($2, ${place})`
      : `(created_at, id) < (${place})`;
    const all = hasCollection ? equalitiesByRange([['collection_id', '$2']]) : 'true';
    const order = orderBy({ leading: hasCollection ? ['collection_id'] : [] });
    return `select id, created_at from content where ${hasPlace ? after : all} ${order} limit $1`;
  });

/** Behind every place. */
const [lastTime, lastId] = ['9223372036854775807', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** Of localised collections, and of others. */
const exactPlaces = prepared('content_places_locale', () => {
  const after = '$5::bigint, $6::uuid';
  const statuses = contentStatuses.map((status) => `'${status}'`).join(', ');
  const inLocale: readonly Equality[] = [
    ['collection_id', 'wanted.id'],
    ['locale', '$2::text'],
  ];
  const conditions = [
    ...inLocale.map(equalityWithRange),
    'status >= one.status',
    `(status, created_at, id) < (one.status, ${after})`,
  ];
  const localized =
    'select keys.* from unnest($3::uuid[]) wanted (id) ' +
    `cross join unnest(array[${statuses}]::text[]) one (status) cross join lateral (` +
    `select id, created_at from content where ${conditions.join(' and ')} ` +
    `${orderBy({ leading: ['status'] })} limit $1) keys`;
  const others =
    'select keys.* from unnest($4::uuid[]) wanted (id) cross join lateral (' +
    'select id, created_at from content where collection_id >= wanted.id ' +
    `and (collection_id, created_at, id) < (wanted.id, ${after}) ` +
    `${orderBy({ leading: ['collection_id'] })} limit $1) keys`;
  return `select id, created_at from (${localized} union all ${others}) merged ${orderBy({})} limit $1`;
});
