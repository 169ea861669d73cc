import {
  pageBytes,
  titleKey,
  type CollectionLocales,
  type ContentFilter,
  type ExactLocale,
  type Shown,
  type SizedItem,
} from 'quoin/core/store';
import type { ContentItem } from 'quoin/core/vocabulary';
import type { Db, Sql } from '../work/db.ts';
import { rowsOf } from '../work/rows.ts';

const { recordOf, rowOf } = rowsOf<ContentItem>(
  {
    id: 'id',
    collectionId: 'collection_id',
    authorId: 'author_id',
    title: 'title',
    slug: 'slug',
    status: 'status',
    data: 'data',
    version: 'version',
    origin: 'origin',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    publishedAt: 'published_at',
    locale: 'locale',
    group: 'translation_group',
  },
  ['origin', 'group'],
);

export interface ItemRow {
  readonly id: string;
  readonly data: string;
}

export const itemOf: (row: ItemRow) => ContentItem = recordOf;

export const putItem = (db: Db, item: ContentItem): void =>
  db.put('items', 'id', {
    ...rowOf(item),
    title_key: titleKey(item.title),
  });

/** The items of a group of translations. */
export const itemsOfGroup = (db: Db, groupId: string): readonly ContentItem[] =>
  db.all<ItemRow>('select * from items where group_id = ?', groupId).map(itemOf);

export type Items = 'items' | 'shown_items';

/** The table of items, and the view in which working copies take their place. */
export const tableOf: Readonly<Record<Shown, Items>> = {
  published: 'items',
  unpublished: 'shown_items',
};

export const findItem = (db: Db, id: string, items: Items = 'items'): ContentItem | undefined => {
  const row = db.get<ItemRow>(`select * from ${items} where id = ?`, id);
  return row && itemOf(row);
};

/** Joins conditions, all of which must hold. */
export const allOf = (...conditions: readonly (Sql | undefined)[]): Sql => {
  const given = conditions.filter((condition) => condition !== undefined);
  return {
    sql: given.length === 0 ? 'true' : given.map(({ sql }) => `(${sql})`).join(' and '),
    values: given.flatMap(({ values }) => values),
  };
};

export const amongIds = (ids: readonly string[], column = 'id'): Sql => ({
  sql: `${column} in (select value from json_each(?))`,
  values: [JSON.stringify(ids)],
});

/**
 * @param limits the locales of some collections. @param collection its column. @param locale its column.
 * @returns undefined if there are no limits.
 */
export const inLocales = (
  limits: readonly CollectionLocales[] | undefined,
  collection: string,
  locale: string,
): Sql | undefined =>
  limits && {
    sql: limits
      .map(
        () => `(${collection} <> ? or coalesce(${locale}, '') in (select value from json_each(?)))`,
      )
      .join(' and '),
    values: limits.flatMap(({ collectionId, locales }) => [collectionId, JSON.stringify(locales)]),
  };

/** @param prefix of the columns, such as `i.`. */
export const matching = (
  { status, collectionId, within, locale }: ContentFilter,
  prefix = '',
): Sql =>
  allOf(
    status === undefined ? undefined : { sql: `${prefix}status = ?`, values: [status] },
    collectionId === undefined
      ? undefined
      : { sql: `${prefix}collection_id = ?`, values: [collectionId] },
    within === 'all' ? undefined : amongIds(within, `${prefix}collection_id`),
    inLocale(locale, prefix),
  );

/** Items without a locale belong to every language. */
export const inLocale = (locale: ExactLocale | undefined, prefix = ''): Sql | undefined =>
  locale && { sql: `${prefix}locale is null or ${prefix}locale = ?`, values: [locale.code] };

/** The items of a page or, if they are too large for one, their sizes. @param rest of the statement, from `where`. */
export const itemsOrSizes = (
  db: Db,
  items: Items,
  { sql, values }: Sql,
): { readonly items: readonly ContentItem[] } | { readonly large: readonly SizedItem[] } => {
  const sizes = sizesOf(db, items, { sql, values });
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
  if (sum > pageBytes) return { large: sizes };
  return { items: db.all<ItemRow>(`select * from ${items} ${sql}`, ...values).map(itemOf) };
};

export const sizesOf = (db: Db, items: Items, { sql, values }: Sql): readonly SizedItem[] =>
  db
    .all<SizedItem>(`select id, octet_length(data) as bytes from ${items} ${sql}`, ...values)
    .map((row) => ({ ...row }));

/** The first records, including the one with which the sum of their bytes exceeds `pageBytes`. */
export const upToPageBytes = <T>(records: Iterable<T>, bytesOf: (record: T) => number): T[] => {
  const found: T[] = [];
  let bytes = 0;
  for (const record of records) {
    found.push(record);
    bytes += bytesOf(record);
    if (bytes > pageBytes) break;
  }
  return found;
};
