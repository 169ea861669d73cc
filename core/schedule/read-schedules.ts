import { authorize } from '../access/policy.ts';
import { findStoredItem } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import type { ScheduledChange, ScheduleEntry } from '../model/content/schedule.ts';
import type { Dependencies } from '../ports/ports.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';

export const getSchedule =
  (dependencies: Pick<Dependencies, 'contents' | 'collections' | 'schedules'>) =>
  async (actor: Actor, id: string): Promise<readonly ScheduledChange[]> => {
    authorize(actor, 'read_schedules');
    const { item } = await findStoredItem(dependencies, actor, id);
    return (await dependencies.schedules.find(item.id)).changes;
  };

export const listSchedules =
  ({ schedules }: Pick<Dependencies, 'schedules'>) =>
  async (actor: Actor, request: PageRequest): Promise<readonly ScheduleEntry[]> => {
    authorize(actor, 'read_schedules');
    return schedules.list(parsePage(request));
  };
