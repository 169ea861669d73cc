import { Type, type Static } from 'typebox';
import { commentLimits } from '../../core/vocabulary.ts';
import { nullableAuthorSchema } from './content-schemas.ts';
import { listMetaSchema } from './envelope.ts';
import { idSchema, list, timeSchema, titled } from './schema.ts';

export const commentPlaceSchema = titled('CommentPlace', {
  path: Type.String({
    description: '`title`, or the place of a value in `data`, as issues name it: `data.text`.',
  }),
  quote: Type.String({
    description: `The passage, at most ${commentLimits.quote} characters; empty for the whole field.`,
  }),
  before: Type.String({
    description: `What is before the passage, at most ${commentLimits.quoteContext} characters.`,
  }),
  after: Type.String({ description: 'Likewise, after it.' }),
});

export type CommentPlaceDto = Static<typeof commentPlaceSchema>;

const textOfPlace = (description: string) => Type.Optional(Type.String({ description }));

export const newCommentSchema = titled('NewComment', {
  text: Type.String({
    description: `1 to ${commentLimits.text} characters of plain text, with mentions as \`@[<id of a user>]\`.`,
  }),
  place: Type.Optional(
    titled('NewCommentPlace', {
      path: commentPlaceSchema.properties.path,
      quote: textOfPlace(`The passage, at most ${commentLimits.quote} characters.`),
      before: textOfPlace(
        `What is before the passage, at most ${commentLimits.quoteContext} characters.`,
      ),
      after: textOfPlace('Likewise, after it.'),
    }),
  ),
  replyTo: Type.Optional(
    Type.String({ format: 'uuid', description: 'The thread to reply to, of the same item.' }),
  ),
});

const saidFields = {
  id: idSchema,
  text: Type.String({ description: 'Plain text, with mentions as `@[<id of a user>]`.' }),
  mentions: list(idSchema, { description: 'The users whom the text mentions.' }),
  author: nullableAuthorSchema,
  at: timeSchema,
  edited_at: Type.Optional(timeSchema),
};

const threadFields = {
  place: Type.Optional(commentPlaceSchema),
  resolved: Type.Optional(
    Type.Object(
      { at: timeSchema, by: nullableAuthorSchema },
      { description: 'Absent while the thread is open.' },
    ),
  ),
};

/** A comment by itself. */
export const commentSchema = titled('Comment', {
  ...saidFields,
  replyTo: Type.Optional(
    Type.String({ format: 'uuid', description: 'The thread that it replies to.' }),
  ),
  ...threadFields,
});
export type CommentDto = Static<typeof commentSchema>;

export const threadSchema = titled('CommentThread', {
  ...saidFields,
  ...threadFields,
  replies: list(titled('CommentReply', saidFields), { description: 'Oldest first.' }),
});
export type ThreadDto = Static<typeof threadSchema>;

export const mentionSchema = titled('Mention', {
  item: Type.Object({ id: idSchema, title: Type.String(), collectionId: idSchema }),
  comment: commentSchema,
});
export type MentionDto = Static<typeof mentionSchema>;

export const peopleSchema = Type.Object({
  data: list(
    titled('Person', {
      id: idSchema,
      name: Type.String({ description: 'First and last name or, without both, the username.' }),
    }),
  ),
  meta: titled('PeopleMeta', {
    ...listMetaSchema.properties,
    more: Type.Boolean({ description: 'Whether accounts follow after `limit` and `offset`.' }),
  }),
});
