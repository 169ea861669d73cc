import { contentColumns } from '../content-row.ts';

/**
 * Joins the working copies of `item`, a row of `content`, that take its place in the perspective of drafts, as `copy`.
 * `offset 0` keeps the planner from joining by reading the whole table.
 */
const joinCopy =
  'left join lateral (select * from content_copies ' +
  "where content_id = item.id and item.status = 'published' offset 0) copy on true";

/** The columns that a copy replaces. None of them is null in a copy. */
const replaced: ReadonlySet<string> = new Set([
  'collection_id',
  'title',
  'slug',
  'data',
  'updated_at',
]);

const valueOf = (column: string): string =>
  replaced.has(column) ? `coalesce(copy.${column}, item.${column})` : `item.${column}`;

/** The columns of an item as it is shown, the size of its data, and the slug that it has outside of its copy. */
const shownColumns = [
  ...contentColumns.map((column) => `${valueOf(column)} as ${column}`),
  'case when copy.content_id is null then item.data_bytes else octet_length(copy.data::text) end as data_bytes',
  'item.slug as own_slug',
].join(', ');

/** Rows of items as they are shown. @param source the FROM clause, without the keyword, with `item`. */
export const shownItems = (source: string): string =>
  `select ${shownColumns} from ${source} ${joinCopy}`;
