import type { ContentChange } from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { execute } from '../connection/statement.ts';
import {
  template,
  valueOf,
  type Parameter,
  type Placeholder,
  type Template,
} from './change-template.ts';
import { writtenColumns, type WrittenColumn } from './content-row.ts';
import { copyPartsOf, publishedCopyPartsOf } from './working-copy-parts.ts';

/*
 * Every change is one statement, which stores all of its parts or none. It first locks the collection, if a schema has
 * decided the change, and only then the item: a change of the schema waits for the writes that it would reject, or is
 * seen by them. A condition without the lock would not see a change that is being committed.
 */

/** Null if the account does not exist. The lock prevents its deletion until the write is done. */
export const existingAuthor = (id: string): string =>
  `(select users.id from users where users.id = ${id} for key share)`;

const hasVersion = (place: Placeholder): string =>
  `id = ${place('id')} and version = ${place('expected_version')}`;

const newValue = (place: Placeholder, column: WrittenColumn): string =>
  column === 'author_id' ? existingAuthor(place(column)) : place(column);

/** The part that writes the item, under the condition if there is one. It returns its id if it was written. */
const itemPart: Readonly<
  Record<ContentChange['kind'], (place: Placeholder, condition: string) => string>
> = {
  create: (place) =>
    `insert into content (${writtenColumns.join(', ')}) ` +
    `select ${writtenColumns.map((column) => newValue(place, column)).join(', ')} from checked ` +
    'returning id',
  update: (place, condition) => {
    const assignments = writtenColumns
      .filter((column) => column !== 'id')
      .map((column) => `${column} = ${newValue(place, column)}`);
    return (
      `update content set ${assignments.join(', ')} ` +
      `where ${hasVersion(place)}${condition} returning id`
    );
  },
  delete: (place) =>
    `delete from content where ${hasVersion(place)} returning id, remove_content_copy(id)`,
};

export const revisionColumns =
  'content_id, version, title, slug, status, collection_id, author_id, changed, note, is_autosave, created_at, data';

const revisionParameters = [
  'id',
  'version',
  'title',
  'slug',
  'status',
  'collection_id',
  'revision_author_id',
  'changed',
  'note',
  'is_autosave',
  'updated_at',
  'data',
] as const satisfies readonly Parameter[];

/** Another program can have set back the version of an item. */
export const orReplace = `on conflict (content_id, version) do update set ${revisionColumns
  .split(', ')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}`;

/** All parts of a change, by name, in the order in which they depend on each other. */
const partsOf = (change: ContentChange): ReadonlyMap<string, (place: Placeholder) => string> => {
  const parts = new Map<string, (place: Placeholder) => string>();
  const isChecked = change.kind !== 'delete' && change.collectionVersion !== undefined;
  if (isChecked) {
    parts.set(
      'checked',
      (place) =>
        `select id from collections where id = ${place('collection_id')} ` +
        `and version = ${place('collection_version')} for share`,
    );
  }
  const ifChecked = isChecked ? ' and exists (select from checked)' : '';
  const before = publishedCopyPartsOf(change);
  if (before.length > 0) {
    parts.set(
      'locked',
      (place) => `select id from content where ${hasVersion(place)}${ifChecked} for no key update`,
    );
  }
  for (const [name, write] of before) parts.set(name, write);
  const condition = [ifChecked, ...before.map(([name]) => ` and exists (select from ${name})`)];
  parts.set('item', (place) => itemPart[change.kind](place, condition.join('')));
  for (const [name, write] of copyPartsOf(change)) parts.set(name, write);
  if (change.kind === 'delete') {
    parts.set('history', () => 'delete from content_revisions using item where content_id = id');
  } else if (change.revision !== undefined) {
    if (change.revision.replaces !== undefined) {
      parts.set(
        'replaced',
        (place) =>
          'delete from content_revisions revision using item ' +
          `where revision.content_id = item.id and revision.version = ${place('replaces')}`,
      );
    }
    parts.set(
      'revision',
      (place) =>
        `insert into content_revisions (${revisionColumns}) ` +
        `select ${revisionParameters.map(place).join(', ')} from item ${orReplace}`,
    );
  }
  if (change.event !== undefined) {
    parts.set('event', (place) => `insert into outbox (event) select ${place('event')} from item`);
  }
  return parts;
};

/** A change has few combinations of parts. */
const templates = new Map<string, Template>();

const templateOf = (change: ContentChange): Template => {
  const parts = partsOf(change);
  // A name of a statement has at most 63 bytes.
  const abbreviations = [...parts.keys()].map((part) => part.slice(0, 3));
  const name = `content_${change.kind}_${abbreviations.join('_')}`;
  const cached = templates.get(name);
  if (cached !== undefined) return cached;
  const rendered = template(name, (place) => {
    const all = [...parts].map(([part, write]) => `${part} as (${write(place)})`);
    return `with ${all.join(', ')} select from item`;
  });
  templates.set(name, rendered);
  return rendered;
};

/** Stores one change. @returns whether it was stored; see `Store.commit`. */
export const writeChange = async (database: Database, change: ContentChange): Promise<boolean> => {
  const { parameters, ...statement } = templateOf(change);
  const values = parameters.map((name) => valueOf(change, name));
  return (await execute(database, statement, values)) > 0;
};
