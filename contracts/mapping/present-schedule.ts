import type { ScheduledChange, ScheduleEntry } from '../../core/vocabulary.ts';
import type { ScheduleDto, ScheduleEntryDto } from '../operations/schedule.ts';

/** The schedule of one item. */
export const presentSchedule = (changes: readonly ScheduledChange[]): ScheduleDto => {
  const plannedTime = (action: ScheduledChange['action']): number | null =>
    changes.find((change) => change.action === action && change.reason === undefined)?.at ?? null;
  return {
    publishAt: plannedTime('publish'),
    unpublishAt: plannedTime('unpublish'),
    changes: changes.map(presentChange),
  };
};

export const presentScheduleEntry = (entry: ScheduleEntry): ScheduleEntryDto => ({
  id: entry.contentId,
  title: entry.title,
  collectionId: entry.collectionId,
  ...presentChange(entry),
});

const presentChange = ({
  action,
  at,
  reason,
  scheduledBy,
}: ScheduledChange): ScheduleDto['changes'][number] => ({
  action,
  at,
  state: reason === undefined ? 'pending' : 'failed',
  ...(reason !== undefined && { reason }),
  scheduledBy: scheduledBy ?? null,
});
