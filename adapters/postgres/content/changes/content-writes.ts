import type { ContentChange, ItemVersion } from '../../../../core/index.ts';
import type { Database } from '../../connection/connections.ts';
import { execute, type Statement } from '../../connection/statement.ts';
import {
  existingAuthor,
  template,
  valueOf,
  type Parameter,
  type Placeholder,
  type Template,
} from './change-template.ts';
import { nameOf, type PartName } from './change-name.ts';
import { writtenColumns, type WrittenColumn } from '../content-row.ts';
import {
  afterTargets,
  boundIds,
  checkingReferences,
  insertReferences,
  lockTargets,
  referencesIn,
  replacingReferences,
} from './reference-parts.ts';
import { formerSlugPartsOf } from './former-slug-parts.ts';
import { duePartsOf, unscheduling } from './schedule-parts.ts';
import { searchedParameters, storeEntries } from '../search/search-entry.ts';
import { enterTrash, leaveTrash, lockKept, removeParts, removeToTrash } from './trash-parts.ts';
import { copyPartsOf, publishedCopyPartsOf } from './working-copy-parts.ts';

/*
 * Every change is one statement, which stores all of its parts or none. It first locks the collection, if a schema has
 * decided the change, and only then the item: a change of the schema waits for the writes that it would reject, or is
 * seen by them. A condition without the lock would not see a change that is being committed.
 */

const hasVersion = (place: Placeholder): string =>
  `id = ${place('id')} and version = ${place('expected_version')}`;

const newValue = (place: Placeholder, column: WrittenColumn): string =>
  column === 'author_id' ? existingAuthor(place(column)) : place(column);

const insertFrom = (place: Placeholder, source: string, condition: string): string =>
  `insert into content (${writtenColumns.join(', ')}) ` +
  `select ${writtenColumns.map((column) => newValue(place, column)).join(', ')} from ${source} ` +
  `where true${condition} returning id`;

/** The part that writes the item, under the condition if there is one. It returns its id if it was written. */
const itemPart: Readonly<
  Record<ContentChange['kind'], (place: Placeholder, condition: string) => string>
> = {
  create: (place, condition) => insertFrom(place, 'checked', condition),
  recover: (place, condition) => insertFrom(place, 'recovered', condition),
  update: (place, condition) => {
    const assignments = writtenColumns
      .filter((column) => column !== 'id')
      .map((column) => `${column} = ${newValue(place, column)}`);
    return (
      `update content set ${assignments.join(', ')} ` +
      `where ${hasVersion(place)}${condition} returning id`
    );
  },
  delete: (place) => `delete from content where ${hasVersion(place)} returning id, ${removeParts}`,
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

/** Locks the collection, and returns it if it has the expected version. */
const lockCollection = (place: Placeholder, strength: 'share' | 'no key update'): string =>
  `select id from collections where id = ${place('collection_id')} ` +
  `and version = ${place('collection_version')} for ${strength}`;

/** All parts of a change, by name, in the order in which they depend on each other. */
const partsOf = (change: ContentChange): ReadonlyMap<PartName, (place: Placeholder) => string> => {
  const parts = new Map<PartName, (place: Placeholder) => string>();
  const ifLocked = boundIds(change).length > 0 ? ` and ${afterTargets}` : '';
  if (ifLocked !== '') parts.set('targets', lockTargets);
  const isChecked = change.kind !== 'delete' && change.collectionVersion !== undefined;
  if (isChecked) {
    if (change.entersSingleton === true) {
      // A part of its own: within one, the function would be called before the lock is held.
      parts.set('singleton', (place) => lockCollection(place, 'no key update'));
      parts.set(
        'checked',
        (place) => `select id from singleton where check_singleton(id, ${place('id')})`,
      );
    } else {
      parts.set('checked', (place) => lockCollection(place, 'share'));
    }
  }
  const ifChecked = isChecked ? ' and exists (select from checked)' : '';
  const before = [...publishedCopyPartsOf(change), ...duePartsOf(change)];
  if (before.length > 0) {
    parts.set(
      'locked',
      (place) =>
        `select id from content where ${hasVersion(place)}${ifLocked}${ifChecked} for no key update`,
    );
  }
  for (const [name, write] of before) parts.set(name, write);
  const condition = [
    ifLocked,
    // Other kinds of changes select from the part itself.
    change.kind === 'update' ? ifChecked : '',
    ...before.map(([name]) => ` and exists (select from ${name})`),
  ];
  if (change.kind === 'recover') parts.set('recovered', leaveTrash);
  const isKept = change.kind === 'delete' && change.trash !== undefined;
  if (isKept) parts.set('kept', lockKept);
  parts.set('item', (place) => {
    const write = isKept ? removeToTrash(place) : itemPart[change.kind](place, condition.join(''));
    return (
      write +
      unscheduling(change, place) +
      replacingReferences(change, place) +
      checkingReferences(change, place)
    );
  });
  if (isKept) parts.set('trash', enterTrash);
  for (const [name, write] of copyPartsOf(change)) parts.set(name, write);
  for (const [name, write] of formerSlugPartsOf(change)) parts.set(name, write);
  if (change.kind !== 'delete' && change.revision !== undefined) {
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
  if ((change.kind === 'create' || change.kind === 'recover') && referencesIn(change).length > 0) {
    parts.set('refs', insertReferences);
  }
  if (change.kind !== 'delete' && change.search !== undefined) {
    parts.set('search', (place) =>
      storeEntries(
        `(select id as content_id, ${searchedParameters.map((name) => `${place(name)} as ${name}`).join(', ')} from item) entry`,
      ),
    );
  }
  if (change.event !== undefined) {
    parts.set('event', (place) => `insert into outbox (event) select ${place('event')} from item`);
  }
  return parts;
};

/** The statement of a change. Equal names have equal texts. */
export const writeOf = (
  change: ContentChange,
): Pick<Template, 'name'> & { render: () => Template } => {
  const parts = partsOf(change);
  const name = nameOf(change, parts.keys());
  const render = () =>
    template(name, (place) => {
      const all = [...parts].map(([part, write]) => `${part} as (${write(place)})`);
      return `with ${all.join(', ')} select from item`;
    });
  return { name, render };
};

/** A change has few combinations of parts. */
const templates = new Map<string, Template>();

const templateOf = (change: ContentChange): Template => {
  const { name, render } = writeOf(change);
  const rendered = templates.get(name) ?? render();
  templates.set(name, rendered);
  return rendered;
};

/**
 * Stores one change.
 *
 * @param leaving the ids of the items that the commit deletes.
 * @returns whether it was stored; see `Store.commit`.
 */
export const writeChange = async (
  database: Database,
  change: ContentChange,
  leaving: readonly string[] = [],
): Promise<boolean> => {
  const { parameters, ...statement } = templateOf(change);
  const values = parameters.map((name) => valueOf(change, name, leaving));
  return (await execute(database, statement, values)) > 0;
};

const versionLock: Statement = {
  name: 'content_lock_version',
  text: 'select from content where id = $1 and version = $2 for share',
};

/** Lets no other transaction change an item until the end of this one. @returns whether it has this version. */
export const lockVersion = async (
  database: Database,
  { id, version }: ItemVersion,
): Promise<boolean> => (await execute(database, versionLock, [id, version])) > 0;
