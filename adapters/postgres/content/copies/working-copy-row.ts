import type { CopyState, WorkingCopy } from '../../../../core/index.ts';
import { group, jsonText, orNull, plain, time, type Fields } from '../../rows/fields.ts';
import { table } from '../../rows/table.ts';

/** @param prefix of the columns. */
const stateFields = (prefix = ''): Fields<CopyState> => ({
  title: plain(`${prefix}title`, 'text'),
  slug: plain(`${prefix}slug`, 'text'),
  collectionId: plain(`${prefix}collection_id`, 'uuid'),
  data: jsonText(`${prefix}data`),
});

export const workingCopies = table<WorkingCopy>('content_copies', {
  contentId: plain('content_id', 'uuid'),
  version: plain('version', 'uuid'),
  authorId: orNull(plain('author_id', 'uuid')),
  ...stateFields(),
  base: group({ version: plain('base_version', 'integer'), ...stateFields('base_') }),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
});

/** The columns that a write sets, without the id of the item. */
export const copyColumns = workingCopies.columns.slice(1);

/** Those that are not of the base. */
export const ownColumns = copyColumns.filter(({ name }) => !name.startsWith('base_'));
