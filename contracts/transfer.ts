import { Type } from 'typebox';
import { dataOf } from './envelope.ts';
import { defineOperations } from './operation.ts';
import { csrfField, defaultBodyLimit, jsonBody } from './request-body.ts';
import { locationHeader } from './response-headers.ts';
import { list } from './schema.ts';
import {
  collectionOutcomeSchema,
  contentOutcomeSchema,
  exportLineSchema,
  incomingCollectionSchema,
  incomingContentSchema,
  incomingMediaSchema,
  mediaOutcomeSchema,
} from './transfer-schemas.ts';

const batchLimit = 8 * 1024 * 1024;
const maxBatch = 200;

export const transferOperations = defineOperations({
  importContent: {
    method: 'post',
    path: '/api/transfer/content',
    tag: 'Transfer',
    summary: 'Import a batch of content',
    description:
      'Each item is kept whole or not at all, whatever becomes of the others. An item is known by its id, or without one by its slug in its collection. One that says what is stored already changes nothing; one that was edited here since it was imported stays unless `overwrite` is true.',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        items: list(incomingContentSchema, { minItems: 1, maxItems: maxBatch }),
        overwrite: Type.Optional(Type.Boolean()),
        verbatim: Type.Optional(
          Type.Boolean({
            description: 'For items from an export: kept even if a schema has become stricter.',
          }),
        ),
      }),
      { limit: batchLimit },
    ),
    success: { kind: 'json', status: 200, schema: dataOf(list(contentOutcomeSchema)) },
  },

  importCollections: {
    method: 'post',
    path: '/api/transfer/collections',
    tag: 'Transfer',
    summary: 'Import collections',
    description:
      'By name, or by id where nothing has the name: what was renamed here keeps its new name. One that is here under another id takes the given id while it holds no content. One that was edited here later than the given one stays unless `overwrite` is true. Each comes in or fails by itself.',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        collections: list(incomingCollectionSchema, { minItems: 1, maxItems: maxBatch }),
        overwrite: Type.Optional(Type.Boolean()),
      }),
      { limit: batchLimit },
    ),
    success: { kind: 'json', status: 200, schema: dataOf(list(collectionOutcomeSchema)) },
  },

  importMedia: {
    method: 'post',
    path: '/api/transfer/media',
    tag: 'Transfer',
    summary: 'Import a media file',
    description:
      'Like an upload, with the record that the file had. The record comes before the file.',
    auth: 'admin',
    body: {
      kind: 'upload',
      schema: Type.Object({ ...csrfField, record: incomingMediaSchema }),
      limit: defaultBodyLimit,
      fileLast: true,
    },
    success: {
      kind: 'json',
      status: 201,
      schema: dataOf(mediaOutcomeSchema),
      headers: Type.Object({ Location: Type.Optional(locationHeader.Location) }),
      alternatives: { 200: 'The file was there before.' },
    },
    errors: [409],
  },

  exportAll: {
    method: 'get',
    path: '/api/transfer/export',
    tag: 'Transfer',
    summary: 'Export collections, content and the records of media files',
    description:
      'One line each, all as of one moment: the manifest, then what others refer to before what refers to it. The bytes of media files are at their addresses.',
    auth: 'admin',
    success: { kind: 'ndjson', status: 200, schema: exportLineSchema },
  },
});
