import { Type } from 'typebox';
import { accessReportSchema } from '../schemas/access-report.ts';
import { collectionSchema } from '../schemas/collection.ts';
import {
  createCollectionBody,
  incomingCollectionSchemaSchema,
  updateCollectionBody,
} from '../schemas/collection-bodies.ts';
import { fieldIndexSchema } from '../schemas/collection-schema.ts';
import {
  contentReadAnswer,
  contentListAnswer,
  contentListParameters,
  foundItemAnswer,
  itemReadParameters,
} from '../schemas/content-schemas.ts';
import { dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { contentReadErrors } from '../schemas/error-codes.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import { schemaCheckSchema } from '../schemas/schema-check.ts';
import { list, titled } from '../schemas/schema.ts';

const nameParams = Type.Object({
  name: Type.String({ description: 'The name of the collection.' }),
});

const collectionResponse = dataOf(collectionSchema);

const versionHeaders = Type.Object({
  ETag: Type.String({
    description: 'Identifies this version of the collection, for `If-Match`. Opaque.',
  }),
});

export const collectionOperations = defineOperations({
  listCollections: {
    method: 'get',
    path: '/api/collections',
    tag: 'Collections',
    summary: 'List active collections',
    description: 'Sorted by name. With an API token, only collections in its scope.',
    auth: 'public',
    query: Type.Object({
      includeInactive: Type.Optional(
        Type.Boolean({ description: 'Also lists inactive collections. For administrators only.' }),
      ),
    }),
    success: { kind: 'json', status: 200, schema: listOf(collectionSchema) },
    errors: ['not_authenticated', 'forbidden', 'token_read_only'],
  },

  listCollectionContent: {
    method: 'get',
    path: '/api/collections/{name}/content',
    tag: 'Collections',
    summary: 'List the content of a collection',
    description: 'Newest first. An unknown or inactive collection returns 404.',
    auth: 'public',
    params: nameParams,
    query: Type.Object(contentListParameters),
    success: contentListAnswer,
    errors: [...contentReadErrors, 'invalid_slug'],
  },

  getCollectionContent: {
    method: 'get',
    path: '/api/collections/{name}/content/{idOrSlug}',
    tag: 'Collections',
    summary: 'Get a content item of a collection by id or slug',
    description:
      'Returns 404 if the item is in another collection. A slug that an item had while it was published leads to it, with `movedTo` beside `data`. If the text is the id of one item and the slug of another, it returns the item with the id.',
    auth: 'public',
    params: Type.Object({
      ...nameParams.properties,
      idOrSlug: Type.String({
        description:
          'The id of the item, or its slug. A slug is converted like the slug of an item.',
      }),
    }),
    query: Type.Object(itemReadParameters),
    success: foundItemAnswer,
    errors: [...contentReadErrors],
  },

  getSingleton: {
    method: 'get',
    path: '/api/collections/{name}/item',
    tag: 'Collections',
    summary: 'Get the item of a singleton',
    description:
      'Returns 404 while the collection has no item that the caller sees, and for a collection that is not a singleton.',
    auth: 'public',
    params: nameParams,
    query: Type.Object(itemReadParameters),
    success: contentReadAnswer,
    errors: [...contentReadErrors],
  },

  createCollection: {
    method: 'post',
    path: '/api/collections',
    tag: 'Collections',
    summary: 'Create a collection',
    description:
      'A name that is taken returns 409. A mistake in the schema returns 400 with its path.',
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
    success: createdAnswer(collectionResponse),
    errors: ['invalid_schema', 'collection_name_taken'],
  },

  getCollection: {
    method: 'get',
    path: '/api/collections/{name}',
    tag: 'Collections',
    summary: 'Get a collection',
    description:
      'Also returns an inactive collection. `indexes` shows the state of the indexes that the schema asks for; it is absent if the schema asks for none.',
    auth: 'admin',
    params: nameParams,
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(
        titled('IndexedCollection', {
          ...collectionSchema.properties,
          indexes: Type.Optional(list(fieldIndexSchema)),
        }),
      ),
      headers: versionHeaders,
    },
  },

  getCollectionAccess: {
    method: 'get',
    path: '/api/collections/{name}/access',
    tag: 'Collections',
    summary: 'Get who sees a collection',
    description:
      'What it means that the collection is private, or what it would mean: who sees it, how many published items it has, how many former slugs lead to them, and how many items of other collections, which everybody sees, refer to its items. Numbers are exact up to 10,000; of a very large collection, the number of referrers can be lower than it is.',
    auth: 'admin',
    params: nameParams,
    success: { kind: 'json', status: 200, schema: dataOf(accessReportSchema) },
  },

  updateCollection: {
    method: 'put',
    path: '/api/collections/{name}',
    tag: 'Collections',
    summary: 'Update a collection',
    description:
      'Omitted members keep their value; `schema` and `templates` are replaced as a whole. Stored content does not change, except with `shareFrom`. Without `If-Match` the last write wins.',
    auth: 'admin',
    params: nameParams,
    headers: Type.Object({
      'If-Match': Type.Optional(
        Type.String({
          description:
            'An `ETag` of the collection. Returns 412, and changes nothing, if it is not the current one.',
        }),
      ),
    }),
    query: Type.Object({
      shareFrom: Type.Optional(
        Type.String({
          description:
            'A locale. If a field becomes common to translations that have different values, all get that of this locale: up to 1,000 items, each in its next version.',
        }),
      ),
    }),
    body: jsonBody(updateCollectionBody),
    success: { kind: 'json', status: 200, schema: collectionResponse, headers: versionHeaders },
    errors: [
      'invalid_schema',
      'collection_name_taken',
      'not_singleton',
      'not_unique',
      'not_shared',
      'siblings_failed',
      'bulk_too_large',
    ],
  },

  checkCollectionSchema: {
    method: 'post',
    path: '/api/collections/{name}/check',
    tag: 'Collections',
    summary: 'Check the items of a collection against a new schema',
    description:
      'Changes nothing. A mistake in the schema returns 400, as in an update. An item fails if a write that validates it would fail: required fields count for published items only. Items that the current schema rejects count too.',
    auth: 'admin',
    params: nameParams,
    body: jsonBody(Type.Object({ schema: incomingCollectionSchemaSchema }), {
      example: {
        schema: {
          type: 'object',
          properties: { body: { type: 'markdown' }, place: { type: 'string', maxLength: 40 } },
          required: ['body'],
        },
      },
    }),
    success: { kind: 'json', status: 200, schema: dataOf(schemaCheckSchema) },
    errors: ['invalid_schema'],
  },

  deleteCollection: {
    method: 'delete',
    path: '/api/collections/{name}',
    tag: 'Collections',
    summary: 'Delete an empty collection',
    description:
      'Returns 409 if the collection contains items. Token scopes and permissions that refer to it do not apply to a later collection with the same name.',
    auth: 'admin',
    params: nameParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
    errors: ['collection_not_empty'],
  },
});
