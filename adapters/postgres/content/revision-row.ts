import {
  pickMembers,
  publicNameOf,
  stateMembers,
  type Revision,
  type RevisionEntry,
} from '../../../core/index.ts';
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
export const entrySelection = `${entries.selection}, username, first_name, last_name`;

export interface EntryRow {
  /** Null for an account that does not exist. */
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

export const entryOf = (row: EntryRow): RevisionEntry => {
  const record = entries.record(row);
  const { authorId: id } = record;
  const { username, first_name: firstName, last_name: lastName } = row;
  if (id === undefined || username === null) return { ...record, author: undefined };
  const name = publicNameOf({ username, firstName: firstName ?? '', lastName: lastName ?? '' });
  return { ...record, author: { id, name } };
};
