import { Type, type Static } from 'typebox';
import { captionMaxLength, defaultFolder, folderMaxNames, mediaKinds } from '../core/index.ts';
import { dataOf, deletedSchema, listOf } from './envelope.ts';
import { defineOperations } from './operation.ts';
import { csrfField, defaultBodyLimit, jsonBody } from './request-body.ts';
import { locationHeader } from './response-headers.ts';
import { choice, idSchema, nullable, pageParameters, timeSchema } from './schema.ts';

export const mediaFileSchema = Type.Object(
  {
    id: idSchema,
    filename: Type.String({ description: 'The name in the address.' }),
    originalName: Type.String({ description: 'The name that the uploader gave.' }),
    mimeType: Type.String({ description: 'What the bytes say.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    folder: Type.String(),
    url: Type.String({ description: 'Where the bytes are; absolute.' }),
    width: Type.Optional(Type.Integer({ description: 'Pixels, where the format tells.' })),
    height: Type.Optional(Type.Integer()),
    alt: Type.String({ description: 'What the file shows, for those who cannot see it.' }),
    caption: Type.String(),
    uploadedBy: nullable(idSchema, { description: 'A user; null when the account is gone.' }),
    created_at: timeSchema,
    updated_at: timeSchema,
  },
  { title: 'MediaFile' },
);
export type MediaFileDto = Static<typeof mediaFileSchema>;

const mediaFileResponse = dataOf(mediaFileSchema);

const idParams = Type.Object({ id: idSchema });

const folder = Type.String({
  description: `Up to ${folderMaxNames} names of letters, digits, hyphens, underscores and spaces, joined by slashes; \`${defaultFolder}\` when absent.`,
});

const mediaText = Type.String({ description: `Up to ${captionMaxLength} characters.` });

export const mediaOperations = defineOperations({
  listMedia: {
    method: 'get',
    path: '/api/media',
    tag: 'Media',
    summary: 'List media files',
    description: 'Newest first.',
    auth: 'user',
    query: Type.Object({
      ...pageParameters,
      folder: Type.Optional(
        Type.String({ description: 'Exactly this folder, not those inside it.' }),
      ),
      type: Type.Optional(choice(mediaKinds, { title: 'MediaKind' })),
    }),
    success: { kind: 'json', status: 200, schema: listOf(mediaFileSchema) },
  },

  uploadMedia: {
    method: 'post',
    path: '/api/media/upload',
    tag: 'Media',
    summary: 'Upload a file',
    description:
      'For authors, editors and administrators. The type is read from the bytes: common images, audio, video, PDF, plain text, CSV and office documents are kept, anything else is 400.',
    auth: 'user',
    body: {
      kind: 'upload',
      schema: Type.Object({ ...csrfField, folder: Type.Optional(folder) }),
      limit: defaultBodyLimit,
      fileLast: false,
    },
    success: {
      kind: 'json',
      status: 201,
      schema: mediaFileResponse,
      headers: Type.Object(locationHeader),
    },
  },

  getMedia: {
    method: 'get',
    path: '/api/media/{id}',
    tag: 'Media',
    summary: 'Get the record of a media file',
    auth: 'user',
    params: idParams,
    success: { kind: 'json', status: 200, schema: mediaFileResponse },
  },

  updateMedia: {
    method: 'put',
    path: '/api/media/{id}',
    tag: 'Media',
    summary: 'Change what is said about a media file',
    description: 'Authors change what they uploaded, editors and administrators any.',
    auth: 'user',
    params: idParams,
    body: jsonBody(
      Type.Object({ alt: Type.Optional(mediaText), caption: Type.Optional(mediaText) }),
    ),
    success: { kind: 'json', status: 200, schema: mediaFileResponse },
  },

  deleteMedia: {
    method: 'delete',
    path: '/api/media/{id}',
    tag: 'Media',
    summary: 'Delete a media file',
    description: 'Authors delete what they uploaded, editors and administrators any.',
    auth: 'user',
    params: idParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },
});
