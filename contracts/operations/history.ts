import { Type, type Static } from 'typebox';
import { defineOperations } from '../operation.ts';
import { contentWriteErrors } from '../schemas/error-codes.ts';
import {
  contentItemSchema,
  contentStatusSchema,
  itemExample,
  nullableAuthorSchema,
  workingCopySchema,
} from '../schemas/content-schemas.ts';
import { changeNoteHeader, ifMatchHeader } from '../schemas/request-headers.ts';
import { dataOf, listOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { etagHeader } from '../schemas/response-headers.ts';
import { choice, idSchema, list, pageParameters, timeSchema, titled } from '../schemas/schema.ts';

const revisionSchema = titled('Revision', {
  version: Type.Integer({ description: 'The version of the item after the write.' }),
  created_at: timeSchema,
  author: nullableAuthorSchema,
  status: contentStatusSchema,
  title: Type.String(),
  changed: list(Type.String(), {
    description:
      'The members that changed: `title`, `slug`, `status`, `collectionId`, and `data.<key>` for a top-level key of `data`.',
  }),
  note: Type.Optional(Type.String({ description: 'The `X-Change-Note` of the write.' })),
  autosave: Type.Optional(
    Type.Unsafe<true>({
      type: 'boolean',
      enum: [true],
      description: 'Present if the write was an autosave.',
    }),
  ),
});
export type RevisionDto = Static<typeof revisionSchema>;

const idParams = Type.Object({ id: idSchema });

const restoreBody = Type.Object({
  version: Type.Integer(),
  to: Type.Optional(
    choice(['live', 'draft'], {
      description: 'Where the version is written: to the item (default), or to its working copy.',
    }),
  ),
});

/** The schema of its collection can have been another one. */
const earlierItemSchema = titled('EarlierItem', contentItemSchema.properties);

export const historyOperations = defineOperations({
  listRevisions: {
    method: 'get',
    path: '/api/content/{id}/revisions',
    tag: 'Content',
    summary: 'List the revisions of a content item',
    description: 'Newest first. For users only.',
    auth: 'user',
    params: idParams,
    query: Type.Object(pageParameters),
    success: { kind: 'json', status: 200, schema: listOf(revisionSchema) },
  },

  getRevision: {
    method: 'get',
    path: '/api/content/{id}/revisions/{version}',
    tag: 'Content',
    summary: 'Get a content item as of a version',
    description:
      'The item with the members that it had in this version. `updated_at` is the time of the version. A version that the history does not have returns 404. For users only.',
    auth: 'user',
    params: Type.Object({
      ...idParams.properties,
      version: Type.String({ description: 'A version number.' }),
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(earlierItemSchema),
      example: { data: itemExample },
    },
  },

  restoreContent: {
    method: 'post',
    path: '/api/content/{id}/restore',
    tag: 'Content',
    summary: 'Restore an earlier version of a content item',
    description:
      'Writes the title, the slug and the data of the version as a new version. The status and the collection do not change. Writes nothing if these members are the same. With `to: draft`, a published item gets them in its working copy, which is the response then, and which `If-Match` names; an existing copy is replaced. A version that the history does not have returns 404.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    headers: Type.Object({ ...ifMatchHeader, ...changeNoteHeader }),
    body: jsonBody(restoreBody, { example: { version: 3 } }),
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(Type.Union([contentItemSchema, workingCopySchema])),
      headers: Type.Object(etagHeader),
      example: { data: itemExample },
    },
    errors: [...contentWriteErrors, 'collection_not_found', 'not_published'],
  },
});
