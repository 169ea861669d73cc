import { Type, type Static } from 'typebox';
import { fallbackMax, localesMax, writingDirections } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { dataOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { etagHeader } from '../schemas/response-headers.ts';
import { choice, list, optionalFields, titled } from '../schemas/schema.ts';

const localeSchema = titled('Locale', {
  code: Type.String({
    description:
      'A BCP 47 tag of a language, perhaps with a script and a region, in canonical case: `de`, `pt-BR`, `zh-Hant`.',
  }),
  name: Type.String(),
  fallback: list(Type.String(), {
    description: 'The codes that are read where a translation is missing, the first one first.',
  }),
  direction: choice(writingDirections, {
    description: 'Whether it is written from left to right or from right to left.',
  }),
  searchLanguage: Type.Optional(
    Type.String({ description: 'The language of the search; absent for that of the site.' }),
  ),
});
export type LocaleDto = Static<typeof localeSchema>;

const requestFields = {
  code: Type.String({ description: 'In any case. Without variants and extensions.' }),
  name: Type.String({ description: 'Up to 200 characters. If omitted or empty, the code.' }),
  fallback: list(Type.String(), {
    description: `The whole chain: up to ${fallbackMax} other codes of the new list.`,
  }),
  searchLanguage: Type.String({
    description: 'One of `GET /api/settings/search-languages`. If omitted, that of the site.',
  }),
  renamedFrom: Type.String({
    description:
      'The code that the locale has now. It gets `code` instead, with everything that has it.',
  }),
};

const updateLocalesBody = Type.Object({
  locales: list(Type.Object({ ...optionalFields(requestFields), code: requestFields.code }), {
    description: `The new list, at most ${localesMax}. The first one is the default.`,
  }),
});

const example = {
  data: [
    { code: 'de', name: 'Deutsch', fallback: [], direction: 'ltr', searchLanguage: 'german' },
    { code: 'ar', name: 'العربية', fallback: ['de'], direction: 'rtl' },
  ],
};

const localesAnswer = {
  kind: 'json',
  status: 200,
  schema: dataOf(list(localeSchema)),
  headers: Type.Object(etagHeader),
  example,
} as const;

export const localeOperations = defineOperations({
  listLocales: {
    method: 'get',
    path: '/api/locales',
    tag: 'Locales',
    summary: 'List the locales',
    description: 'In their order: the first one is the default. A new service has none.',
    auth: 'public',
    success: localesAnswer,
  },

  updateLocales: {
    method: 'put',
    path: '/api/locales',
    tag: 'Locales',
    summary: 'Replace the locales',
    description:
      'Replaces the whole list. A locale that is the base locale of a collection cannot be removed, only renamed with `renamedFrom`: otherwise the response is 409. No item is written.',
    auth: 'admin',
    headers: Type.Object({
      'If-Match': Type.Optional(
        Type.String({
          description:
            'An `ETag` of the list. Returns 412, and changes nothing, if it is not the current one.',
        }),
      ),
    }),
    body: jsonBody(updateLocalesBody, {
      example: {
        locales: [
          { code: 'de', name: 'Deutsch', searchLanguage: 'german' },
          { code: 'ar', name: 'العربية', fallback: ['de'] },
        ],
      },
    }),
    success: localesAnswer,
    errors: ['locale_in_use'],
  },
});
