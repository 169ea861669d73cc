import { api } from '../api/client.ts';
import type { ScheduleEntryDto } from '../../../contracts/operations/schedule.ts';

/** The planned changes of all items, soonest first, and the zone in which people plan. */
export interface Schedules {
  readonly changes: readonly ScheduleEntryDto[];
  readonly timeZone: string;
}

/** @param limit at most 1,000. @throws ApiError, OfflineError. */
export const readSchedules = async (limit: number): Promise<Schedules> => {
  const { data, meta } = (await api.listSchedules({ query: { limit } })).body;
  return { changes: data, timeZone: meta.timeZone };
};
