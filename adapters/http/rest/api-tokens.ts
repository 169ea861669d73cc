import {
  presentApiToken,
  type apiTokenOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const apiTokenHandlers = (
  { apiTokens }: Pick<Cms, 'apiTokens'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof apiTokenOperations, RequestContext> => ({
  listApiTokens: ({ actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () => (await apiTokens.list(actor)).map(presentApiToken)),

  createApiToken: async ({ body, actor }) => {
    const { secret, ...shown } = await apiTokens.create(actor, body);
    return {
      body: { data: { ...presentApiToken(shown), token: secret } },
      headers: { Location: `/api/tokens/${shown.token.id}` },
    };
  },

  deleteApiToken: async ({ params, actor }) => {
    await apiTokens.revoke(actor, params.id);
    return answerDeletion(params.id);
  },
});
