import { api } from '../api/client.ts';
import { withLanguages } from '../api/read-languages.ts';
import type { ScheduleEntryDto } from '../../../contracts/operations/schedule.ts';

/** A planned change of an item. */
export interface PlannedChange extends ScheduleEntryDto {
  /** The language of the item, if it has one. */
  readonly locale?: string;
}

/** The planned changes of all items, soonest first, and the zone in which people plan. */
export interface Schedules {
  readonly changes: readonly PlannedChange[];
  readonly timeZone: string;
}

/** @param limit at most 1,000. @throws ApiError, OfflineError. */
export const readSchedules = async (limit: number): Promise<Schedules> => {
  const { data, meta } = (await api.listSchedules({ query: { limit } })).body;
  return { changes: await withLanguages(data), timeZone: meta.timeZone };
};
