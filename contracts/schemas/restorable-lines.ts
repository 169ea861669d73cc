import { Type, type Static } from 'typebox';
import { scheduledActions } from '../../core/vocabulary.ts';
import { exportedContentFields } from './content-record.ts';
import { contentStatusSchema } from './content-schemas.ts';
import { commentPlaceSchema } from './comment-schemas.ts';
import { byId, choice, idSchema, jsonObjectSchema, list, timeSchema, titled } from './schema.ts';

const versionSchema = Type.Integer();

const userSchema = (description: string) =>
  Type.Optional(Type.String({ description: `The e-mail address of ${description}.` }));

const itemStampSchema = titled('ItemStamp', {
  id: idSchema,
  version: versionSchema,
  updated_at: timeSchema,
});

const stateFields = {
  title: Type.String(),
  slug: Type.String(),
  collection: Type.String({
    description: 'The name of the collection; the id of one that was deleted.',
  }),
  data: jsonObjectSchema,
};

/**
 * The lines of a complete export, by type, besides those that every export has. None has a title of its own: versions
 * that do not know them would import them as items.
 */
export const restorableLineSchemas = {
  trash: titled('ExportedTrash', {
    type: choice(['trash']),
    item: Type.Object(exportedContentFields),
    deleted_at: timeSchema,
    deletedBy: userSchema('the user who deleted the item'),
  }),
  revision: titled('ExportedRevision', {
    type: choice(['revision']),
    item: itemStampSchema,
    revision: Type.Object({
      version: versionSchema,
      created_at: timeSchema,
      author: userSchema('the user who wrote'),
      status: contentStatusSchema,
      ...stateFields,
      changed: list(Type.String()),
      note: Type.Optional(Type.String()),
      autosave: Type.Optional(Type.Boolean()),
    }),
  }),
  workingCopy: titled('ExportedWorkingCopy', {
    type: choice(['workingCopy']),
    item: itemStampSchema,
    copy: Type.Object({
      ...stateFields,
      base: Type.Object(
        { ...stateFields, version: versionSchema },
        { description: 'The item when the copy was begun.' },
      ),
      author: userSchema('the user who changed the copy last'),
      created_at: timeSchema,
      updated_at: timeSchema,
    }),
  }),
  schedule: titled('ExportedSchedule', {
    type: choice(['schedule']),
    item: itemStampSchema,
    change: Type.Object({
      action: choice(scheduledActions),
      at: timeSchema,
      reason: Type.Optional(
        Type.String({ description: 'Why the change failed. A pending change has none.' }),
      ),
      scheduledBy: userSchema('the user in whose name the change is made'),
    }),
  }),
  comment: titled('ExportedComment', {
    type: choice(['comment']),
    item: itemStampSchema,
    comment: Type.Object({
      id: idSchema,
      replyTo: Type.Optional(
        Type.String({ format: 'uuid', description: 'The thread that it replies to.' }),
      ),
      text: Type.String(),
      mentioned: Type.Optional(
        byId(Type.String(), {
          description: 'The e-mail addresses of those whom the text mentions, by their ids in it.',
        }),
      ),
      author: userSchema('the user who wrote'),
      created_at: timeSchema,
      edited_at: Type.Optional(timeSchema),
      place: Type.Optional(commentPlaceSchema),
      resolved: Type.Optional(
        Type.Object(
          { at: timeSchema, by: userSchema('the user who resolved the thread') },
          { description: 'Absent for a thread that is open, and for a reply.' },
        ),
      ),
    }),
  }),
  formerSlug: titled('ExportedFormerSlug', {
    type: choice(['formerSlug']),
    item: itemStampSchema,
    slug: Type.String({ description: 'A slug that the item had while it was published.' }),
    seenIn: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'The names of the collections in which readers of published content could see it, deleted ones by their ids. Without it, the collection of the item, if that is active.',
      }),
    ),
  }),
};

const { trash, revision, workingCopy, schedule, comment, formerSlug } = restorableLineSchemas;

export const restorableLineSchema = Type.Union(
  [trash, revision, workingCopy, schedule, comment, formerSlug],
  { title: 'RestorableLine' },
);
export type RestorableLineDto = Static<typeof restorableLineSchema>;
