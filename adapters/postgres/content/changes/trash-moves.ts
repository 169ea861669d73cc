import type { ContentChange, Deletion } from '../../../../core/store.ts';
import { contentColumns } from '../content-row.ts';
import type { Parameter, Place } from './change-part.ts';
import { existingAuthor, hasVersion, item } from './item-parameters.ts';

const trashing = (change: ContentChange): Deletion | undefined =>
  change.kind === 'delete' ? change.trash : undefined;

const deletedAt: Parameter = {
  type: 'bigint',
  of: (change) => trashing(change)?.deletedAt ?? null,
};
const deletedBy: Parameter = { type: 'uuid', of: (change) => trashing(change)?.deletedBy ?? null };

/*
 * The steps of a change that move an item into the trash and back. The row moves within the database: its data is not
 * sent.
 */

/** Deletes what belongs to the deleted row. A function, because a write may add to it while the statement waits. */
export const removeParts = 'remove_content_parts(id)';

/**
 * Locks what the item in the trash refers to, before the item: a deletion of the collection waits for this one, or
 * prevents it, and finds all of its trash.
 */
export const lockKept = (place: Place): string =>
  `select id, ${existingAuthor(place(item.author_id))} as author_id, ` +
  `${existingAuthor(place(deletedBy))} as deleted_by ` +
  `from collections where id = ${place(item.collection_id)} for key share`;

export const removeToTrash = (place: Place, condition: string): string =>
  `delete from content using kept where ${hasVersion(place, 'content')}${condition} returning content.*`;

const kept = (column: string): string =>
  column === 'author_id' ? 'kept.author_id' : `item.${column}`;

export const enterTrash = (place: Place): string =>
  `insert into content_trash (${contentColumns.join(', ')}, deleted_by, deleted_at) ` +
  `select ${contentColumns.map(kept).join(', ')}, kept.deleted_by, ${place(deletedAt)} ` +
  'from item cross join kept';

const groupBefore: Parameter = {
  type: 'uuid',
  of: (change) => ('before' in change ? (change.before.group?.id ?? null) : null),
};

/** Returns a row if the item was in the trash, in its group, and if its collection is as expected. */
export const leaveTrash = (place: Place): string =>
  `delete from content_trash using checked where ${hasVersion(place, 'content_trash')} ` +
  `and content_trash.group_id is not distinct from ${place(groupBefore)} returning content_trash.id`;
