import type { ScheduleDto } from '../../../contracts/operations/schedule.ts';

export type PlannedChange = ScheduleDto['changes'][number];

type Action = PlannedChange['action'];

/** As in “Publish at 09:00”. */
export const actionNames: Readonly<Record<Action, string>> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
};

/** The member of a schedule that an action belongs to. */
export const memberOf = (action: Action): 'publishAt' | 'unpublishAt' =>
  action === 'publish' ? 'publishAt' : 'unpublishAt';

/** Why a change failed, without the code: a sentence for people. */
export const reasonOf = ({ reason = '' }: Pick<PlannedChange, 'reason'>): string => {
  const text = reason.replace(/^\w+: /, '');
  return /[.?!]$/.test(text) ? text : `${text}.`;
};
