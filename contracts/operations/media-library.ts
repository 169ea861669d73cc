import { Type, type Static } from 'typebox';
import {
  bulkMediaActions,
  bulkMediaMax,
  folderFilesMax,
  maxOffset,
  mediaAddresses,
  mediaFoldersMax,
} from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { bulkResultSchema, dataOf, errorCodeSchema } from '../schemas/envelope.ts';
import { csrfField, defaultBodyLimit, jsonBody } from '../schemas/request-body.ts';
import { choice, idSchema, list, nullable, titled } from '../schemas/schema.ts';
import { mediaFileSchema } from './media.ts';

const mediaFolderSchema = titled('MediaFolder', {
  path: Type.String(),
  files: Type.Integer({
    description: `How many files are directly in it, up to ${folderFilesMax}.`,
  }),
});

const mediaFoldersMetaSchema = titled('MediaFoldersMeta', {
  more: Type.Boolean({ description: `Whether more than ${mediaFoldersMax} folders have files.` }),
});

export const rewrittenUsesSchema = titled('RewrittenUses', {
  changed: Type.Integer({ description: 'How many items were rewritten.' }),
  failed: list(
    Type.Object({
      id: idSchema,
      slug: Type.String(),
      error: Type.String({ description: 'Why it still has the former URL.' }),
      code: errorCodeSchema,
    }),
  ),
  next: nullable(Type.Integer(), {
    description: 'The `skip` of the next request; null when no more uses can be rewritten.',
  }),
});
export type RewrittenUsesDto = Static<typeof rewrittenUsesSchema>;

const bulkFields = {
  action: choice(bulkMediaActions),
  ids: list(Type.String(), {
    minItems: 1,
    maxItems: bulkMediaMax,
    description: 'The ids of the files. Repeated ids count once.',
  }),
  folder: Type.Optional(
    Type.String({ description: 'The folder to move to, as in an upload. Required for `move`.' }),
  ),
};

/** To move files, a request needs the folder. */
const documentedBulk = Type.Union([
  Type.Object({ ...bulkFields, action: choice(['move']), folder: Type.String() }),
  Type.Object({ ...bulkFields, action: choice(['delete']) }),
]);

const idParams = Type.Object({ id: idSchema });

export const mediaLibraryOperations = defineOperations({
  listMediaFolders: {
    method: 'get',
    path: '/api/media/folders',
    tag: 'Media',
    summary: 'List the folders of media files',
    description: `Each after the folder that contains it. Folders exist as long as they, or folders below them, have files. At most ${mediaFoldersMax} folders with files.`,
    auth: 'user',
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(mediaFolderSchema), meta: mediaFoldersMetaSchema }),
    },
  },

  bulkMedia: {
    method: 'post',
    path: '/api/media/bulk',
    tag: 'Media',
    summary: 'Move or delete many media files at once',
    description:
      'Each file has the rights and the hooks of the operation for it alone, and a result of its own.',
    auth: 'user',
    right: 'edit some',
    body: jsonBody(Type.Object(bulkFields), {
      documented: documentedBulk,
      example: {
        action: 'move',
        ids: ['01a1faed-e973-76b7-ae3a-8a0d6441fc67'],
        folder: 'coast/2026',
      },
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(titled('BulkMediaResults', { results: list(bulkResultSchema) })),
    },
    errors: ['invalid_folder'],
  },

  replaceMedia: {
    method: 'post',
    path: '/api/media/{id}/file',
    tag: 'Media',
    summary: 'Replace the bytes of a media file',
    description:
      'By a file of the same kind: an image by an image. Its name, texts, focus and crop stay. With `address=keep`, the URL stays and returns the new bytes; caches may return the former ones until they ask again. With `address=new`, the file gets a new URL, which is written into up to 100 fields that have the former one; continue with `POST /api/media/{id}/uses`. What the file was before stays under the former URL, as `former`. Authors can replace their own files, editors and administrators all files.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    query: Type.Object({
      address: Type.Optional(
        choice(mediaAddresses, {
          title: 'MediaAddress',
          description: 'Default: `keep`, which is not possible if `MEDIA_BASE_URL` is set.',
        }),
      ),
    }),
    body: {
      kind: 'upload',
      schema: Type.Object({ ...csrfField }),
      limit: defaultBodyLimit,
      fileLast: false,
    },
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({
        data: mediaFileSchema,
        former: Type.Optional(mediaFileSchema),
        uses: Type.Optional(rewrittenUsesSchema),
      }),
    },
    errors: ['media_type_refused', 'address_not_kept', 'blocked_by_hook', 'rate_limited'],
  },

  rewriteMediaUses: {
    method: 'post',
    path: '/api/media/{id}/uses',
    tag: 'Media',
    summary: 'Write the URL of a media file into the uses of another one',
    description:
      'In up to 100 fields of items that have the URL of the file `from`, of those that you see and may edit. Working copies, the trash and versions keep it. Send `next` as `skip` until it is null.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    body: jsonBody(
      Type.Object({
        from: idSchema,
        skip: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOffset })),
      }),
    ),
    success: { kind: 'json', status: 200, schema: dataOf(rewrittenUsesSchema) },
    errors: ['rate_limited'],
  },
});
