import { scheduledActions, type ContentChange } from '../../../../core/index.ts';
import { storeTime } from '../../connection/store-time.ts';

/** Renders the placeholder of a value. */
type Placeholder = (name: 'id' | 'due_action' | 'due_at' | 'unscheduled') => string;

type Parts = readonly (readonly [name: 'due', write: (place: Placeholder) => string])[];

/**
 * The part before that of the item, for a change that was planned: removes the plan. It follows all other conditions,
 * and the item is locked by then, so the item is written if the plan was there. Of several instances that carry out one
 * plan, one finds it.
 */
export const duePartsOf = (change: ContentChange): Parts => {
  if (change.kind !== 'update' || change.due === undefined) return [];
  const last = change.copy === undefined ? 'locked' : 'copy';
  return [
    [
      'due',
      (place) =>
        `delete from content_schedules where content_id = ${place('id')} ` +
        `and action = ${place('due_action')} and at = ${place('due_at')} ` +
        `and state = 'pending' and at <= ${storeTime} ` +
        `and exists (select from ${last}) returning content_id`,
    ],
  ];
};

/**
 * What the part of the item returns besides the id, in order to remove planned changes. A function sees what was
 * committed after the statement began, while it waited for the item.
 */
export const unscheduling = (change: ContentChange, place: Placeholder): string =>
  unscheduledActions(change) === undefined
    ? ''
    : `, unschedule_content(content.id, ${place('unscheduled')})`;

/** The planned changes that the change removes, together with those that have failed; undefined to remove none. */
export const unscheduledActions = (change: ContentChange): readonly string[] | undefined => {
  if (change.kind === 'delete') return scheduledActions;
  return change.kind === 'update' ? change.unscheduled : undefined;
};
