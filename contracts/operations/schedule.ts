import { Type, type Static } from 'typebox';
import { scheduledActions } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { dataOf, deletedSchema, listMetaSchema } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import {
  choice,
  idSchema,
  list,
  nullable,
  pageParameters,
  timeSchema,
  titled,
} from '../schemas/schema.ts';
import { exactLocaleParameter } from '../schemas/locale-parameters.ts';

const change = {
  action: choice(scheduledActions, {
    description: '`publish` also publishes the working copy. `unpublish` leads to `draft`.',
  }),
  at: timeSchema,
  state: choice(['pending', 'failed']),
  reason: Type.Optional(
    Type.String({
      description: 'Why the change failed: an error code, a colon, and a sentence for people.',
    }),
  ),
  scheduledBy: nullable(idSchema, {
    description: 'The user in whose name the change is made, even if the account is gone.',
  }),
};

const plannedTime = (what: string) =>
  nullable(timeSchema, { description: `When the item ${what}, in epoch milliseconds.` });

const scheduleSchema = titled('Schedule', {
  publishAt: plannedTime('is published'),
  unpublishAt: plannedTime('is unpublished'),
  changes: list(titled('ScheduledChange', change), {
    description: 'The pending changes, and those that have failed.',
  }),
});
export type ScheduleDto = Static<typeof scheduleSchema>;

const scheduleEntrySchema = titled('ScheduleEntry', {
  id: idSchema,
  title: Type.String({ description: 'Of the item.' }),
  collectionId: idSchema,
  ...change,
});
export type ScheduleEntryDto = Static<typeof scheduleEntrySchema>;

const scheduleListMetaSchema = titled('ScheduleListMeta', {
  ...listMetaSchema.properties,
  timeZone: Type.String({
    description: 'The setting: the time zone in which people plan changes.',
  }),
});

const itemParams = Type.Object({ id: idSchema });

export const scheduleOperations = defineOperations({
  getSchedule: {
    method: 'get',
    path: '/api/content/{id}/schedule',
    tag: 'Content',
    summary: 'Get the schedule of a content item',
    description: 'Without planned changes, both times are null. For users only.',
    auth: 'user',
    params: itemParams,
    success: { kind: 'json', status: 200, schema: dataOf(scheduleSchema) },
  },

  planChanges: {
    method: 'put',
    path: '/api/content/{id}/schedule',
    tag: 'Content',
    summary: 'Schedule the publication of a content item, or its end',
    description:
      'Times must be in the future by the clock of the database, `publishAt` before `unpublishAt`. An omitted time stays, null clears it. Changes that have failed are removed. The rights are checked now; the hooks run, and the data is checked, when the change is made.',
    auth: 'user',
    right: 'edit',
    params: itemParams,
    body: jsonBody(
      Type.Object({
        publishAt: Type.Optional(nullable(timeSchema)),
        unpublishAt: Type.Optional(nullable(timeSchema)),
      }),
      { example: { publishAt: 1_890_000_000_000, unpublishAt: null } },
    ),
    success: { kind: 'json', status: 200, schema: dataOf(scheduleSchema) },
    errors: ['invalid_transition', 'nothing_to_publish'],
  },

  removeSchedule: {
    method: 'delete',
    path: '/api/content/{id}/schedule',
    tag: 'Content',
    summary: 'Remove the schedule of a content item',
    description:
      'Removes all planned changes of the item, and those that have failed. The item stays as it is.',
    auth: 'user',
    right: 'edit',
    params: itemParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },

  listSchedules: {
    method: 'get',
    path: '/api/schedule',
    tag: 'Content',
    summary: 'List the planned changes of content',
    description: 'Soonest first, with those that have failed. For users only.',
    auth: 'user',
    query: Type.Object({ ...pageParameters, ...exactLocaleParameter }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(scheduleEntrySchema), meta: scheduleListMetaSchema }),
    },
  },
});
