import type { ContentChange } from '../../../core/index.ts';

/** When the statement began, by the clock of the database, rounded down: nothing is due too early. */
export const statementTime = 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint';

/** Renders the placeholder of a value. */
type Placeholder = (
  name: 'id' | 'expected_version' | 'due_action' | 'due_at' | 'unscheduled',
) => string;

type Parts = readonly (readonly [name: string, write: (place: Placeholder) => string])[];

/**
 * The parts before that of the item, for a change that was planned. The item is locked first, so that it cannot change
 * after the row of the plan was removed. Of several instances that carry out one plan, one finds this row.
 *
 * @param isChecked whether there is a part `checked`.
 */
export const duePartsOf = (change: ContentChange, isChecked: boolean): Parts => {
  if (change.kind !== 'update' || change.due === undefined) return [];
  return [
    [
      'locked',
      (place) =>
        `select id from content where id = ${place('id')} and version = ${place('expected_version')}` +
        `${isChecked ? ' and exists (select from checked)' : ''} for no key update`,
    ],
    [
      'due',
      (place) =>
        `delete from content_schedules using locked where content_id = locked.id ` +
        `and action = ${place('due_action')} and at = ${place('due_at')} ` +
        `and state = 'pending' and at <= ${statementTime} returning content_id`,
    ],
  ];
};

/** The parts after that of the item: a deletion removes the schedule, other changes what they make pointless. */
export const schedulePartsOf = (change: ContentChange): Parts => {
  const ofItem = 'delete from content_schedules using item where content_id = item.id';
  if (change.kind === 'delete') return [['schedule', () => ofItem]];
  if (change.kind !== 'update' || change.unscheduled === undefined) return [];
  return [
    [
      'unscheduled',
      (place) => `${ofItem} and (state = 'failed' or action = any (${place('unscheduled')}))`,
    ],
  ];
};
