import {
  publicNameOf,
  type ContentStatus,
  type JsonText,
  type Revision,
  type RevisionEntry,
  type Slug,
} from '../../../core/index.ts';

/** The columns of a whole revision, whose table is called `revision`. `json` is selected as text. */
export const revisionSelection =
  'revision.content_id, revision.version, revision.title, revision.status, revision.author_id, ' +
  'revision.changed::text as changed, revision.note, revision.is_autosave, revision.created_at, ' +
  'revision.slug, revision.collection_id, revision.data::text as data';

export interface EntryRow {
  readonly content_id: string;
  readonly version: number;
  readonly title: string;
  readonly status: string;
  readonly author_id: string | null;
  readonly changed: string;
  readonly note: string | null;
  readonly is_autosave: boolean;
  readonly created_at: string;
  /** Null for an account that does not exist. */
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

type NameColumn = 'username' | 'first_name' | 'last_name';

export interface RevisionRow extends Omit<EntryRow, NameColumn> {
  readonly slug: string;
  readonly collection_id: string;
  readonly data: string;
}

const recordOf = (row: Omit<EntryRow, NameColumn>) => ({
  contentId: row.content_id,
  version: row.version,
  title: row.title,
  status: row.status as ContentStatus,
  authorId: row.author_id ?? undefined,
  changed: JSON.parse(row.changed) as string[],
  note: row.note ?? undefined,
  isAutosave: row.is_autosave,
  createdAt: Number(row.created_at),
});

export const revisionOf = (row: RevisionRow): Revision => {
  const { slug, collection_id: collectionId, data } = row;
  return { ...recordOf(row), slug: slug as Slug, collectionId, data: data as JsonText };
};

export const entryOf = (row: EntryRow): RevisionEntry => {
  const { author_id: id, username, first_name: firstName, last_name: lastName } = row;
  if (id === null || username === null) return { ...recordOf(row), author: undefined };
  const name = publicNameOf({ username, firstName: firstName ?? '', lastName: lastName ?? '' });
  return { ...recordOf(row), author: { id, name } };
};
