import type { ContentChange, Expected } from '../../../../../core/store.ts';
import { scheduledActions } from '../../../../../core/vocabulary.ts';
import { storeTime } from '../../../connection/store-time.ts';
import {
  noSteps,
  type ChangePart,
  type Parameter,
  type PartSteps,
  type Place,
} from '../change-part.ts';
import { item } from '../item-parameters.ts';

const due = (change: ContentChange): Expected['due'] =>
  change.kind === 'update' ? change.expected.due : undefined;

const dueAction: Parameter = { type: 'text', of: (change) => due(change)?.action ?? null };
const dueAt: Parameter = { type: 'bigint', of: (change) => due(change)?.at ?? null };

/** Removes the plan that the change carries out. Of several instances that carry it out, one finds it. */
const carryOut = (place: Place, after: string): string =>
  `delete from content_schedules where content_id = ${place(item.id)} ` +
  `and action = ${place(dueAction)} and at = ${place(dueAt)} ` +
  `and state = 'pending' and at <= ${storeTime} ` +
  `and exists (select from ${after}) returning content_id`;

/** The planned changes that end, together with those that have failed; undefined to end none. A deletion ends all. */
const unscheduledActions = (change: ContentChange): readonly string[] | undefined => {
  if (change.kind === 'delete') return scheduledActions;
  return change.kind === 'update' ? change.parts.unscheduled : undefined;
};

const unscheduled: Parameter = {
  type: 'text[]',
  of: (change) => unscheduledActions(change) ?? null,
};

const end = (place: Place): string => `unschedule_content(content.id, ${place(unscheduled)})`;

const ended: PartSteps = { variant: 'us', calls: [end] };
const carriedOut: PartSteps = { variant: 'du', guards: [['due', carryOut]] };
const both: PartSteps = { ...carriedOut, ...ended, variant: 'duus' };

export const schedulePart: ChangePart = {
  of: (change) => {
    const ends = unscheduledActions(change) !== undefined;
    if (due(change) === undefined) return ends ? ended : noSteps;
    return ends ? both : carriedOut;
  },
};
