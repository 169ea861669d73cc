import { Type, type Static } from 'typebox';
import { contentStatuses, slugMaxLength, titleMaxLength } from '../../core/index.ts';
import { contentListMetaSchema, dataOf, deletedSchema } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { cacheHeaders, etagHeader, locationHeader } from '../schemas/response-headers.ts';
import {
  choice,
  idSchema,
  jsonObjectSchema,
  list,
  pageParameters,
  timeSchema,
} from '../schemas/schema.ts';

export const contentStatusSchema = choice(contentStatuses, { title: 'ContentStatus' });

export const contentItemSchema = Type.Object(
  {
    id: idSchema,
    title: Type.String(),
    slug: Type.String({ description: 'Unique across all content.' }),
    status: contentStatusSchema,
    collectionId: idSchema,
    data: jsonObjectSchema,
    created_at: timeSchema,
    updated_at: timeSchema,
  },
  { title: 'ContentItem' },
);
export type ContentItemDto = Static<typeof contentItemSchema>;

const itemExample: ContentItemDto = {
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  title: 'Tidal pools in winter',
  slug: 'tidal-pools-in-winter',
  status: 'published',
  collectionId: '0198c0de-0000-7000-8000-000000000001',
  data: { excerpt: 'What lives where the water leaves.', tags: ['coast', 'winter'] },
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_360_000,
};

/** The response with one item. */
export const contentItemAnswer = {
  kind: 'json',
  status: 200,
  schema: dataOf(contentItemSchema),
  headers: Type.Object({ ...etagHeader, ...cacheHeaders }),
  example: { data: itemExample },
} as const;

const contentItemResponse = contentItemAnswer.schema;

/** Also the response of `/api/collections/{name}/content`. */
export const contentListResponse = Type.Object({
  data: list(contentItemSchema),
  meta: contentListMetaSchema,
});

/** The query parameters that both content lists share. */
export const contentListParameters = {
  ...pageParameters,
  status: Type.Optional(contentStatusSchema),
  slug: Type.Optional(
    Type.String({
      description:
        'The slug of one item. Converted like the slug of an item before it is compared.',
    }),
  ),
};

const slugAvailabilitySchema = Type.Object(
  {
    slug: Type.String({ description: 'The slug as it would be stored.' }),
    available: Type.Boolean(),
    suggestion: Type.Optional(Type.String({ description: 'A free slug, if this one is taken.' })),
  },
  { title: 'SlugAvailability' },
);
export type SlugAvailabilityDto = Static<typeof slugAvailabilitySchema>;

/** `data` may have 2 MiB. In a request it can be longer, because characters may be escaped. */
const contentBodyLimit = 4 * 1024 * 1024;

const fields = {
  collectionId: Type.String({
    description: 'The id of an active collection. Required for a new item without `collection`.',
  }),
  collection: Type.String({
    description:
      'The name of an active collection, instead of `collectionId`. If both are sent, they must name the same collection.',
  }),
  title: Type.String({ description: `1 to ${titleMaxLength} characters after trimming.` }),
  slug: Type.String({
    description: `Converted to lower-case letters and digits joined by hyphens, 1 to ${slugMaxLength} characters. Default for a new item: generated from the title.`,
  }),
  status: contentStatusSchema,
  data: jsonObjectSchema,
};

const createContentBody = Type.Object({
  collectionId: Type.Optional(fields.collectionId),
  collection: Type.Optional(fields.collection),
  title: fields.title,
  slug: Type.Optional(fields.slug),
  status: Type.Optional(fields.status),
  data: Type.Optional(fields.data),
});

const updateContentBody = Type.Partial(Type.Object(fields));

/** The response with a list. A list too large to hold in memory has no `ETag`. */
export const contentListAnswer = {
  kind: 'json',
  status: 200,
  schema: contentListResponse,
  headers: Type.Object({ ETag: Type.Optional(etagHeader.ETag), ...cacheHeaders }),
} as const;

const idParams = Type.Object({ id: idSchema });

const ifMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({
      description:
        'An `ETag` of the item. Returns 412, and writes nothing, if it is not the current one.',
    }),
  ),
});

export const contentOperations = defineOperations({
  listContent: {
    method: 'get',
    path: '/api/content',
    tag: 'Content',
    summary: 'List content',
    description:
      'Newest first. An unknown or inactive collection gives an empty list. The order cannot be changed, and there are no other filters.',
    auth: 'public',
    query: Type.Object({
      ...contentListParameters,
      collection: Type.Optional(Type.String({ description: 'The name of a collection.' })),
    }),
    success: contentListAnswer,
    errors: [429],
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
    errors: [429],
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
    success: contentItemAnswer,
    errors: [429],
  },

  createContent: {
    method: 'post',
    path: '/api/content',
    tag: 'Content',
    summary: 'Create a content item',
    description:
      'Requires a role that may create in the collection: author, editor or admin. The default status is draft.',
    auth: 'user',
    body: jsonBody(createContentBody, {
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
    errors: [409],
  },

  updateContent: {
    method: 'put',
    path: '/api/content/{id}',
    tag: 'Content',
    summary: 'Update a content item',
    description:
      'Omitted members keep their value; `data` is replaced as a whole. Allowed status changes: draft to published or archived, published to draft or archived, archived to draft. Without `If-Match` the last write wins.',
    auth: 'user',
    params: idParams,
    headers: ifMatch,
    body: jsonBody(updateContentBody, {
      limit: contentBodyLimit,
      example: { status: 'published' },
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: contentItemResponse,
      headers: Type.Object(etagHeader),
      example: { data: itemExample },
    },
    errors: [409, 412],
  },

  deleteContent: {
    method: 'delete',
    path: '/api/content/{id}',
    tag: 'Content',
    summary: 'Delete a content item',
    description: 'Frees the slug.',
    auth: 'user',
    params: idParams,
    headers: ifMatch,
    success: { kind: 'json', status: 200, schema: deletedSchema },
    errors: [412],
  },
});
