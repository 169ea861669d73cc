import { pageBytes, titleKey } from '../../../core/store.ts';
import type { ContentItem, ContentOrigin, TranslationGroup } from '../../../core/vocabulary.ts';
import {
  group,
  type Column,
  jsonText,
  numeric,
  optional,
  orNull,
  plain,
  time,
  withKey,
  type Fields,
} from '../rows/fields.ts';
import { table } from '../rows/table.ts';

/** The members of an item, with the columns that it has in content and in the trash. */
export const itemFields: Fields<ContentItem> = {
  id: plain('id', 'uuid'),
  collectionId: plain('collection_id', 'uuid'),
  authorId: orNull(plain('author_id', 'uuid')),
  title: plain('title', 'text'),
  slug: plain('slug', 'text'),
  status: plain('status', 'text'),
  data: jsonText('data'),
  version: numeric('version', 'integer'),
  origin: orNull(
    group({
      digest: plain('origin_digest', 'text'),
      version: numeric('origin_version', 'integer'),
    }),
  ),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
  publishedAt: orNull(time('published_at')),
  locale: optional(plain('locale', 'text')),
  group: optional(group({ id: plain('group_id', 'uuid'), since: time('group_since') })),
};

export const contentTable = table<ContentItem>('content', {
  ...itemFields,
  title: withKey(itemFields.title, 'title_key', titleKey),
});

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** The columns are named after the members. */
export type WrittenColumn =
  | SnakeCase<Exclude<keyof ContentItem, 'origin' | 'group'>>
  | `origin_${keyof ContentOrigin}`
  | `group_${keyof TranslationGroup}`
  | 'title_key';

const namesOf = (columns: readonly Column[]) =>
  columns.map(({ name }) => name) as readonly WrittenColumn[];

/** The columns of an item, in the order of its rows. */
export const contentColumns = namesOf(contentTable.selected);

/** The columns that a write sets. */
export const writtenColumns = namesOf(contentTable.columns);

/**
 * A row of `content`, as {@link contentSelection} selects it: an array of values, which is smaller than
 * an object with the names of the columns. It can have further columns after those of an item.
 */
export type ContentRow = readonly [
  id: string,
  collectionId: string,
  ...others: readonly (string | number | null)[],
];

/** Where a column is in a {@link ContentRow}. */
export const placeOf = (column: WrittenColumn): number => contentColumns.indexOf(column);

const dataAt = placeOf('data');

/** Whether the statement did not withhold the data. */
export const isWhole = (row: ContentRow): boolean => row[dataAt] !== null;

/**
 * The select list. `data` is selected as text, so that it is neither parsed nor serialized.
 *
 * @param data renders the expression for that text.
 */
export const contentSelectionWith = (data: (text: string) => string): string =>
  contentColumns
    .map((column) => (column === 'data' ? `${data('data::text')} as data` : column))
    .join(', ');

export const contentSelection: string = contentTable.selection;

/** Whether the data of all rows together fits in a page. */
export const isSmallPage: string = `sum(data_bytes) over () <= ${pageBytes}`;

/** Selects an item and the size of its data, `data_bytes`. Withholds all data if the page is large. */
export const pageSelection: string = `${contentSelectionWith(
  (text) => `case when ${isSmallPage} then ${text} end`,
)}, data_bytes`;

/** @param row whose data was not withheld. */
export const contentItemOf: (row: ContentRow) => ContentItem = contentTable.recordOfArray;
