import {
  presentRedirect,
  type Handlers,
  type redirectOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const redirectHandlers = (
  { redirects }: Pick<Cms, 'redirects'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof redirectOperations, RequestContext> => ({
  listRedirects: ({ query, actor, client, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await redirects.list(actor, { ...query, client })).map(presentRedirect),
    ),

  deleteRedirect: async ({ params, actor }) =>
    answerDeletion((await redirects.remove(actor, params.from)).contentId),
});
