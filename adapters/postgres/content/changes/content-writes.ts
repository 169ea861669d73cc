import type { ContentChange, ItemVersion } from '../../../../core/store.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { execute, type Statement } from '../../connection/statement.ts';
import { writtenColumns, type WrittenColumn } from '../content-row.ts';
import type { Parameter, Phases, Place, Step } from './change-part.ts';
import { partsOf, stepsOf, variantOf } from './change-parts.ts';
import { afterLocks, rendered, valuesOf } from './change-template.ts';
import {
  entersGroup,
  existingAuthor,
  groupsOfChange,
  hasVersion,
  item,
  meets,
  ownGroup,
} from './item-parameters.ts';
import { enterTrash, leaveTrash, lockKept, removeParts, removeToTrash } from './trash-moves.ts';

/*
 * Every change is one statement, which stores the item and all parts, or nothing. It first locks the collection, if a
 * schema has decided the change, and only then the item: a change of the schema waits for the writes that it would reject,
 * or is seen by them. A condition without the lock would not see a change that is being committed.
 */

const newValue = (place: Place, column: WrittenColumn): string => {
  const value = place(item[column]);
  return column === 'author_id' ? existingAuthor(value) : value;
};

const insertFrom = (place: Place, source: string, condition: string): string =>
  `insert into content (${writtenColumns.join(', ')}) ` +
  `select ${writtenColumns.map((column) => newValue(place, column)).join(', ')} from ${source} ` +
  `where true${condition} returning id`;

const update = (place: Place, condition: string): string => {
  const assignments = writtenColumns
    .filter((column) => column !== 'id')
    .map((column) => `${column} = ${newValue(place, column)}`);
  return (
    `update content set ${assignments.join(', ')} ` +
    `where ${hasVersion(place)}${condition} returning id`
  );
};

/** Locks the collection of the item, if a schema decided the change. */
interface CollectionLock {
  readonly variant: '' | 'ch' | 'sgch' | 'grch' | 'sggrch';
  /** The last one is `checked`, which has a row if the collection and its items are as expected. */
  readonly steps: readonly Step[];
}

const collectionVersion: Parameter = {
  type: 'integer',
  of: (change) => (change.kind === 'delete' ? null : (change.expected.collectionVersion ?? null)),
};

/** Locks the collection, and returns it if it has the expected version. */
const lockCollection = (place: Place, strength: 'share' | 'no key update'): string =>
  `select id from collections where id = ${place(item.collection_id)} ` +
  `and version = ${place(collectionVersion)} for ${strength}`;

const noLock: CollectionLock = { variant: '', steps: [] };

const lock: CollectionLock = {
  variant: 'ch',
  steps: [['checked', (place) => lockCollection(place, 'share')]],
};

// The functions are called in steps of their own: within one, they would be called before the lock is held.

const checkSingleton = (place: Place): string =>
  `select id from singleton where check_singleton_group(id, ${place(ownGroup)})`;

const singleton: Step = ['singleton', (place) => lockCollection(place, 'no key update')];

const lockOfSingleton: CollectionLock = {
  variant: 'sgch',
  steps: [singleton, ['checked', checkSingleton]],
};

const lockGroups =
  (after: string) =>
  (place: Place): string =>
    `select id from ${after} where lock_content_groups(${place(groupsOfChange)})`;

const checkGroup = (place: Place): string =>
  `select id from grouped where check_content_group(${place(item.id)}, ${place(ownGroup)}, ` +
  `${place(item.collection_id)}, ${place(item.locale)}, ${place(meets)})`;

const lockOfGroup: CollectionLock = {
  variant: 'grch',
  steps: [
    ['chosen', (place) => lockCollection(place, 'share')],
    ['grouped', lockGroups('chosen')],
    ['checked', checkGroup],
  ],
};

const lockOfSingletonGroup: CollectionLock = {
  variant: 'sggrch',
  steps: [
    singleton,
    ['chosen', checkSingleton],
    ['grouped', lockGroups('chosen')],
    ['checked', checkGroup],
  ],
};

