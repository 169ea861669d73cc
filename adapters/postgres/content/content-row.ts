import {
  pageBytes,
  titleKey,
  type ContentItem,
  type ContentStatus,
  type JsonText,
  type Slug,
} from '../../../core/index.ts';
import { jsonArray } from '../connection/json-array.ts';
import type { Value } from '../connection/statement.ts';

/** The columns of an item, in the order of all lists of columns and values. */
export const contentColumns = [
  'id',
  'collection_id',
  'author_id',
  'title',
  'slug',
  'status',
  'data',
  'version',
  'origin_digest',
  'origin_version',
  'created_at',
  'updated_at',
  'published_at',
] as const;

type ContentColumn = (typeof contentColumns)[number];
export type WrittenColumn = ContentColumn | 'title_key';

/**
 * The columns that a write sets: those above, and the title as it is searched. The data comes last, because the driver copies
 * all values before each one that its buffer has no room for.
 */
export const writtenColumns: readonly WrittenColumn[] = [
  ...contentColumns.filter((column) => column !== 'data'),
  'title_key',
  'data',
];

/** The types of the columns as they are returned. `bigint` comes as digits. */
interface Stored extends Readonly<Record<ContentColumn, unknown>> {
  readonly id: string;
  readonly collection_id: string;
  readonly author_id: string | null;
  readonly title: string;
  readonly slug: string;
  readonly status: string;
  /** Null if the statement withheld it. */
  readonly data: string | null;
  readonly version: number | string;
  readonly origin_digest: string | null;
  readonly origin_version: number | string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly published_at: string | null;
}

type StoredIn<Columns extends readonly ContentColumn[]> = {
  readonly [Place in keyof Columns]: Stored[Columns[Place]];
};

/**
 * A row of `content`, as {@link contentSelection} selects it: an array of values, which is smaller than
 * an object with the names of the columns.
 */
export type ContentRow = StoredIn<typeof contentColumns>;

/** A row with further columns after those of an item. */
type AnyContentRow = ContentRow | readonly [...ContentRow, ...unknown[]];

/** Whether the statement did not withhold the data. */
export const isWhole = (row: AnyContentRow): boolean => row[6] !== null;

/**
 * The select list. `data` is selected as text, so that it is neither parsed nor serialized.
 *
 * @param data renders the expression for that text.
 */
export const contentSelectionWith = (data: (text: string) => string): string =>
  contentColumns
    .map((column) => (column === 'data' ? `${data('data::text')} as data` : column))
    .join(', ');

export const contentSelection: string = contentSelectionWith((text) => text);

/** Whether the data of all rows together fits in a page. */
export const isSmallPage: string = `sum(data_bytes) over () <= ${pageBytes}`;

/** Selects an item and the size of its data, `data_bytes`. Withholds all data if the page is large. */
export const pageSelection: string = `${contentSelectionWith(
  (text) => `case when ${isSmallPage} then ${text} end`,
)}, data_bytes`;

/** @param row whose data was not withheld. */
export const contentItemOf = ([
  id,
  collectionId,
  authorId,
  title,
  slug,
  status,
  data,
  version,
  originDigest,
  originVersion,
  createdAt,
  updatedAt,
  publishedAt,
]: AnyContentRow): ContentItem => ({
  id,
  collectionId,
  authorId: authorId ?? undefined,
  title,
  slug: slug as Slug,
  status: status as ContentStatus,
  data: data as JsonText,
  version: Number(version),
  origin:
    originDigest === null || originVersion === null
      ? undefined
      : { digest: originDigest, version: Number(originVersion) },
  createdAt: Number(createdAt),
  updatedAt: Number(updatedAt),
  publishedAt: publishedAt === null ? undefined : Number(publishedAt),
});

type Cell = string | number | null;

const cellOf: Readonly<Record<WrittenColumn, (item: ContentItem) => Cell>> = {
  id: (item) => item.id,
  collection_id: (item) => item.collectionId,
  author_id: (item) => item.authorId ?? null,
  title: (item) => item.title,
  slug: (item) => item.slug,
  status: (item) => item.status,
  data: (item) => item.data,
  version: (item) => item.version,
  origin_digest: (item) => item.origin?.digest ?? null,
  origin_version: (item) => item.origin?.version ?? null,
  created_at: (item) => item.createdAt,
  updated_at: (item) => item.updatedAt,
  published_at: (item) => item.publishedAt ?? null,
  title_key: (item) => titleKey(item.title),
};

/** The value that a write sets in the column. */
export const contentValueOf = (item: ContentItem, column: WrittenColumn): Value =>
  cellOf[column](item);

/** For each column, an array with the values of all items. */
export const contentColumnValues = (items: readonly ContentItem[]): readonly Value[] =>
  writtenColumns.map((column) =>
    column === 'data' ? jsonArray(items.map(({ data }) => data)) : items.map(cellOf[column]),
  );
