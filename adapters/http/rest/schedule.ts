import {
  presentSchedule,
  presentScheduleEntry,
  type Handlers,
  type scheduleOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const scheduleHandlers = (
  { schedule, settings }: Pick<Cms, 'schedule' | 'settings'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof scheduleOperations, RequestContext> => ({
  getSchedule: async ({ params, actor }) => ({
    data: presentSchedule(await schedule.get(actor, params.id)),
  }),

  planChanges: async ({ params, body, actor }) => ({
    data: presentSchedule(await schedule.plan(actor, params.id, body)),
  }),

  removeSchedule: async ({ params, actor }) => {
    await schedule.remove(actor, params.id);
    return answerDeletion(params.id);
  },

  listSchedules: async ({ query, actor, elapsedMs }) => {
    const { data, meta } = await answerList(clock, elapsedMs, async () =>
      (await schedule.list(actor, query)).map(presentScheduleEntry),
    );
    return { data, meta: { ...meta, timeZone: await settings.timeZone() } };
  },
});
