import { Type, type Static } from 'typebox';
import {
  captionMaxLength,
  defaultFolder,
  folderMaxNames,
  mediaKinds,
} from '../../core/vocabulary.ts';
import { dataOf, deletedSchema, errorCodeSchema } from '../schemas/envelope.ts';
import { cropSchema, focusSchema } from '../schemas/focus.ts';
import { defineOperations } from '../operation.ts';
import { csrfField, defaultBodyLimit, jsonBody } from '../schemas/request-body.ts';
import { mediaListMetaSchema } from '../schemas/media-list-meta.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import {
  byId,
  choice,
  idSchema,
  list,
  nullable,
  pageParameters,
  timeSchema,
  titled,
} from '../schemas/schema.ts';

/** Each in the place of that of the record itself. */
export const textsSchema = titled('MediaTexts', {
  alt: Type.Optional(Type.String()),
  caption: Type.Optional(Type.String()),
});

export const mediaFileSchema = titled('MediaFile', {
  id: idSchema,
  filename: Type.String({ description: 'The name in the URL.' }),
  originalName: Type.String({
    description:
      'The file name that the client sent, or that a user has given it. Downloads get it.',
  }),
  mimeType: Type.String({ description: 'The type detected from the bytes.' }),
  size: Type.Integer({ description: 'Bytes.' }),
  folder: Type.String(),
  url: Type.String({ description: 'The absolute URL of the bytes.' }),
  width: Type.Optional(Type.Integer({ description: 'Pixels, if the format contains the size.' })),
  height: Type.Optional(Type.Integer()),
  alt: Type.String({
    description: 'Alternative text: what the file shows, for people who cannot see it.',
  }),
  caption: Type.String(),
  texts: Type.Optional(
    byId(textsSchema, {
      description: 'Texts in other languages, by the code of the locale. Absent if there are none.',
    }),
  ),
  focus: Type.Optional(focusSchema),
  crop: Type.Optional(cropSchema),
  uploadedBy: nullable(idSchema, {
    description: 'The id of a user; null after the account is deleted.',
  }),
  created_at: timeSchema,
  updated_at: timeSchema,
});
export type MediaFileDto = Static<typeof mediaFileSchema>;

const mediaFileResponse = dataOf(mediaFileSchema);

const idParams = Type.Object({ id: idSchema });

const folder = Type.String({
  description: `Up to ${folderMaxNames} names of letters, digits, hyphens, underscores and spaces, joined by slashes. Default: \`${defaultFolder}\`.`,
});

const mediaText = Type.String({ description: `Up to ${captionMaxLength} characters.` });

export const rebasedMediaSchema = titled('RebasedMedia', {
  base: Type.String({ description: 'The new base.' }),
  items: Type.Integer({ description: 'How many items were read.' }),
  changed: Type.Integer({
    description: 'How many of them were rewritten, or would be without `dryRun`.',
  }),
  urls: list(
    Type.Object({
      base: Type.String({ description: 'The former base.' }),
      count: Type.Integer({ description: 'How many URLs had it.' }),
    }),
  ),
  failed: list(
    Type.Object({
      id: idSchema,
      slug: Type.String(),
      error: Type.String({ description: 'Why it was not rewritten.' }),
      code: errorCodeSchema,
    }),
  ),
  next: nullable(idSchema, {
    description: 'The `after` of the next request; null when all items are done.',
  }),
});
export type RebasedMediaDto = Static<typeof rebasedMediaSchema>;

