import type { ContentItem, ContentStatus, JsonText, Slug } from '../../core/index.ts';
import type { Value } from './statement.ts';

/**
 * A row of `content`, as {@link contentColumns} selects it: its values in order, without the names
 * that the driver would repeat for every row.
 */
export type ContentRow = readonly [
  id: string,
  collectionId: string,
  authorId: string | null,
  title: string,
  slug: string,
  status: string,
  data: string,
  version: number,
  originDigest: string | null,
  originVersion: number | null,
  createdAt: string,
  updatedAt: string,
];

/** `data` is asked for as text, so that it is neither parsed nor rendered on its way. */
export const contentColumns =
  'id, collection_id, author_id, title, slug, status, data::text as data, version, ' +
  'origin_digest, origin_version, created_at, updated_at';

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
]: ContentRow): ContentItem => ({
  id,
  collectionId,
  authorId: authorId ?? undefined,
  title,
  slug: slug as Slug,
  status: status as ContentStatus,
  data: data as JsonText,
  version,
  origin:
    originDigest === null || originVersion === null
      ? undefined
      : { digest: originDigest, version: originVersion },
  createdAt: Number(createdAt),
  updatedAt: Number(updatedAt),
});

/** In the order of the columns, as the statements of `content-statements.ts` take them. */
export const contentValues = (item: ContentItem): readonly Cell[] => [
  item.id,
  item.collectionId,
  item.authorId ?? null,
  item.title,
  item.slug,
  item.status,
  item.data,
  item.version,
  item.origin?.digest ?? null,
  item.origin?.version ?? null,
  item.createdAt,
  item.updatedAt,
];

type Cell = string | number | null;

/** The same, turned around: for each column the values of all items. */
export const contentColumnValues = (items: readonly ContentItem[]): readonly Value[] => {
  const rows = items.map(contentValues);
  const [first = []] = rows;
  return first.map((_, column) => rows.map((row) => row[column] ?? null));
};
