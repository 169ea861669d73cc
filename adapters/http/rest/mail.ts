import {
  presentMailFailure,
  type Handlers,
  type mailOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerList } from './answers/envelope.ts';

export const mailHandlers = (
  { mail }: Pick<Cms, 'mail'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof mailOperations, RequestContext> => ({
  listMailFailures: ({ actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await mail.listFailures(actor)).map(presentMailFailure),
    ),

  testMail: async ({ actor }) => ({ data: await mail.test(actor) }),
});