const lockOf = (change: ContentChange): CollectionLock => {
  if (change.kind === 'delete' || change.expected.collectionVersion === undefined) return noLock;
  const { entersSingleton = false } = change.expected;
  if (entersGroup(change)) return entersSingleton ? lockOfSingletonGroup : lockOfGroup;
  return entersSingleton ? lockOfSingleton : lock;
};

/** The frame of a statement: moves the item. The parts write what is beside it. */
interface Frame {
  readonly verb: string;
  readonly before?: Step;
  /** The step `item`, under the condition if there is one. It returns the id of the item if it was written. */
  readonly item: (place: Place, condition: string) => string;
  readonly after?: Step;
}

const frames = {
  create: {
    verb: 'insert_',
    item: (place, condition) => insertFrom(place, 'checked', condition),
  },
  recover: {
    verb: 'recover_',
    before: ['recovered', leaveTrash],
    item: (place, condition) => insertFrom(place, 'recovered', condition),
  },
  update: { verb: 'replace_', item: update },
  delete: {
    verb: 'delete_',
    item: (place, condition) =>
      `delete from content where ${hasVersion(place)}${condition} returning id, ${removeParts}`,
  },
  trash: {
    verb: 'delete_kp',
    before: ['kept', lockKept],
    item: removeToTrash,
    after: ['trash', enterTrash],
  },
} satisfies Readonly<Record<ContentChange['kind'] | 'trash', Frame>>;

const frameOf = (change: ContentChange): Frame =>
  frames[change.kind === 'delete' && change.trash !== undefined ? 'trash' : change.kind];

/** All steps of a statement, in the order in which they depend on each other. */
const stepsIn = (
  { before, item: write, after }: Frame,
  { steps, variant }: CollectionLock,
  { locks, guards, calls, stores }: Phases,
): readonly Step[] => {
  const ifLocked = afterLocks(locks);
  const ifChecked = variant === '' ? '' : ' and exists (select from checked)';
  const ifGuarded = guards.map(([name]) => ` and exists (select from ${name})`).join('');
  const lockItem: Step = [
    'locked',
    (place) =>
      `select id from content where ${hasVersion(place)}${ifLocked}${ifChecked} for no key update`,
  ];
  const named = guards.map(([name, text], index): Step => {
    const [previous] = guards[index - 1] ?? lockItem;
    return [name, (place) => text(place, previous)];
  });
  // Other frames select from the step itself.
  const isUpdate = write === update;
  const condition = `${ifLocked}${isUpdate ? ifChecked : ''}${ifGuarded}`;
  const returned = (place: Place): string => calls.map((call) => `, ${call(place)}`).join('');
  return [
    ...locks,
    ...steps,
    ...(guards.length === 0 ? [] : [lockItem, ...named]),
    ...(before === undefined ? [] : [before]),
    ['item', (place) => write(place, condition) + returned(place)],
    ...(after === undefined ? [] : [after]),
    ...stores,
  ];
};

interface ChangeStatement {
  readonly name: string;
  readonly steps: () => readonly Step[];
}

/** The statement of a change. Equal names have equal steps. */
export const statementOf = (change: ContentChange): ChangeStatement => {
  const parts = partsOf(change);
  const [frame, collection] = [frameOf(change), lockOf(change)];
  const name = `content_${frame.verb}${collection.variant}${variantOf(parts)}`;
  return { name, steps: () => stepsIn(frame, collection, stepsOf(parts)) };
};

/**
 * Stores one change.
 *
 * @param leaving the ids of the items that the commit deletes.
 * @returns whether it was stored; see `Store.commit`.
 */
export const writeChange = async (
  database: DatabaseSession,
  change: ContentChange,
  leaving: readonly string[] = [],
): Promise<boolean> => {
  const { name, steps } = statementOf(change);
  const statement = rendered(name, steps);
  return (await execute(database, statement, valuesOf(statement, change, leaving))) > 0;
};

const versionLock: Statement = {
  name: 'content_lock_version',
  text: 'select from content where id = $1 and version = $2 for share',
};

/** Lets no other transaction change an item until the end of this one. @returns whether it has this version. */
export const lockVersion = async (
  database: DatabaseSession,
  { id, version }: ItemVersion,
): Promise<boolean> => (await execute(database, versionLock, [id, version])) > 0;
