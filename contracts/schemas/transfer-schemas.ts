import { Type, type Static } from 'typebox';
import { collectionSchema } from './collection.ts';
import { incomingCollectionSchemaSchema } from './collection-bodies.ts';
import { exportedContentFields, recordFields } from './content-record.ts';
import { errorCodeSchema, issueSchema } from './envelope.ts';
import { cropSchema, focusSchema } from './focus.ts';
import { mediaFileSchema } from '../operations/media.ts';
import { restorableLineSchema } from './restorable-lines.ts';
import { choice, idSchema, list, timeSchema, titled, optionalFields } from './schema.ts';

const keySchema = Type.String({ description: 'Identifies the bytes: the end of their URL.' });

/** An item to import. Absent members get the defaults of a new item. */
export const incomingContentSchema = titled('IncomingContent', {
  ...optionalFields(recordFields),
  collection: recordFields.collection,
  title: recordFields.title,
  alternativeSlug: Type.Optional(
    Type.String({ description: 'The slug of a new item if `slug` is taken.' }),
  ),
});
export type IncomingContentDto = Static<typeof incomingContentSchema>;

/** A collection to import, as exported or listed. */
export const incomingCollectionSchema = titled('IncomingCollection', {
  ...collectionSchema.properties,
  schema: incomingCollectionSchemaSchema,
});
export type IncomingCollectionDto = Static<typeof incomingCollectionSchema>;

/** The record of a media file to import, as exported, or parts of it. */
export const incomingMediaSchema = Type.Object({
  id: Type.String({
    format: 'uuid',
    description: 'A file that is already stored under this id does not change.',
  }),
  key: Type.Optional(keySchema),
  originalName: Type.String(),
  folder: Type.Optional(Type.String()),
  alt: Type.Optional(Type.String()),
  caption: Type.Optional(Type.String()),
  texts: mediaFileSchema.properties.texts,
  focus: Type.Optional(focusSchema),
  crop: Type.Optional(cropSchema),
  created_at: Type.Optional(timeSchema),
  updated_at: Type.Optional(timeSchema),
});
export type IncomingMediaDto = Static<typeof incomingMediaSchema>;

/** What the earlier requests of a dry run would have stored. */
export const plannedStateSchema = titled('PlannedState', {
  slugs: Type.Optional(
    list(
      Type.Object({
        slug: Type.String(),
        id: Type.Optional(
          Type.String({
            description: 'The item that has the slug. Without it the slug is free.',
          }),
        ),
        collection: Type.Optional(Type.String({ description: 'The name of its collection.' })),
        locale: Type.Optional(
          Type.String({ description: 'Its locale. Its translations may have the slug, too.' }),
        ),
        group: Type.Optional(
          Type.String({ description: 'What it has in common with them. Default: its id.' }),
        ),
      }),
    ),
  ),
  collections: Type.Optional(list(incomingCollectionSchema)),
  items: Type.Optional(
    list(idSchema, { description: 'The ids of the items that would have been created.' }),
  ),
});
export type PlannedStateDto = Static<typeof plannedStateSchema>;

/** Why one of several records failed. */
const failureFields = {
  error: Type.Optional(Type.String({ description: 'Why it failed.' })),
  details: Type.Optional(Type.String({ description: 'What to do, for example a free slug.' })),
  code: Type.Optional(errorCodeSchema),
  issues: Type.Optional(list(issueSchema)),
};

const contentChangeSchema = titled('ContentChange', {
  path: Type.String({ description: 'Of the value, such as `data.tags`, or `status`.' }),
  kind: choice(['converted', 'guessed', 'missing_file', 'left_out', 'unpublished'], {
    description:
      '`converted`: the value has the same meaning in the type of its field. `guessed`: its meaning is likely. `missing_file`: it is the path of a file and not a URL, and is left out. `left_out`: it cannot be used. `unpublished`: the item is a draft, because a required field has no value.',
  }),
  message: Type.String({ description: 'A clause about the value: `must be a number`.' }),
  value: Type.Optional(
    Type.String({
      description: 'The start of the value, as JSON. For `missing_file`, the path of the file.',
    }),
  ),
});
export type ContentChangeDto = Static<typeof contentChangeSchema>;

export const contentOutcomeSchema = titled('ContentOutcome', {
  index: Type.Integer({ description: 'Its index in the request, from 0.' }),
  outcome: choice(['created', 'updated', 'unchanged', 'failed']),
  id: Type.Optional(idSchema),
  slug: Type.Optional(Type.String()),
  previousSlug: Type.Optional(
    Type.String({ description: 'The slug that the item had before, if it has changed.' }),
  ),
  changes: Type.Optional(
    list(contentChangeSchema, {
      description: 'With `fitData`: what was changed so that the collection accepts the item.',
    }),
  ),
  ...failureFields,
});
export type ContentOutcomeDto = Static<typeof contentOutcomeSchema>;

export const collectionOutcomeSchema = titled('CollectionOutcome', {
  name: Type.String({ description: 'Its name in the service.' }),
  id: idSchema,
  outcome: choice(['created', 'updated', 'unchanged', 'failed']),
  ...failureFields,
});
export type CollectionOutcomeDto = Static<typeof collectionOutcomeSchema>;

export const mediaOutcomeSchema = titled('MediaOutcome', {
  outcome: choice(['created', 'unchanged']),
  file: mediaFileSchema,
});
export type MediaOutcomeDto = Static<typeof mediaOutcomeSchema>;

/** The lines of every export. `type` names their kind. */
const exportLineSchemas = [
  titled('ExportedManifest', {
    type: choice(['manifest']),
    formatVersion: Type.Integer({ description: 'The format of these lines: 1.' }),
    exportedAt: timeSchema,
    complete: Type.Optional(
      Type.Unsafe<true>({
        type: 'boolean',
        enum: [true],
        description: 'Present if the export is complete.',
      }),
    ),
  }),
  titled('ExportedCollection', { type: choice(['collection']), ...collectionSchema.properties }),
  titled('ExportedContent', { type: choice(['content']), ...exportedContentFields }),
  titled('ExportedMedia', {
    type: choice(['media']),
    key: keySchema,
    ...mediaFileSchema.properties,
  }),
] as const;

export const exportLineSchema = Type.Union([...exportLineSchemas], { title: 'ExportLine' });
export type ExportLineDto = Static<typeof exportLineSchema>;

export const completeLineSchema = Type.Union([...exportLineSchemas, restorableLineSchema], {
  title: 'CompleteExportLine',
});
export type CompleteLineDto = Static<typeof completeLineSchema>;

export const lineOutcomeSchema = titled('LineOutcome', {
  index: Type.Integer({ description: 'Its index in the request, from 0.' }),
  outcome: choice(['created', 'unchanged', 'left_out', 'failed'], {
    description:
      '`left_out`: its item does not exist, was changed in the service, or has something else in its place.',
  }),
  ...failureFields,
});
export type LineOutcomeDto = Static<typeof lineOutcomeSchema>;