export const mediaOperations = defineOperations({
  listMedia: {
    method: 'get',
    path: '/api/media',
    tag: 'Media',
    summary: 'List media files',
    description: 'Newest first. All conditions count.',
    auth: 'user',
    query: Type.Object({
      ...pageParameters,
      q: Type.Optional(
        Type.String({
          description:
            'Words, or how they begin. A file has to have all of them, in its names or in its texts in any language. Case and accents do not count.',
        }),
      ),
      folder: Type.Optional(
        Type.String({
          description: 'Exactly this folder, without its subfolders unless `subfolders` is true.',
        }),
      ),
      subfolders: Type.Optional(
        Type.Boolean({ description: 'With `folder`: also everything below it.' }),
      ),
      type: Type.Optional(choice(mediaKinds, { title: 'MediaKind' })),
      alt: Type.Optional(
        choice(['missing'], { description: '`missing`: images without alternative text.' }),
      ),
      total: Type.Optional(
        Type.Boolean({ description: 'Whether to count the files of all pages.' }),
      ),
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(mediaFileSchema), meta: mediaListMetaSchema }),
    },
    errors: ['invalid_folder', 'invalid_text'],
  },

  uploadMedia: {
    method: 'post',
    path: '/api/media/upload',
    tag: 'Media',
    summary: 'Upload a file',
    description:
      'For authors, editors and administrators. The type is detected from the bytes. Common images, audio, video, PDF, plain text, CSV and office documents are accepted; other types return 400.',
    auth: 'user',
    right: 'create',
    body: {
      kind: 'upload',
      schema: Type.Object({ ...csrfField, folder: Type.Optional(folder) }),
      limit: defaultBodyLimit,
      fileLast: false,
    },
    success: createdAnswer(mediaFileResponse),
    errors: ['invalid_folder', 'media_type_refused', 'blocked_by_hook'],
  },

  rebaseMedia: {
    method: 'post',
    path: '/api/media/rebase',
    tag: 'Media',
    summary: 'Rewrite the URLs of media files in content',
    description:
      'For a service that has moved to another domain. Replaces the base of URLs, which is what precedes the key of the file, by the current one, in the `data` of up to 100 items of every status and collection. Only URLs that end in the key of an existing file are rewritten. Send `next` as `after` until it is null.',
    auth: 'admin',
    body: jsonBody(
      Type.Object({
        from: Type.Optional(
          Type.String({
            description:
              'The base of the URLs to rewrite, with scheme and host. Default: every base except the current one.',
          }),
        ),
        after: Type.Optional(idSchema),
        dryRun: Type.Optional(Type.Boolean({ description: 'Counts, and changes nothing.' })),
      }),
    ),
    success: { kind: 'json', status: 200, schema: dataOf(rebasedMediaSchema) },
  },

  getMedia: {
    method: 'get',
    path: '/api/media/{id}',
    tag: 'Media',
    summary: 'Get the record of a media file',
    description: 'The bytes are at `url`.',
    auth: 'user',
    params: idParams,
    success: { kind: 'json', status: 200, schema: mediaFileResponse },
  },

  updateMedia: {
    method: 'put',
    path: '/api/media/{id}',
    tag: 'Media',
    summary: 'Update the description of a media file',
    description:
      'Its name, folder, texts, focus and crop. Authors can update their own files, editors and administrators all files. Absent members keep their value. The address of the file stays.',
    auth: 'user',
    right: 'edit',
    params: idParams,
    body: jsonBody(
      Type.Object({
        originalName: Type.Optional(
          Type.String({
            description:
              'The name that people see, and that downloads get: up to 255 characters, without slashes.',
          }),
        ),
        folder: Type.Optional(folder),
        alt: Type.Optional(mediaText),
        caption: Type.Optional(mediaText),
        texts: Type.Optional(
          byId(Type.Object({ alt: Type.Optional(mediaText), caption: Type.Optional(mediaText) }), {
            title: 'MediaTextChanges',
            description:
              'Texts in other languages, by the code of the locale. An empty text removes it; then that of the record itself is used. What is absent keeps its value. Ignored while there are no locales.',
          }),
        ),
        focus: Type.Optional(
          nullable(focusSchema, { title: 'NullableFocus', description: 'Null removes it.' }),
        ),
        crop: Type.Optional(
          nullable(cropSchema, {
            title: 'NullableCrop',
            description: 'What smaller versions show of the image. Null removes it.',
          }),
        ),
      }),
    ),
    success: { kind: 'json', status: 200, schema: mediaFileResponse },
    errors: ['invalid_folder'],
  },

  deleteMedia: {
    method: 'delete',
    path: '/api/media/{id}',
    tag: 'Media',
    summary: 'Delete a media file',
    description: 'Authors can delete their own files, editors and administrators all files.',
    auth: 'user',
    right: 'delete',
    params: idParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
    errors: ['blocked_by_hook'],
  },
});
