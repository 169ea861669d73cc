import {
  presentInvitation,
  type Handlers,
  type invitationOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { NewInvitation } from '../../../core/vocabulary.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const invitationHandlers = (
  { invitations }: Pick<Cms, 'invitations'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof invitationOperations, RequestContext> => ({
  listInvitations: ({ actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await invitations.list(actor)).map(presentInvitation),
    ),

  createInvitation: async ({ body, actor }) => {
    const created = await invitations.create(actor, body);
    return {
      body: { data: presentNew(created) },
      headers: { Location: `/api/invitations/${created.id}` },
    };
  },

  resendInvitation: async ({ params, actor }) => ({
    data: presentNew(await invitations.resend(actor, params.id)),
  }),

  withdrawInvitation: async ({ params, actor }) => {
    await invitations.withdraw(actor, params.id);
    return answerDeletion(params.id);
  },
});

const presentNew = (invitation: NewInvitation) => ({
  ...presentInvitation(invitation),
  url: invitation.url,
});
