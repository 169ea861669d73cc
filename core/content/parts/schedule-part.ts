import type { DecidedChange } from '../../model/content/content-change.ts';
import { pointlessIn, type ScheduledAction } from '../../model/content/schedule.ts';

/**
 * The planned changes that a change makes pointless: a change of status, those of the new status; any other, those that
 * the use case names.
 *
 * @returns undefined to leave all as they are.
 */
export const unscheduledPart = (change: DecidedChange): readonly ScheduledAction[] | undefined => {
  if (change.kind !== 'update') return undefined;
  const { before, item, parts } = change;
  return before.status === item.status ? parts?.unscheduled : pointlessIn[item.status];
};
