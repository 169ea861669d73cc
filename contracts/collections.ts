import { Type, type Static } from 'typebox';
import { collectionNameMaxLength, collectionNamePattern } from '../core/index.ts';
import { collectionSchemaSchema } from './collection-schema.ts';
import { contentListParameters, contentListResponse } from './content.ts';
import { dataOf, deletedSchema, listOf } from './envelope.ts';
import { defineOperations } from './operation.ts';
import { jsonBody } from './request-body.ts';
import { cacheHeaders, locationHeader } from './response-headers.ts';
import { documentedAs, idSchema, jsonObjectSchema, timeSchema } from './schema.ts';

export const collectionSchema = Type.Object(
  {
    id: idSchema,
    name: Type.String({ description: 'Stands in paths.' }),
    displayName: Type.String(),
    description: Type.String(),
    schema: collectionSchemaSchema,
    isActive: Type.Boolean(),
    created_at: timeSchema,
    updated_at: timeSchema,
  },
  { title: 'Collection' },
);
export type CollectionDto = Static<typeof collectionSchema>;

/** A schema on its way in: the core reads it, and finds every mistake at once. */
export const incomingCollectionSchemaSchema = documentedAs(
  jsonObjectSchema,
  collectionSchemaSchema,
);

const fields = {
  name: Type.String({
    description: `Up to ${collectionNameMaxLength} characters that match \`${collectionNamePattern}\`.`,
  }),
  displayName: Type.String({ description: 'The name when absent or empty.' }),
  description: Type.String(),
  schema: incomingCollectionSchemaSchema,
  isActive: Type.Boolean({ description: 'True when absent.' }),
};

const createCollectionBody = Type.Object({
  name: fields.name,
  displayName: Type.Optional(fields.displayName),
  description: Type.Optional(fields.description),
  schema: Type.Optional(fields.schema),
  isActive: Type.Optional(fields.isActive),
});

const updateCollectionBody = Type.Object({
  name: Type.Optional(fields.name),
  displayName: Type.Optional(Type.String({ description: 'The name when empty.' })),
  description: Type.Optional(fields.description),
  schema: Type.Optional(fields.schema),
  isActive: Type.Optional(Type.Boolean()),
});

const nameParams = Type.Object({
  name: Type.String({ description: 'The name of the collection.' }),
});

const collectionResponse = dataOf(collectionSchema);

export const collectionOperations = defineOperations({
  listCollections: {
    method: 'get',
    path: '/api/collections',
    tag: 'Collections',
    summary: 'List active collections',
    description: 'By ascending name. An API token sees those that it may read.',
    auth: 'public',
    query: Type.Object({
      includeInactive: Type.Optional(
        Type.Boolean({ description: 'Lists the others too; for administrators only.' }),
      ),
    }),
    success: { kind: 'json', status: 200, schema: listOf(collectionSchema) },
  },

  listCollectionContent: {
    method: 'get',
    path: '/api/collections/{name}/content',
    tag: 'Collections',
    summary: 'List the content of a collection',
    description: 'Newest first. A collection that is unknown or not active is 404.',
    auth: 'public',
    params: nameParams,
    query: Type.Object(contentListParameters),
    success: {
      kind: 'json',
      status: 200,
      schema: contentListResponse,
      headers: Type.Object(cacheHeaders),
    },
    errors: [429],
  },

  createCollection: {
    method: 'post',
    path: '/api/collections',
    tag: 'Collections',
    summary: 'Create a collection',
    auth: 'admin',
    body: jsonBody(createCollectionBody, {
      example: {
        name: 'field-notes',
        displayName: 'Field notes',
        schema: {
          type: 'object',
          properties: {
            body: { type: 'markdown', title: 'Text' },
            place: { type: 'string', maxLength: 80 },
          },
          required: ['body'],
        },
      },
    }),
    success: {
      kind: 'json',
      status: 201,
      schema: collectionResponse,
      headers: Type.Object(locationHeader),
    },
    errors: [409],
  },

  getCollection: {
    method: 'get',
    path: '/api/collections/{name}',
    tag: 'Collections',
    summary: 'Get a collection',
    auth: 'admin',
    params: nameParams,
    success: { kind: 'json', status: 200, schema: collectionResponse },
  },

  updateCollection: {
    method: 'put',
    path: '/api/collections/{name}',
    tag: 'Collections',
    summary: 'Change a collection',
    description:
      'What is absent stays as it is; `schema` is replaced whole. Content that was stored before is kept as it is.',
    auth: 'admin',
    params: nameParams,
    body: jsonBody(updateCollectionBody),
    success: { kind: 'json', status: 200, schema: collectionResponse },
    errors: [409],
  },

  deleteCollection: {
    method: 'delete',
    path: '/api/collections/{name}',
    tag: 'Collections',
    summary: 'Delete an empty collection',
    description:
      'One that holds content is 409. Token scopes and grants that named it end with it, even if another is made under its name.',
    auth: 'admin',
    params: nameParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
    errors: [409],
  },
});
