import type { ContentChange } from '../../../../core/index.ts';
import { contentValueOf, writtenColumns, type WrittenColumn } from '../content-row.ts';
import type { Parameter, Place } from './change-part.ts';

/** The types of the columns of an item. */
export const columnTypes = {
  id: 'uuid',
  collection_id: 'uuid',
  author_id: 'uuid',
  title: 'text',
  slug: 'text',
  status: 'text',
  version: 'integer',
  origin_digest: 'text',
  origin_version: 'integer',
  created_at: 'bigint',
  updated_at: 'bigint',
  published_at: 'bigint',
  title_key: 'text',
  data: 'json',
} as const satisfies Readonly<Record<WrittenColumn, string>>;

/** The columns of the item of a change. */
export const item = Object.fromEntries(
  writtenColumns.map((column): [WrittenColumn, Parameter] => [
    column,
    {
      type: columnTypes[column],
      of: (change) => contentValueOf(change.item, column),
      isLarge: column === 'data',
    },
  ]),
) as Readonly<Record<WrittenColumn, Parameter>>;

const expectedVersion: Parameter = {
  type: 'integer',
  of: (change: ContentChange) => ('before' in change ? change.before.version : change.item.version),
};

/** The condition that a table has the item in the version that the change expects. */
export const hasVersion = (place: Place, table?: string): string => {
  const of = table === undefined ? '' : `${table}.`;
  return `${of}id = ${place(item.id)} and ${of}version = ${place(expectedVersion)}`;
};

/** Null if the account does not exist. The lock prevents its deletion until the write is done. */
export const existingAuthor = (id: string): string =>
  `(select users.id from users where users.id = ${id} for key share)`;
