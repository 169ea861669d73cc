import { copyMembers, pickMembers, type CopyState } from '../../../../core/store.ts';
import type { WorkingCopy } from '../../../../core/vocabulary.ts';
import { group, orNull, plain, prefixed, time, type Fields } from '../../rows/fields.ts';
import { table } from '../../rows/table.ts';
import { itemFields } from '../content-row.ts';

const state: Fields<CopyState> = pickMembers(itemFields, copyMembers);

export const workingCopies = table<WorkingCopy>('content_copies', {
  contentId: plain('content_id', 'uuid'),
  version: plain('version', 'uuid'),
  authorId: orNull(plain('author_id', 'uuid')),
  ...state,
  base: group(prefixed('base_', { version: plain('version', 'integer'), ...state })),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
});

/** The columns that a write sets, without the id of the item. */
export const copyColumns = workingCopies.columns.slice(1);

/** Those that are not of the base. */
export const ownColumns = copyColumns.filter(({ name }) => !name.startsWith('base_'));
