import type { Handlers, SettingsDto, settingsOperations } from '../../../contracts/index.ts';
import type { Cms, Settings } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';

export const settingsHandlers = ({
  settings,
}: Pick<Cms, 'settings'>): Handlers<typeof settingsOperations, RequestContext> => ({
  getSettings: async ({ actor }) => ({ data: presentSettings(await settings.get(actor)) }),

  updateSettings: async ({ body, actor }) => ({
    data: presentSettings(await settings.update(actor, body)),
  }),
});

/** What plugins keep has an address of its own. */
const presentSettings = ({
  siteName,
  registrationEnabled,
  publicContent,
}: Settings): SettingsDto => ({ siteName, registrationEnabled, publicContent });
