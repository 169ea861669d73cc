import type { ContentChange, ContentItem } from '../../../core/index.ts';
import {
  contentColumnValues,
  contentValues,
  writtenColumns,
  type WrittenColumn,
} from './content-row.ts';
import { execute, type Statement } from '../connection/statement.ts';
import type { Database } from '../connection/connections.ts';

/*
 * Every write first locks the collection, if a schema has decided it, and only then the item: a change of the
 * schema waits for the writes that it would reject, or is seen by them. A condition without the lock would not
 * see a change that is being committed.
 */

const columns = writtenColumns.join(', ');

const types: Readonly<Record<WrittenColumn, string>> = {
  id: 'uuid',
  collection_id: 'uuid',
  author_id: 'uuid',
  title: 'text',
  slug: 'text',
  status: 'text',
  data: 'json',
  version: 'integer',
  origin_digest: 'text',
  origin_version: 'integer',
  created_at: 'bigint',
  updated_at: 'bigint',
  title_key: 'text',
};

/** Renders each column with the placeholder of its value. */
const each = (render: (column: WrittenColumn, placeholder: string) => string): string =>
  writtenColumns.map((column, index) => render(column, `$${index + 1}`)).join(', ');

const placeOf = (column: WrittenColumn): string => `$${writtenColumns.indexOf(column) + 1}`;

/** The first placeholders after those of the columns. */
const [next, afterNext] = [1, 2].map((n) => `$${writtenColumns.length + n}`);

/** Null if the account does not exist. The lock prevents its deletion until the write is done. */
const existingAuthor = (id: string): string =>
  `(select users.id from users where users.id = ${id} for key share)`;

const lockedCollection = (version: string): string =>
  `with checked as (select id from collections where id = ${placeOf('collection_id')} ` +
  `and version = ${version} for share)`;

const newValue = (column: WrittenColumn, placeholder: string): string => {
  const value = `${placeholder}::${types[column]}`;
  return column === 'author_id' ? existingAuthor(value) : value;
};

/** Takes the version of the collection after the values of the columns. */
const insert: Statement = {
  name: 'content_insert',
  text: `${lockedCollection(`${next}`)} insert into content (${columns}) select ${each(newValue)} from checked`,
};

/**
 * Takes an array of values for each column, then the ids and versions of the collections. Stores all
 * items, or none.
 */
const insertAll: Statement = {
  name: 'content_insert_all',
  text:
    `with wanted as (select distinct * from unnest(${next}::uuid[], ${afterNext}::integer[]) ` +
    'as each (id, version)), ' +
    'checked as (select collections.id from wanted join collections using (id, version) ' +
    'order by collections.id for share of collections) ' +
    `insert into content (${columns}) select ` +
    `${each((column) => (column === 'author_id' ? existingAuthor(`new.${column}`) : `new.${column}`))} ` +
    `from unnest(${each((column, placeholder) => `${placeholder}::${types[column]}[]`)}) as new (${columns}) ` +
    'where (select count(*) from checked) = (select count(*) from wanted)',
};

const assignments = writtenColumns
  .filter((column) => column !== 'id')
  .map((column) => `${column} = ${newValue(column, placeOf(column))}`)
  .join(', ');

/** Takes the expected version after the values of the columns. */
const replace: Statement = {
  name: 'content_replace',
  text: `update content set ${assignments} where id = $1 and version = ${next}`,
};

/** Takes the version of the collection after the expected one. */
const replaceChecked: Statement = {
  name: 'content_replace_checked',
  text:
    `${lockedCollection(`${afterNext}`)} update content set ${assignments} ` +
    `where id = $1 and version = ${next} and exists (select from checked)`,
};

const remove: Statement = {
  name: 'content_delete',
  text: 'delete from content where id = $1 and version = $2',
};

/** Stores one change. @returns whether it was stored; see `Store.commit`. */
export const writeChange = async (database: Database, change: ContentChange): Promise<boolean> => {
  const { item } = change;
  if (change.kind === 'delete') {
    return (await execute(database, remove, [item.id, item.version])) > 0;
  }
  const values = contentValues(item);
  if (change.kind === 'create') {
    return (await execute(database, insert, [...values, change.collectionVersion])) > 0;
  }
  const { collectionVersion } = change;
  const expected = [...values, change.before.version];
  return collectionVersion === undefined
    ? (await execute(database, replace, expected)) > 0
    : (await execute(database, replaceChecked, [...expected, collectionVersion])) > 0;
};

export interface Creation {
  readonly item: ContentItem;
  readonly collectionVersion: number;
}

/** Stores all new items, or none. @returns whether they were stored. */
export const writeCreations = async (
  database: Database,
  creations: readonly Creation[],
): Promise<boolean> => {
  const items = creations.map(({ item }) => item);
  const values = [
    ...contentColumnValues(items),
    items.map(({ collectionId }) => collectionId),
    creations.map(({ collectionVersion }) => collectionVersion),
  ];
  return (await execute(database, insertAll, values)) > 0;
};
