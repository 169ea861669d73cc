import type { ContentChange } from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { execute } from '../connection/statement.ts';
import {
  existingAuthor,
  template,
  valueOf,
  type Parameter,
  type Placeholder,
  type Template,
} from './change-template.ts';
import { writtenColumns, type WrittenColumn } from './content-row.ts';
import { enterTrash, leaveTrash, lockKept, removeToTrash } from './trash-parts.ts';

/*
 * Every change is one statement, which stores all of its parts or none. It first locks the collection, if a schema has
 * decided the change, and only then the item: a change of the schema waits for the writes that it would reject, or is
 * seen by them. A condition without the lock would not see a change that is being committed.
 */

const newValue = (place: Placeholder, column: WrittenColumn): string =>
  column === 'author_id' ? existingAuthor(place(column)) : place(column);

const insertFrom = (place: Placeholder, source: string): string =>
  `insert into content (${writtenColumns.join(', ')}) ` +
  `select ${writtenColumns.map((column) => newValue(place, column)).join(', ')} from ${source}`;

/** The part that writes the item. It returns a row if it was written. */
const itemPart: Readonly<
  Record<ContentChange['kind'], (place: Placeholder, isChecked: boolean) => string>
> = {
  create: (place) => insertFrom(place, 'checked'),
  recover: (place) => insertFrom(place, 'recovered'),
  update: (place, isChecked) => {
    const assignments = writtenColumns
      .filter((column) => column !== 'id')
      .map((column) => `${column} = ${newValue(place, column)}`);
    const condition = isChecked ? ' and exists (select from checked)' : '';
    return (
      `update content set ${assignments.join(', ')} ` +
      `where id = ${place('id')} and version = ${place('expected_version')}${condition}`
    );
  },
  delete: (place) =>
    `delete from content where id = ${place('id')} and version = ${place('expected_version')}`,
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
  if (change.kind === 'recover') parts.set('recovered', leaveTrash);
  const isKept = change.kind === 'delete' && change.trash !== undefined;
  if (isKept) {
    parts.set('kept', lockKept);
    parts.set('item', removeToTrash);
    parts.set('trash', enterTrash);
  } else {
    parts.set('item', (place) => `${itemPart[change.kind](place, isChecked)} returning id`);
  }
  if (change.kind === 'delete') {
    if (!isKept) {
      parts.set('history', () => 'delete from content_revisions using item where content_id = id');
    }
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
        `select ${revisionParameters.map(place).join(', ')} from item`,
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
  const name = `content_${change.kind}_${[...parts.keys()].join('_')}`;
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
