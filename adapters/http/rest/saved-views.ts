import { presentView, type Handlers, type savedViewOperations } from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const savedViewHandlers = (
  { savedViews }: Pick<Cms, 'savedViews'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof savedViewOperations, RequestContext> => ({
  listViews: ({ query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await savedViews.list(actor, query)).map(presentView),
    ),

  createView: async ({ body, actor }) => {
    const created = await savedViews.create(actor, body);
    return {
      body: { data: presentView(created) },
      headers: { Location: `/api/views/${created.id}` },
    };
  },

  updateView: async ({ params, body, actor }) => ({
    data: presentView(await savedViews.update(actor, params.id, body)),
  }),

  deleteView: async ({ params, actor }) => {
    await savedViews.delete(actor, params.id);
    return answerDeletion(params.id);
  },
});
