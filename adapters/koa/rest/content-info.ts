import {
  presentContentInfo,
  type contentInfoOperations,
  type Handlers,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';

export const contentInfoHandlers = ({
  content,
}: Pick<Cms, 'content'>): Handlers<typeof contentInfoOperations, RequestContext> => ({
  getContentInfo: async ({ params, actor, client }) => ({
    data: presentContentInfo(await content.getInfo(actor, { id: params.id, client })),
  }),
});
