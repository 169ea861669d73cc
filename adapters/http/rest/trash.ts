import {
  presentTrashEntry,
  type Handlers,
  type trashOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';
import { presentWritten } from './answers/present-content.ts';
import { renderObject } from './answers/render-json.ts';

export const trashHandlers = (
  { trash, users, settings }: Pick<Cms, 'trash' | 'users' | 'settings'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof trashOperations, RequestContext> => ({
  listTrash: async ({ query, actor, elapsedMs }) => {
    const { data, meta } = await answerList(clock, elapsedMs, async () =>
      (await trash.list(actor, query)).map(presentTrashEntry),
    );
    const deleters = new Set(data.flatMap(({ deletedBy }) => deletedBy ?? []));
    return {
      data,
      meta: {
        ...meta,
        users: await users.findAuthors(actor, [...deleters]),
        trashDays: await settings.trashDays(),
      },
    };
  },

  countTrash: ({ query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, () => trash.count(actor, query)),

  restoreFromTrash: async ({ params, body, actor }) => {
    const { text, tag } = presentWritten(await trash.restore(actor, params.id, body));
    return { body: renderObject({ data: text }), headers: { ETag: tag } };
  },

  deleteFromTrash: async ({ params, actor }) => {
    await trash.delete(actor, params.id);
    return answerDeletion(params.id);
  },

  emptyTrash: async ({ query, actor }) => ({ data: { deleted: await trash.empty(actor, query) } }),
});
