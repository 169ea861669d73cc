import { Type, type Static } from 'typebox';
import { contentStatuses } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { contentBodyLimit, contentFields } from '../schemas/content-bodies.ts';
import { contentWriteErrors } from '../schemas/error-codes.ts';
import {
  contentItemResponse,
  copyExample,
  itemExample,
  nullableAuthorSchema,
  workingCopySchema,
} from '../schemas/content-schemas.ts';
import { dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { changeNoteHeader, publishingPreferHeader } from '../schemas/request-headers.ts';
import { etagHeader, publishingPreferenceHeader } from '../schemas/response-headers.ts';
import {
  choice,
  idSchema,
  pageParameters,
  timeSchema,
  titled,
  optionalFields,
} from '../schemas/schema.ts';
import { exactLocaleParameter } from '../schemas/locale-parameters.ts';

/** The author is the user who changed the copy last. */
const draftEntrySchema = titled('DraftEntry', {
  id: Type.String({ format: 'uuid', description: 'The id of the item.' }),
  title: Type.String({ description: 'Of the working copy.' }),
  slug: Type.String({ description: 'Of the working copy.' }),
  collectionId: Type.String({ format: 'uuid', description: 'Of the item.' }),
  baseVersion: Type.Integer({ description: 'The version of the item when the copy was begun.' }),
  outdated: Type.Boolean({
    description: 'Whether the item has another title, slug, collection or data than its base.',
  }),
  updated_at: timeSchema,
  author: nullableAuthorSchema,
});
export type DraftEntryDto = Static<typeof draftEntrySchema>;

const idParams = Type.Object({ id: idSchema });

const ifMatchHeader = {
  'If-Match': Type.Optional(
    Type.String({
      description:
        'An `ETag` of the working copy. Returns 412, and changes nothing, if it is not the current one.',
    }),
  ),
};

const saveDraftBody = Type.Object(
  optionalFields({
    ...contentFields,
    slug: Type.String({
      description: 'Converted like the slug of an item. It may be taken until you publish.',
    }),
    status: choice(contentStatuses, { description: 'Returns 400: a working copy has no status.' }),
  }),
);

/** The response with a working copy. */
const copyAnswer = {
  kind: 'json',
  status: 200,
  schema: dataOf(workingCopySchema),
  headers: Type.Object(etagHeader),
  example: { data: copyExample },
} as const;

export const draftOperations = defineOperations({
  saveDraft: {
    method: 'put',
    path: '/api/content/{id}/draft',
    tag: 'Content',
    summary: 'Save the working copy of a published item',
    description:
      'Begins the copy with the published item if there is none. Omitted members keep their value; `data` is replaced as a whole. Readers see the published item until you publish the copy. Requires the right to edit the item.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    headers: Type.Object(ifMatchHeader),
    body: jsonBody(saveDraftBody, {
      limit: contentBodyLimit,
      example: { title: copyExample.title },
    }),
    success: copyAnswer,
    errors: [
      'invalid_slug',
      'invalid_data',
      'unknown_data',
      'collection_not_found',
      'not_published',
    ],
  },

  getDraft: {
    method: 'get',
    path: '/api/content/{id}/draft',
    tag: 'Content',
    summary: 'Get the working copy of an item',
    description: 'Requires the right to edit the item. An item without a copy returns 404.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    success: copyAnswer,
  },

  discardDraft: {
    method: 'delete',
    path: '/api/content/{id}/draft',
    tag: 'Content',
    summary: 'Discard the working copy of an item',
    description: 'Requires the right to edit the item. An item without a copy returns 404.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    headers: Type.Object(ifMatchHeader),
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },

  publishDraft: {
    method: 'post',
    path: '/api/content/{id}/draft/publish',
    tag: 'Content',
    summary: 'Publish the working copy of an item',
    description:
      'Makes the copy the content of the item in one write, and removes the copy. What changed in the item since the copy was begun stays, unless both changed the same member: then the response is 409 and names them. With the preference `merge=blocks`, blocks of a field count like members.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    query: Type.Object({
      merge: Type.Optional(
        choice(['mine', 'theirs'], {
          description:
            'Which value a member gets that both changed: that of the copy (`mine`) or that of the item (`theirs`).',
        }),
      ),
    }),
    headers: Type.Object({ ...ifMatchHeader, ...changeNoteHeader, ...publishingPreferHeader }),
    success: {
      kind: 'json',
      status: 200,
      schema: contentItemResponse,
      headers: Type.Object({ ...etagHeader, ...publishingPreferenceHeader }),
      example: { data: itemExample },
    },
    errors: [
      ...contentWriteErrors,
      'collection_not_found',
      'invalid_transition',
      'draft_outdated',
      'has_translations',
    ],
  },

  listDrafts: {
    method: 'get',
    path: '/api/drafts',
    tag: 'Content',
    summary: 'List working copies',
    description: 'Those of the items that you may edit, the latest change first. For users only.',
    auth: 'user',
    query: Type.Object({
      ...pageParameters,
      author: Type.Optional(
        choice(['me'], { description: 'Lists only the copies that you changed last.' }),
      ),
      collection: Type.Optional(
        Type.String({
          description:
            'The name of the collection of the items. An unknown or inactive collection gives an empty list.',
        }),
      ),
      ...exactLocaleParameter,
    }),
    success: { kind: 'json', status: 200, schema: listOf(draftEntrySchema) },
  },
});
