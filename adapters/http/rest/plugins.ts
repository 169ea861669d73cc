import {
  presentCacheStatistics,
  presentPlugin,
  type Handlers,
  type pluginOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerList } from './answers/envelope.ts';

export const pluginHandlers = (
  { plugins }: Pick<Cms, 'plugins'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof pluginOperations, RequestContext> => ({
  listPlugins: ({ actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () => (await plugins.list(actor)).map(presentPlugin)),

  updatePlugin: async ({ params, body, actor }) => ({
    data: presentPlugin(await plugins.configure(actor, params.name, body)),
  }),

  purgeCache: async ({ actor }) => {
    await plugins.purgeCache(actor);
    return { data: { purged: true } };
  },

  getCacheStatistics: async ({ actor }) => ({
    data: presentCacheStatistics(await plugins.getCacheStatistics(actor)),
  }),
});
