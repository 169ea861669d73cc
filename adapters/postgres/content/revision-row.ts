import { pickMembers, stateMembers, type Revision } from '../../../core/store.ts';
import type { RevisionEntry } from '../../../core/vocabulary.ts';
import { authorColumns, authorOf, type AuthorColumns } from '../accounts/author-row.ts';
import { itemFields } from './content-row.ts';
import { json, optional, orNull, plain, time, type Fields } from '../rows/fields.ts';
import { table } from '../rows/table.ts';

type Recorded = Omit<RevisionEntry, 'author'>;

/** What lists show of a revision. */
const recorded: Fields<Recorded> = {
  contentId: plain('content_id', 'uuid'),
  version: plain('version', 'integer'),
  title: itemFields.title,
  status: itemFields.status,
  authorId: orNull(plain('author_id', 'uuid')),
  changed: json('changed'),
  note: optional(plain('note', 'text')),
  isAutosave: plain('is_autosave', 'boolean'),
  createdAt: time('created_at'),
};

export const revisions = table<Revision>('content_revisions', {
  ...recorded,
  ...pickMembers(itemFields, stateMembers),
});

/** Selects whole revisions of a table that is called `revision`. */
export const revisionSelection = revisions.joined({ alias: 'revision' }).selection;

const entries = table<Recorded>('content_revisions', recorded).joined({ alias: 'revision' });

/** Selects entries of a table that is called `revision`, joined with `users`. */
export const entrySelection = `${entries.selection}, ${authorColumns}`;

export const entryOf = (row: AuthorColumns): RevisionEntry => {
  const record = entries.record(row);
  return { ...record, author: authorOf(record.authorId, row) };
};
