import { Type } from 'typebox';
import { copiedParts, workStates } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import {
  contentItemResponse,
  itemExample,
  perspectiveParameters,
} from '../schemas/content-schemas.ts';
import { contentReadErrors, contentWriteErrors } from '../schemas/error-codes.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { changeNoteHeader, ifMatchHeader } from '../schemas/request-headers.ts';
import { contentHeaders, etagHeader, locationHeader } from '../schemas/response-headers.ts';
import { choice, idSchema, list, pageParameters } from '../schemas/schema.ts';
import { dataOf, listOf } from '../schemas/envelope.ts';
import { translationSchema, translationWorkSchema } from '../schemas/translation-schemas.ts';
import { summaryListMetaSchema } from './content-summaries.ts';

const idParams = Type.Object({ id: idSchema });

const example = { ...itemExample, locale: 'en', group: itemExample.id };
const translated = {
  ...example,
  id: '0198c0de-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
  title: 'Gezeitentümpel im Winter',
  locale: 'de',
};

const translationExample = {
  locale: 'de',
  state: 'outdated',
  id: translated.id,
  title: translated.title,
  slug: translated.slug,
  status: translated.status,
  updated_at: translated.updated_at,
  source: { id: example.id, version: 3 },
  changed: ['title', 'data.content'],
} as const;

const written = {
  kind: 'json',
  status: 200,
  schema: contentItemResponse,
  headers: Type.Object(etagHeader),
} as const;

export const translationOperations = defineOperations({
  listTranslations: {
    method: 'get',
    path: '/api/content/{id}/translations',
    tag: 'Content',
    summary: 'List the translations of a content item',
    description:
      'The item and its translations, in the order of the locales. Users also see which locales are missing, and which translations are outdated; other callers only the items that they may see.',
    auth: 'public',
    params: idParams,
    query: Type.Object(perspectiveParameters),
    success: {
      kind: 'json',
      status: 200,
      schema: listOf(translationSchema),
      headers: Type.Object(contentHeaders),
    },
    errors: [...contentReadErrors, 'not_localized'],
  },

  updateTranslationSource: {
    method: 'put',
    path: '/api/content/{id}/translations/source',
    tag: 'Content',
    summary: 'Record that a translation is up to date',
    description:
      'Records from which item of its group, and from which version of that, it was made. The item gets no new version.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    body: jsonBody(
      Type.Object({
        id: Type.Optional(
          Type.String({
            description:
              'Another item of the group. Default: the present source; without one, the item of the group that has no source and whose locale comes first.',
          }),
        ),
        version: Type.Optional(
          Type.Integer({
            description:
              'A version of that item, which its history must have. Default: the present one.',
          }),
        ),
      }),
      { example: { id: example.id, version: 3 } },
    ),
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(translationSchema),
      example: { data: translationExample },
    },
    errors: ['not_localized'],
  },

  listTranslationWork: {
    method: 'get',
    path: '/api/translations',
    tag: 'Content',
    summary: 'List what there is to translate',
    description:
      'What is missing in a locale, and its outdated translations, in the order of lists in a locale. Contains what lists of content show to the caller. For users only.',
    auth: 'user',
    query: Type.Object({
      ...pageParameters,
      locale: Type.String({ description: 'A locale of the service.' }),
      state: Type.Optional(choice(workStates, { description: 'Default: both.' })),
      collection: Type.Optional(
        Type.String({
          description:
            'The name of a collection. An unknown or inactive collection gives an empty list.',
        }),
      ),
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(translationWorkSchema), meta: summaryListMetaSchema }),
    },
    errors: ['rate_limited'],
  },

  createTranslation: {
    method: 'post',
    path: '/api/content/{id}/translations',
    tag: 'Content',
    summary: 'Translate a content item',
    description:
      'Creates a draft of yours that translates the item: with its data, or only its shared fields, and with its title and slug unless you send others. Blocks keep their ids. Translations may share a slug.',
    auth: 'user',
    right: 'create',
    params: idParams,
    headers: Type.Object(changeNoteHeader),
    body: jsonBody(
      Type.Object({
        locale: Type.String({ description: 'A locale that the item has no translation in.' }),
        copy: Type.Optional(
          choice(copiedParts, {
            description:
              'What it gets of the data: all of it, or only the shared fields. Default: `all`.',
          }),
        ),
        title: Type.Optional(Type.String()),
        slug: Type.Optional(
          Type.String({
            description: 'Default: that of the item or, with another title, generated from this.',
          }),
        ),
      }),
      { example: { locale: 'de', title: translated.title } },
    ),
    success: {
      ...written,
      status: 201,
      headers: Type.Object({ ...locationHeader, ...etagHeader }),
      example: { data: { ...translated, status: 'draft' } },
    },
    errors: [
      ...contentWriteErrors,
      'invalid_slug',
      'collection_not_found',
      'not_localized',
      'locale_taken',
    ],
  },

  joinGroups: {
    method: 'put',
    path: '/api/content/{id}/group',
    tag: 'Content',
    summary: 'Join an item and its translations with those of another item',
    description:
      'The items of the younger group come into the older one, each in its next version, and those in the trash follow. Requires the right to edit all of them.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    headers: Type.Object({ ...ifMatchHeader, ...changeNoteHeader }),
    body: jsonBody(
      Type.Object({
        with: Type.String({ description: 'The id of an item of the other group.' }),
        shareFrom: Type.Optional(
          Type.String({
            description:
              'The id of the item of the two groups whose shared fields all get. Without it, they must be equal.',
          }),
        ),
      }),
      { example: { with: translated.id } },
    ),
    success: { ...written, example: { data: example } },
    errors: [
      'invalid_data',
      'blocked_by_hook',
      'slug_taken',
      'value_taken',
      'not_localized',
      'locale_taken',
      'not_shared',
      'siblings_failed',
      'bulk_too_large',
    ],
  },

  leaveGroup: {
    method: 'delete',
    path: '/api/content/{id}/group',
    tag: 'Content',
    summary: 'Make an item a group of its own',
    description:
      'Its former translations are none of it any more. It needs a slug that none of them has.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    headers: Type.Object({ ...ifMatchHeader, ...changeNoteHeader }),
    success: { ...written, example: { data: example } },
    errors: ['blocked_by_hook', 'slug_taken', 'value_taken', 'singleton_exists', 'not_localized'],
  },
});
