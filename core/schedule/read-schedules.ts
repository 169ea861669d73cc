import { authorize } from '../access/policy.ts';
import { audienceOf, readableCollections } from '../access/visibility.ts';
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
  ({ schedules, site }: Pick<Dependencies, 'schedules' | 'site'>) =>
  async (actor: Actor, request: PageRequest): Promise<readonly ScheduleEntry[]> => {
    authorize(actor, 'read_schedules');
    const page = parsePage(request);
    return schedules.list(page, readableCollections(audienceOf(actor, await site.load())));
  };
