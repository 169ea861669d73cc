import {
  presentComment,
  presentMention,
  presentThread,
  type commentOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import { timed } from '../answer/read-facts.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList, listMetaOf } from './answers/envelope.ts';

export const commentHandlers = (
  { comments }: Pick<Cms, 'comments'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof commentOperations, RequestContext> => ({
  listComments: ({ params, query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await comments.list(actor, params.id, query)).map(presentThread),
    ),

  createComment: async ({ params, body, actor }) => {
    const created = await comments.create(actor, params.id, body);
    return {
      body: { data: presentComment(created) },
      headers: { Location: `/api/content/${created.contentId}/comments/${created.id}` },
    };
  },

  updateComment: async ({ params, body, actor }) => ({
    data: presentComment(await comments.update(actor, params.id, params.commentId, body)),
  }),

  deleteComment: async ({ params, actor }) => {
    await comments.delete(actor, params.id, params.commentId);
    return answerDeletion(params.commentId);
  },

  listPeople: async ({ params, query, actor, elapsedMs }) => {
    const { value, timing } = await timed(elapsedMs, () =>
      comments.listPeople(actor, params.id, query),
    );
    const data = value.people.map(({ id, name }) => ({ id, name }));
    return { data, meta: { ...listMetaOf(clock, data.length, timing), more: value.hasMore } };
  },

  listMentions: ({ query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await comments.listMentions(actor, query)).map(presentMention),
    ),
});
