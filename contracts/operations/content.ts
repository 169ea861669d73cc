import { Type, type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import {
  contentBodyLimit,
  createContentBody,
  newItemSchema,
  updateContentBody,
} from '../schemas/content-bodies.ts';
import { contentReadErrors, contentWriteErrors } from '../schemas/error-codes.ts';
import { changeNoteHeader, ifMatchHeader, savingPreferHeader } from '../schemas/request-headers.ts';
import {
  contentItemResponse,
  contentReadAnswer,
  contentListAnswer,
  contentListParameters,
  contentStatusSchema,
  itemExample,
  nullableAuthorSchema,
  itemReadParameters,
  perspectiveParameters,
} from '../schemas/content-schemas.ts';
import { dataOf, deletedSchema } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import {
  etagHeader,
  locationHeader,
  preferenceAppliedHeader,
} from '../schemas/response-headers.ts';
import { idSchema, list, titled } from '../schemas/schema.ts';

const slugAvailabilitySchema = titled('SlugAvailability', {
  slug: Type.String({ description: 'The slug as it would be stored.' }),
  available: Type.Boolean(),
  suggestion: Type.Optional(Type.String({ description: 'A free slug, if this one is taken.' })),
});
export type SlugAvailabilityDto = Static<typeof slugAvailabilitySchema>;

const contentInfoSchema = titled('ContentInfo', {
  id: idSchema,
  author: nullableAuthorSchema,
  words: Type.Integer({
    description:
      'The words of the title and of all searched texts in `data`, without Markdown and HTML, as they were counted with the last write. In scripts without spaces, every letter is half a word.',
  }),
  readingMinutes: Type.Integer({ description: '`words` / 220, rounded up, at least 1.' }),
  canEdit: Type.Boolean(),
  canDelete: Type.Boolean(),
  statuses: list(contentStatusSchema, {
    description: 'The statuses that you may give the item now, without its own.',
  }),
});
export type ContentInfoDto = Static<typeof contentInfoSchema>;

const idParams = Type.Object({ id: idSchema });

export const contentOperations = defineOperations({
  listContent: {
    method: 'get',
    path: '/api/content',
    tag: 'Content',
    summary: 'List content',
    description:
      'Newest first. An unknown or inactive collection gives an empty list, with strict handling 404. The order cannot be changed, and there are no other filters.',
    auth: 'public',
    query: Type.Object({
      ...contentListParameters,
      collection: Type.Optional(Type.String({ description: 'The name of a collection.' })),
    }),
    success: contentListAnswer,
    errors: [...contentReadErrors, 'not_found', 'invalid_slug'],
  },

  checkSlug: {
    method: 'get',
    path: '/api/content/check-slug',
    tag: 'Content',
    summary: 'Check whether a slug is free',
    description: 'Returns the slug as it would be stored, and a free one if it is taken.',
    auth: 'public',
    query: Type.Object({
      slug: Type.String(),
      truncate: Type.Optional(
        Type.Boolean({
          description:
            'Truncates a slug of more than 200 characters, as for a slug that the service generates from a title.',
        }),
      ),
      excludeId: Type.Optional(
        Type.String({
          description: 'The id of the item being edited. Its own slug counts as available.',
        }),
      ),
      collectionId: Type.Optional(
        Type.String({ description: 'Has no effect: slugs are unique across collections.' }),
      ),
    }),
    success: { kind: 'json', status: 200, schema: dataOf(slugAvailabilitySchema) },
    errors: ['invalid_slug', 'rate_limited'],
  },

  getContent: {
    method: 'get',
    path: '/api/content/{id}',
    tag: 'Content',
    summary: 'Get a content item',
    description:
      'An item that the caller may not see returns 404. The `ETag` differs for every other state of the item.',
    auth: 'public',
    params: idParams,
    query: Type.Object(itemReadParameters),
    success: contentReadAnswer,
    errors: [...contentReadErrors],
  },

  getContentInfo: {
    method: 'get',
    path: '/api/content/{id}/info',
    tag: 'Content',
    summary: 'Get the author and the words of a content item, and what you may do with it',
    description:
      'What you may do is decided by your role in the collection and by the status of the item. A write can still fail for other reasons: a hook that blocks it, or data that does not match the schema.',
    auth: 'user',
    params: idParams,
    query: Type.Object({ perspective: perspectiveParameters.perspective }),
    success: { kind: 'json', status: 200, schema: dataOf(contentInfoSchema) },
    errors: ['rate_limited'],
  },

  createContent: {
    method: 'post',
    path: '/api/content',
    tag: 'Content',
    summary: 'Create a content item',
    description:
      'Requires a role that may create in the collection: author, editor or admin. The default status is draft.',
    auth: 'user',
    right: 'create',
    headers: Type.Object(changeNoteHeader),
    body: jsonBody(createContentBody, {
      documented: newItemSchema,
      limit: contentBodyLimit,
      example: {
        collectionId: itemExample.collectionId,
        title: itemExample.title,
        status: 'draft',
        data: itemExample.data,
      },
    }),
    success: {
      kind: 'json',
      status: 201,
      schema: contentItemResponse,
      headers: Type.Object({ ...locationHeader, ...etagHeader }),
      example: { data: { ...itemExample, status: 'draft', updated_at: itemExample.created_at } },
    },
    errors: [
      ...contentWriteErrors,
      'unknown_data',
      'invalid_slug',
      'collection_not_found',
      'not_localized',
      'locale_taken',
    ],
  },

  updateContent: {
    method: 'put',
    path: '/api/content/{id}',
    tag: 'Content',
    summary: 'Update a content item',
    description:
      'Omitted members keep their value; `data` is replaced as a whole. Allowed status changes: draft to published or archived, published to draft or archived, archived to draft. Without `If-Match` the last write wins.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    headers: Type.Object({ ...ifMatchHeader, ...changeNoteHeader, ...savingPreferHeader }),
    body: jsonBody(updateContentBody, {
      limit: contentBodyLimit,
      example: { status: 'published' },
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: contentItemResponse,
      headers: Type.Object({ ...etagHeader, ...preferenceAppliedHeader }),
      example: { data: itemExample },
    },
    errors: [
      ...contentWriteErrors,
      'unknown_data',
      'invalid_slug',
      'collection_not_found',
      'invalid_transition',
      'not_localized',
      'locale_taken',
      'has_translations',
    ],
  },

  deleteContent: {
    method: 'delete',
    path: '/api/content/{id}',
    tag: 'Content',
    summary: 'Delete a content item',
    description:
      'Frees the slug. If other content refers to the item by a field with `onDelete: refuse`, it returns 409 `referenced` with the `referrers`.',
    auth: 'user',
    right: 'delete',
    params: idParams,
    headers: Type.Object(ifMatchHeader),
    success: { kind: 'json', status: 200, schema: deletedSchema },
    errors: ['blocked_by_hook', 'referenced'],
  },
});
