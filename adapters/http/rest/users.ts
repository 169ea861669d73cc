import {
  presentActiveSession,
  presentUser,
  type Handlers,
  type userOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const userHandlers = (
  { users, secondFactors }: Pick<Cms, 'users' | 'secondFactors'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof userOperations, RequestContext> => ({
  listUsers: ({ query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () => (await users.list(actor, query)).map(presentUser)),

  createUser: async ({ body, actor }) => {
    const shown = await users.create(actor, body);
    return {
      body: { data: presentUser(shown) },
      headers: { Location: `/api/users/${shown.user.id}` },
    };
  },

  getUser: async ({ params, actor }) => ({ data: presentUser(await users.get(actor, params.id)) }),

  updateUser: async ({ params, body, actor }) => ({
    data: presentUser(await users.update(actor, params.id, body)),
  }),

  deleteUser: async ({ params, actor }) => {
    await users.delete(actor, params.id);
    return answerDeletion(params.id);
  },

  listUserSessions: ({ params, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await users.listSessions(actor, params.id)).map(presentActiveSession),
    ),

  endUserSessions: async ({ params, actor }) => {
    await users.endSessions(actor, params.id);
    return { data: { ended: true } };
  },

  createResetLink: async ({ params, actor }) => ({
    body: { data: await users.createResetLink(actor, params.id) },
    headers: { Location: `/api/users/${params.id}/reset-link` },
  }),

  removeUserSecondFactor: async ({ params, actor }) => {
    await secondFactors.removeOf(actor, params.id);
    return { data: { removed: true } };
  },

  setPermissions: async ({ params, body, actor }) => ({
    data: presentUser(await users.setPermissions(actor, params.id, body.permissions)),
  }),
});
