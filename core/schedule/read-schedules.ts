import { authorize } from '../access/policy.ts';
import { audienceOf, visibleFilter } from '../access/visibility.ts';
import { localeCondition, type ExactLocaleRequest } from '../content/requested-languages.ts';
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

export interface ListSchedules extends PageRequest, ExactLocaleRequest {}

export const listSchedules =
  ({ schedules, site }: Pick<Dependencies, 'schedules' | 'site'>) =>
  async (
    actor: Actor,
    { locale, ...request }: ListSchedules,
  ): Promise<readonly ScheduleEntry[]> => {
    authorize(actor, 'read_schedules');
    const page = parsePage(request);
    const state = await site.load();
    const conditions = localeCondition(state, { locale });
    const { within, locale: exact } = visibleFilter(conditions, audienceOf(actor, state));
    return schedules.list(page, within, exact);
  };
