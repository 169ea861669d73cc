import { Type, type Static, type TSchema, type TUnsafe } from 'typebox';
import {
  roles,
  settingRows,
  type Setting,
  type SettingName,
  type SettingValues,
} from '../../core/vocabulary.ts';
import { dataOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { choice, list, optionalFields, titled } from '../schemas/schema.ts';

/** The schema of a setting. The core checks what it leaves open. */
const schemaOf = (setting: Setting): TSchema => {
  const { description } = setting;
  switch (setting.kind) {
    case 'text':
    case 'time_zone':
    case 'search_language':
      return Type.String({ description });
    case 'flag':
      return Type.Boolean({ description });
    case 'choice':
      return choice(setting.choices, { description });
    case 'roles':
      return Type.Array(choice(roles), { uniqueItems: true, description });
    case 'count': {
      const { min, max } = setting;
      // A range that begins at 0 is left to the core: its message names both ends.
      const isWholeRange = min === 0 && max !== undefined;
      return Type.Integer({ ...(!isWholeRange && { minimum: min }), description });
    }
  }
};

const properties = Object.fromEntries(
  settingRows.map(([name, setting]) => [name, schemaOf(setting)]),
) as { readonly [N in SettingName]: TUnsafe<SettingValues[N]> };

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
