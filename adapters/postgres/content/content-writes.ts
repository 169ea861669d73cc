import type { ContentChange } from '../../../core/index.ts';
import type { Database } from '../connection/connections.ts';
import { execute, type Statement, type Value } from '../connection/statement.ts';
import { contentValueOf, writtenColumns, type WrittenColumn } from './content-row.ts';
import { copyPartsOf, publishedCopyPartsOf } from './working-copy-parts.ts';
import { duePartsOf, unscheduledActions, unscheduling } from './schedule-parts.ts';

/*
 * A change is one statement, which stores all parts or none. If a schema has decided the change, it locks the collection
 * before the item: a change of the schema waits for the writes that it would reject, or they see it.
 */

export const parameterTypes = {
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
  title_key: 'text',
  collection_version: 'integer',
  expected_version: 'integer',
  revision_author_id: 'uuid',
  changed: 'json',
  note: 'text',
  is_autosave: 'boolean',
  replaces: 'integer',
  due_action: 'text',
  due_at: 'bigint',
  unscheduled: 'text[]',
  event: 'json',
  copy_version: 'uuid',
  // The last one, like in the columns of a write.
  data: 'json',
} as const satisfies Readonly<Record<WrittenColumn, string>> & Readonly<Record<string, string>>;

export type Parameter = keyof typeof parameterTypes;

const isColumn = (name: Parameter): name is WrittenColumn =>
  (writtenColumns as readonly string[]).includes(name);

export const parameterValue = (change: ContentChange, name: Parameter): Value => {
  if (isColumn(name)) return contentValueOf(change.item, name);
  const revision = change.kind === 'delete' ? undefined : change.revision;
  const schedule = change.kind === 'update' ? change : undefined;
  switch (name) {
    case 'collection_version':
      return (change.kind === 'delete' ? undefined : change.collectionVersion) ?? null;
    case 'expected_version':
      return change.kind === 'update' ? change.before.version : change.item.version;
    case 'revision_author_id':
      return revision?.authorId ?? null;
    case 'changed':
      return JSON.stringify(revision?.changed ?? []);
    case 'note':
      return revision?.note ?? null;
    case 'is_autosave':
      return revision?.isAutosave ?? false;
    case 'replaces':
      return revision?.replaces ?? null;
    case 'due_action':
      return schedule?.due?.action ?? null;
    case 'due_at':
      return schedule?.due?.at ?? null;
    case 'unscheduled':
      return unscheduledActions(change) ?? null;
    case 'event':
      return change.event ?? null;
    case 'copy_version':
      return (change.kind === 'update' ? change.copy : undefined) ?? null;
  }
};

/** Renders the placeholder of a value, with its type. */
type Placeholder = (name: Parameter) => string;

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
  const parameters = (Object.keys(parameterTypes) as Parameter[]).filter((each) => used.has(each));
  const text = write((each) => `$${parameters.indexOf(each) + 1}::${parameterTypes[each]}`);
  return { name, text, parameters };
};

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
  const before = [...publishedCopyPartsOf(change), ...duePartsOf(change)];
  if (before.length > 0) {
    parts.set(
      'locked',
      (place) => `select id from content where ${hasVersion(place)}${ifChecked} for no key update`,
    );
  }
  for (const [name, write] of before) parts.set(name, write);
  const condition = [ifChecked, ...before.map(([name]) => ` and exists (select from ${name})`)];
  parts.set(
    'item',
    (place) => itemPart[change.kind](place, condition.join('')) + unscheduling(change, place),
  );
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
  const abbreviations = [...parts.keys()].map((part) => part.slice(0, 3));
  if (unscheduledActions(change) !== undefined) abbreviations.push('unscheduling');
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
  const values = parameters.map((name) => parameterValue(change, name));
  return (await execute(database, statement, values)) > 0;
};
