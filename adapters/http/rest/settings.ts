import {
  presentSettings,
  type Handlers,
  type settingsOperations,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';

export const settingsHandlers = ({
  settings,
}: Pick<Cms, 'settings'>): Handlers<typeof settingsOperations, RequestContext> => ({
  getSettings: async ({ actor }) => ({ data: presentSettings(await settings.get(actor)) }),

  listSearchLanguages: async ({ actor }) => ({ data: await settings.searchLanguages(actor) }),

  updateSettings: async ({ body, actor }) => ({
    data: presentSettings(await settings.update(actor, body)),
  }),
});
