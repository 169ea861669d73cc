import type { ContentChange } from '../../../../core/store.ts';
import { groupOf } from '../../../../core/vocabulary.ts';
import { contentTable, type WrittenColumn } from '../content-row.ts';
import type { Parameter, Place } from './change-part.ts';

/** The columns of the item of a change. */
export const item = Object.fromEntries(
  contentTable.columns.map(({ name, type, isText }): [string, Parameter] => [
    name,
    { type, of: (change) => contentTable.value(change.item, name), isLarge: isText },
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

export const entersGroup = (change: ContentChange): boolean =>
  change.kind !== 'delete' && change.expected.entersGroup !== undefined;

export const leavesGroup = ({ kind, item }: ContentChange): boolean =>
  kind === 'delete' && item.locale !== undefined;

/** The groups of translations in which the item is before and after the change. */
export const groupsOf = (change: ContentChange): readonly string[] =>
  [...('before' in change ? [change.before] : []), change.item].map((state) => groupOf(state).id);

export const groupsOfChange: Parameter = { type: 'uuid[]', of: groupsOf };

export const ownGroup: Parameter = { type: 'uuid', of: ({ item: state }) => groupOf(state).id };

/** Whether another item of the group must exist. */
export const meets: Parameter = {
  type: 'boolean',
  of: (change) => change.kind !== 'delete' && change.expected.entersGroup === 'existing',
};
