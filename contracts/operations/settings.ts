import { Type, type Static } from 'typebox';
import {
  defaultChangesDays,
  defaultTrashDays,
  maxChangesDays,
  maxTrashDays,
  publicContentChoices,
  siteNameMaxLength,
} from '../../core/index.ts';
import { dataOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { choice, list, optionalFields, titled } from '../schemas/schema.ts';

const properties = {
  siteName: Type.String({ description: `1 to ${siteNameMaxLength} characters after trimming.` }),
  registrationEnabled: Type.Boolean({
    description: 'Whether anybody may register. The first account can always be registered.',
  }),
  publicContent: choice(publicContentChoices, {
    description:
      'What callers without a session see: `all` items, including drafts, or only `published` items.',
  }),
  timeZone: Type.String({
    description: 'The time zone in which people plan changes: a name of the IANA database.',
  }),
  historyMaxPerItem: Type.Integer({
    minimum: 0,
    description: 'How many revisions of an item stay. 0 keeps none.',
  }),
  historyMaxDays: Type.Integer({
    minimum: 0,
    description: 'After how many days a revision is removed. 0 for never.',
  }),
  trashDays: Type.Integer({
    description: `How many days deleted items stay in the trash: 0 to ${maxTrashDays}, default ${defaultTrashDays}. With 0, a deletion is permanent at once. A lower value also applies to what is in the trash, within a minute.`,
  }),
  changesDays: Type.Integer({
    minimum: 1,
    description: `How many days the feed of changes goes back: 1 to ${maxChangesDays}, default ${defaultChangesDays}. Who was away for longer starts again.`,
  }),
  searchLanguage: Type.String({
    description:
      'By whose rules the search compares words: a text-search configuration that the database offers, such as `english`. Default: `simple`, which changes no word. After a change, the index is rebuilt in the background; until then, the former one answers.',
  }),
};

export const settingsSchema = titled('Settings', properties);
export type SettingsDto = Static<typeof settingsSchema>;

const settingsResponse = dataOf(settingsSchema);

export const settingsOperations = defineOperations({
  getSettings: {
    method: 'get',
    path: '/api/settings',
    tag: 'Settings',
    summary: 'Get the settings',
    description: 'All instances apply a change with the next request.',
    auth: 'admin',
    success: { kind: 'json', status: 200, schema: settingsResponse },
  },

  listSearchLanguages: {
    method: 'get',
    path: '/api/settings/search-languages',
    tag: 'Settings',
    summary: 'List the languages of the search',
    description:
      'What the setting `searchLanguage` accepts: the text-search configurations that the database offers, by name.',
    auth: 'admin',
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(list(Type.String())),
      example: { data: ['english', 'german', 'simple'] },
    },
  },

  updateSettings: {
    method: 'put',
    path: '/api/settings',
    tag: 'Settings',
    summary: 'Update the settings',
    description: 'Omitted settings keep their value.',
    auth: 'admin',
    body: jsonBody(Type.Object(optionalFields(properties)), {
      example: { publicContent: 'published' },
    }),
    success: { kind: 'json', status: 200, schema: settingsResponse },
  },
});
