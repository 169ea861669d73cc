import { Type } from 'typebox';
import { dataOf } from '../schemas/envelope.ts';
import { defineOperations } from '../operation.ts';
import { csrfField, defaultBodyLimit, jsonBody } from '../schemas/request-body.ts';
import { locationHeader } from '../schemas/response-headers.ts';
import { choice, list } from '../schemas/schema.ts';
import { restorableLineSchema } from '../schemas/restorable-lines.ts';
import {
  collectionOutcomeSchema,
  completeLineSchema,
  contentOutcomeSchema,
  exportLineSchema,
  lineOutcomeSchema,
  incomingCollectionSchema,
  incomingContentSchema,
  incomingMediaSchema,
  mediaOutcomeSchema,
  plannedStateSchema,
} from '../schemas/transfer-schemas.ts';

const batchLimit = 8 * 1024 * 1024;
const maxBatch = 200;

const dryRunSchema = Type.Optional(
  Type.Boolean({ description: 'Checks everything, stores nothing and returns the same outcomes.' }),
);

export const transferOperations = defineOperations({
  importContent: {
    method: 'post',
    path: '/api/transfer/content',
    tag: 'Transfer',
    summary: 'Import a batch of content',
    description:
      'Each item is stored as a whole or not at all, independently of the others. An item is identified by its id, or without one by its slug in its collection. An item that equals the stored one changes nothing. An item that was edited in the service since its import is kept unless `overwrite` is true.',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        items: list(incomingContentSchema, { minItems: 1, maxItems: maxBatch }),
        overwrite: Type.Optional(Type.Boolean()),
        verbatim: Type.Optional(
          Type.Boolean({
            description: 'For items from an export: stored even if the schema has become stricter.',
          }),
        ),
        fitData: Type.Optional(
          Type.Boolean({
            description:
              'Converts values that the schema rejects, or leaves them out, instead of rejecting the item. A published item without a required value becomes a draft. `changes` of the outcome lists what was changed. Has no effect with `verbatim`.',
          }),
        ),
        onSlugClash: Type.Optional(
          choice(['skip', 'suffix'], {
            description:
              'What happens to an item whose slug, and alternative slug, another item has. `skip`, the default: it fails with `slug_taken`. `suffix`: it gets a free slug such as `hello-2`, and keeps it in later imports.',
          }),
        ),
        historyFollows: Type.Optional(
          Type.Boolean({
            description:
              'New items are stored without a revision: theirs are restored by `POST /api/transfer/restore`.',
          }),
        ),
        importedAt: Type.Optional(
          Type.Integer({
            format: 'int64',
            description:
              'The creation time of new items without `created_at`, in epoch milliseconds. Default: the time of the request.',
          }),
        ),
        dryRun: dryRunSchema,
        planned: Type.Optional(plannedStateSchema),
      }),
      { limit: batchLimit },
    ),
    success: { kind: 'json', status: 200, schema: dataOf(list(contentOutcomeSchema)) },
    errors: ['invalid_schema'],
  },

  importCollections: {
    method: 'post',
    path: '/api/transfer/collections',
    tag: 'Transfer',
    summary: 'Import collections',
    description:
      'A collection is identified by its name, or by its id if no collection has the name: a collection that was renamed in the service keeps its new name. A collection that exists under another id takes the given id if it has no content. A collection that was edited in the service later than the given one is kept unless `overwrite` is true. Each collection succeeds or fails independently.',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        collections: list(incomingCollectionSchema, { minItems: 1, maxItems: maxBatch }),
        overwrite: Type.Optional(Type.Boolean()),
        dryRun: dryRunSchema,
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
    description: 'Like an upload, with the record of the file. The record comes before the file.',
    auth: 'admin',
    query: Type.Object({ dryRun: dryRunSchema }),
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
      alternatives: { 200: 'The file is already stored, or this is a dry run.' },
    },
    errors: ['invalid_folder', 'media_type_refused', 'blocked_by_hook', 'id_taken'],
  },

  restoreLines: {
    method: 'post',
    path: '/api/transfer/restore',
    tag: 'Transfer',
    summary: 'Restore the trash, revisions, working copies, schedules and former slugs',
    description:
      'Restores lines of a complete export, those of the trash first. Nothing that is stored changes. A line is left out if the item to which it belongs does not exist, or is not in the exported state.',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        lines: list(restorableLineSchema, { minItems: 1, maxItems: maxBatch }),
        dryRun: dryRunSchema,
        planned: Type.Optional(plannedStateSchema),
      }),
      { limit: batchLimit },
    ),
    success: { kind: 'json', status: 200, schema: dataOf(list(lineOutcomeSchema)) },
    errors: ['invalid_schema'],
  },

  exportAll: {
    method: 'get',
    path: '/api/transfer/export',
    tag: 'Transfer',
    summary: 'Export collections, content and the records of media files',
    description:
      'One line per record, all of one moment: the manifest, then collections, media files and content. The bytes of media files are at their URLs.',
    auth: 'admin',
    success: { kind: 'ndjson', status: 200, schema: exportLineSchema },
  },

  exportComplete: {
    method: 'get',
    path: '/api/transfer/export/complete',
    tag: 'Transfer',
    summary:
      'Export everything, with the trash, revisions, working copies, schedules and former slugs',
    description:
      'The lines of `GET /api/transfer/export`, and of the same moment: items in the trash, the revisions and working copies of all items, planned changes, and former slugs. Each line refers to earlier ones only.',
    auth: 'admin',
    success: { kind: 'ndjson', status: 200, schema: completeLineSchema },
  },
});
