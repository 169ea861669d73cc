import { Type } from 'typebox';
import { defineOperations } from '../operation.ts';
import { contentItemResponse, itemExample } from '../schemas/content-schemas.ts';
import { contentWriteErrors } from '../schemas/error-codes.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { changeNoteHeader, ifMatchHeader } from '../schemas/request-headers.ts';
import { etagHeader, locationHeader } from '../schemas/response-headers.ts';
import { idSchema } from '../schemas/schema.ts';

const idParams = Type.Object({ id: idSchema });

const example = { ...itemExample, locale: 'en', group: itemExample.id };
const translated = {
  ...example,
  id: '0198c0de-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
  title: 'Gezeitentümpel im Winter',
  locale: 'de',
};

const written = {
  kind: 'json',
  status: 200,
  schema: contentItemResponse,
  headers: Type.Object(etagHeader),
} as const;

export const translationOperations = defineOperations({
  createTranslation: {
    method: 'post',
    path: '/api/content/{id}/translations',
    tag: 'Content',
    summary: 'Translate a content item',
    description:
      'Creates a draft of yours that translates the item: with its data, and with its title and slug unless you send others. Blocks keep their ids. Translations may share a slug.',
    auth: 'user',
    right: 'create',
    params: idParams,
    headers: Type.Object(changeNoteHeader),
    body: jsonBody(
      Type.Object({
        locale: Type.String({ description: 'A locale that the item has no translation in.' }),
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
      'The items of the younger group come into the older one, each in its next version. Requires the right to edit all of them.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    headers: Type.Object({ ...ifMatchHeader, ...changeNoteHeader }),
    body: jsonBody(
      Type.Object({
        with: Type.String({ description: 'The id of an item of the other group.' }),
      }),
      { example: { with: translated.id } },
    ),
    success: { ...written, example: { data: example } },
    errors: ['blocked_by_hook', 'slug_taken', 'value_taken', 'not_localized', 'locale_taken'],
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
    errors: ['blocked_by_hook', 'slug_taken', 'value_taken', 'not_localized'],
  },
});
