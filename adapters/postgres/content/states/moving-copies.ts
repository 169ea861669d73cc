/**
 * Whether a copy moves the item out of its collection. Only copies of published items do. A subquery, which looks up each
 * key in an index of such copies: a join could read all of them first.
 */
export const isMovedAway =
  "(select (select status = 'published' from content item where item.id = content_id) " +
  'from content_copies where content_id = content.id and collection_id <> item_collection_id)';

/**
 * The items that copies move into collections.
 *
 * @param collections a condition on the id of a collection. @param status a placeholder for the status of the items.
 */
export const movedInto = (collections: string, status?: string): string =>
  'select item.* from content_copies cross join lateral ' +
  `(select * from content where id = content_id and status = 'published'${status === undefined ? '' : ` and status = ${status}`} offset 0) item ` +
  `where content_copies.collection_id ${collections} and content_copies.collection_id <> item_collection_id`;
