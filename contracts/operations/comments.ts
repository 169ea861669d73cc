import { Type } from 'typebox';
import { commentLimits } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import {
  commentSchema,
  mentionSchema,
  newCommentSchema,
  peopleSchema,
  threadSchema,
} from '../schemas/comment-schemas.ts';
import { dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import { choice, idSchema, pageParameters } from '../schemas/schema.ts';

const itemParams = Type.Object({ id: idSchema });
const commentParams = Type.Object({ id: idSchema, commentId: idSchema });

export const commentOperations = defineOperations({
  listComments: {
    method: 'get',
    path: '/api/content/{id}/comments',
    tag: 'Comments',
    summary: 'List the comments on a content item',
    description: 'Threads, oldest first, each with its replies. For users only.',
    auth: 'user',
    params: itemParams,
    query: Type.Object({
      ...pageParameters,
      resolved: Type.Optional(
        Type.Boolean({ description: 'Only threads that are resolved, or that are open.' }),
      ),
    }),
    success: { kind: 'json', status: 200, schema: listOf(threadSchema) },
  },

  createComment: {
    method: 'post',
    path: '/api/content/{id}/comments',
    tag: 'Comments',
    summary: 'Comment on a content item',
    description: `Begins a thread, or replies to one. Those whom the text mentions must be accounts that may see the item, and get a mail if mail is configured. The item does not change. An item has at most ${commentLimits.comments} comments.`,
    auth: 'user',
    params: itemParams,
    body: jsonBody(newCommentSchema, {
      example: {
        text: 'Is this date right?',
        place: { path: 'data.text', quote: '4 May', before: 'The fair opens on ', after: '.' },
      },
    }),
    success: createdAnswer(dataOf(commentSchema)),
    errors: ['too_many_comments'],
  },

  updateComment: {
    method: 'put',
    path: '/api/content/{id}/comments/{commentId}',
    tag: 'Comments',
    summary: 'Change or resolve a comment',
    description:
      'Only the author changes the text. Everybody who may comment resolves threads, and opens them again.',
    auth: 'user',
    params: commentParams,
    body: jsonBody(
      Type.Object({
        text: Type.Optional(newCommentSchema.properties.text),
        resolved: Type.Optional(Type.Boolean({ description: 'Only of a thread.' })),
      }),
      { example: { resolved: true } },
    ),
    success: { kind: 'json', status: 200, schema: dataOf(commentSchema) },
  },

  deleteComment: {
    method: 'delete',
    path: '/api/content/{id}/comments/{commentId}',
    tag: 'Comments',
    summary: 'Delete a comment',
    description:
      'The own comment or, with the right to edit all content there, any. A thread goes with its replies.',
    auth: 'user',
    params: commentParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },

  listPeople: {
    method: 'get',
    path: '/api/content/{id}/people',
    tag: 'Comments',
    summary: 'List the people whom a comment on an item may mention',
    description:
      'Reads `limit` accounts from `offset` on, oldest first, and lists those that see the item. So a page can be shorter than `limit`, while `meta.more` says that others follow. For users only.',
    auth: 'user',
    params: itemParams,
    query: Type.Object(pageParameters),
    success: { kind: 'json', status: 200, schema: peopleSchema },
  },

  listMentions: {
    method: 'get',
    path: '/api/comments',
    tag: 'Comments',
    summary: 'List the comments that mention you',
    description:
      'Of each open thread in which you are mentioned, the latest comment that mentions you. Newest first, only of items that you see. For users only.',
    auth: 'user',
    query: Type.Object({
      mentions: choice(['me'], { description: 'Whose mentions.' }),
      ...pageParameters,
    }),
    success: { kind: 'json', status: 200, schema: listOf(mentionSchema) },
  },
});
