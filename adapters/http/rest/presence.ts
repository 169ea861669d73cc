import type { Handlers, presenceOperations } from '../../../contracts/index.ts';
import type { UseCases } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';

export const presenceHandlers = ({
  presence,
}: Pick<UseCases, 'presence'>): Handlers<typeof presenceOperations, RequestContext> => ({
  meetAtItem: async ({ params, body, actor }) => {
    const present = await presence.meet(actor, params.id, body);
    return {
      data: present.map(({ user: { id, name }, state, since }) => ({
        user: { id, name },
        state,
        since,
      })),
    };
  },
});
