import type { ContentChange, ContentItem } from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { jsonArray } from '../connection/json-array.ts';
import { execute, type Statement, type Value } from '../connection/statement.ts';
import {
  existingAuthor,
  types,
  valueOf,
  type Parameter,
  type Placeholder,
} from './change-parameters.ts';
import { contentColumnValues, writtenColumns, type WrittenColumn } from './content-row.ts';
import { enterTrash, leaveTrash, lockKept, removeToTrash } from './trash-parts.ts';

/*
 * Every change is one statement, which stores all of its parts or none. It first locks the collection, if a schema has
 * decided the change, and only then the item: a change of the schema waits for the writes that it would reject, or is
 * seen by them. A condition without the lock would not see a change that is being committed.
 */

interface Template extends Statement {
  /** The values, in the order of their placeholders. */
  readonly parameters: readonly Parameter[];
}

/** @param write renders the statement; called twice, because the first call shows which values it takes. */
const template = (name: string, write: (place: Placeholder) => string): Template => {
  const used = new Set<Parameter>();
  write((parameter) => {
    used.add(parameter);
    return '';
  });
  const parameters = (Object.keys(types) as Parameter[]).filter((each) => used.has(each));
  const text = write((each) => `$${parameters.indexOf(each) + 1}::${types[each]}`);
  return { name, text, parameters };
};

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

const revisionColumns =
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
  if (change.kind === 'delete' && change.trash !== undefined) {
    parts.set('kept', lockKept);
    parts.set('item', removeToTrash);
    parts.set('trash', enterTrash);
  } else {
    parts.set('item', (place) => `${itemPart[change.kind](place, isChecked)} returning id`);
  }
  if (change.kind === 'delete') {
    if (change.trash === undefined) {
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

export type Creation = Extract<ContentChange, { readonly kind: 'create' }>;

const columnCount = writtenColumns.length;

/**
 * Takes an array of values for each column, then the ids and versions of the collections, then the revisions and the
 * events. Stores all items, or none.
 */
const insertAll: Statement = {
  name: 'content_insert_all',
  text:
    `with wanted as (select distinct * from unnest($${columnCount + 1}::uuid[], ` +
    `$${columnCount + 2}::integer[]) as each (id, version)), ` +
    'checked as (select collections.id from wanted join collections using (id, version) ' +
    'order by collections.id for share of collections), ' +
    `new as (select * from unnest(${writtenColumns
      .map((column, index) => `$${index + 1}::${types[column]}[]`)
      .join(', ')}) as new (${writtenColumns.join(', ')})), ` +
    `item as (insert into content (${writtenColumns.join(', ')}) select ` +
    `${writtenColumns
      .map((column) => (column === 'author_id' ? existingAuthor('new.author_id') : `new.${column}`))
      .join(', ')} from new ` +
    'where (select count(*) from checked) = (select count(*) from wanted) returning id), ' +
    `revision as (insert into content_revisions (${revisionColumns}) ` +
    'select new.id, new.version, new.title, new.slug, new.status, new.collection_id, facts.author_id, ' +
    'facts.changed, facts.note, facts.is_autosave, new.updated_at, new.data ' +
    `from unnest($${columnCount + 3}::uuid[], $${columnCount + 4}::uuid[], $${columnCount + 5}::json[], ` +
    `$${columnCount + 6}::text[], $${columnCount + 7}::boolean[]) ` +
    'as facts (id, author_id, changed, note, is_autosave) join item using (id) join new using (id)), ' +
    `event as (insert into outbox (event) select event from unnest($${columnCount + 8}::json[]) ` +
    'as events (event) where exists (select from item)) ' +
    'select from item',
};

/** Stores all new items, or none. @returns whether they were stored. */
export const writeCreations = async (
  database: Database,
  creations: readonly Creation[],
): Promise<boolean> => {
  const items: readonly ContentItem[] = creations.map(({ item }) => item);
  const revised = creations.filter(({ revision }) => revision !== undefined);
  const ofRevised = (name: Parameter) => revised.map((change) => valueOf(change, name));
  const values = [
    ...contentColumnValues(items),
    items.map(({ collectionId }) => collectionId),
    creations.map(({ collectionVersion }) => collectionVersion),
    revised.map(({ item }) => item.id),
    ofRevised('revision_author_id'),
    jsonArray(revised.map(({ revision }) => JSON.stringify(revision?.changed ?? []))),
    ofRevised('note'),
    ofRevised('is_autosave'),
    jsonArray(creations.flatMap(({ event }) => event ?? [])),
  ];
  return (await execute(database, insertAll, values as readonly Value[])) > 0;
};
