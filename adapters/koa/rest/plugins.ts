import type { Handlers, PluginDto, pluginOperations } from '../../../contracts/index.ts';
import type { Clock, Cms, InstalledPlugin } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerList } from './envelope.ts';

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
});

const presentPlugin = (plugin: InstalledPlugin): PluginDto => ({
  name: plugin.name,
  title: plugin.title,
  active: plugin.active,
  settings: plugin.settings,
  settingsSchema: plugin.settingsSchema,
});
