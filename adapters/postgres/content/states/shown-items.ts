import { candidatesMax } from '../../../../core/vocabulary.ts';
import { contentColumns } from '../content-row.ts';

/**
 * Joins the working copies of `item`, a row of `content`, that take its place in what is unpublished, as `copy`.
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
  'coalesce(copy.data_bytes, item.data_bytes) as data_bytes',
  'item.slug as own_slug',
].join(', ');

/** Rows of items as they are shown. @param source the FROM clause, without the keyword, with `item`. */
export const shownItems = (source: string): string =>
  `select ${shownColumns} from ${source} ${joinCopy}`;

/** The published items of which only the copy has the slug. @param slug a placeholder. */
export const renamedByCopies = (slug: string): string =>
  'select item.* from content_copies cross join lateral ' +
  "(select * from content where id = content_id and status = 'published' offset 0) item " +
  `where content_copies.slug = ${slug} and item.slug <> ${slug}`;

/**
 * Whether no copy takes the place of an item with this status. A subquery, which looks up each item: a join could read all
 * copies first.
 */
export const hasNoShownCopy = (status: string, id: string): string =>
  `(${status} <> 'published' or (select true from content_copies copy where copy.content_id = ${id}) is null)`;

/** The items that are shown in the collection because of their copies, as {@link shownItems}. */
export const shownCopies = (collectionId: string): string =>
  shownItems(
    `(${copiesIn(collectionId)} limit ${2 * candidatesMax}) found cross join lateral ` +
      "(select * from content where id = found.content_id and status = 'published' offset 0) item",
  );

/** The copies that stay in the collection, and those that move their items there. */
const copiesIn = (collectionId: string): string =>
  `select content_id from content_copies where item_collection_id = '${collectionId}' and collection_id = '${collectionId}' ` +
  `union all ${copiesMovedTo(collectionId, 'content_id')}`;

const copiesMovedTo = (collectionId: string, column: string): string =>
  `select ${column} from content_copies where collection_id = '${collectionId}' and collection_id <> item_collection_id`;

/** The sizes of the copies of items in the collection, and of those that move items there. */
export const copiesOf = (collectionId: string): string =>
  `select data_bytes from content_copies where item_collection_id = '${collectionId}' ` +
  `union all ${copiesMovedTo(collectionId, 'data_bytes')}`;
