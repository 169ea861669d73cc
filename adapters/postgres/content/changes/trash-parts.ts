import { existingAuthor, type Placeholder } from './change-template.ts';
import { contentColumns } from '../content-row.ts';

/*
 * The parts of a change that move an item into the trash and back. The row moves within the database: its data is not
 * sent.
 */

/** Deletes what belongs to the deleted row. A function, because a write may add to it while the statement waits. */
export const removeParts = 'remove_content_parts(id)';

/**
 * Locks what the item in the trash refers to, before the item: a deletion of the collection waits for this one, or
 * prevents it, and finds all of its trash.
 */
export const lockKept = (place: Placeholder): string =>
  `select id, ${existingAuthor(place('author_id'))} as author_id, ` +
  `${existingAuthor(place('deleted_by'))} as deleted_by ` +
  `from collections where id = ${place('collection_id')} for key share`;

export const removeToTrash = (place: Placeholder): string =>
  `delete from content using kept where content.id = ${place('id')} ` +
  `and content.version = ${place('expected_version')} returning content.*`;

const kept = (column: string): string =>
  column === 'author_id' ? 'kept.author_id' : `item.${column}`;

export const enterTrash = (place: Placeholder): string =>
  `insert into content_trash (${contentColumns.join(', ')}, deleted_by, deleted_at) ` +
  `select ${contentColumns.map(kept).join(', ')}, kept.deleted_by, ${place('deleted_at')} ` +
  'from item cross join kept';

/** Returns a row if the item was in the trash, and if its collection is as expected. */
export const leaveTrash = (place: Placeholder): string =>
  `delete from content_trash using checked where content_trash.id = ${place('id')} ` +
  `and content_trash.version = ${place('expected_version')} returning content_trash.id`;
