import type { Api, Handlers } from '../../contracts/index.ts';
import type { Cms } from '../../core/index.ts';
import type { AppOptions } from './app-options.ts';
import type { RequestContext } from './request-context.ts';
import { accountHandlers, type AccountHandlerOptions } from './rest/accounts.ts';
import { apiTokenHandlers } from './rest/api-tokens.ts';
import { collectionHandlers } from './rest/collections.ts';
import { contentHandlers } from './rest/content.ts';
import { mediaHandlers } from './rest/media.ts';
import { pluginHandlers } from './rest/plugins.ts';
import { settingsHandlers } from './rest/settings.ts';
import { systemHandlers } from './rest/system.ts';
import { transferHandlers } from './rest/transfer.ts';
import { userHandlers } from './rest/users.ts';
import { openSpool } from './spool.ts';

export type HandlerOptions = AccountHandlerOptions &
  Pick<AppOptions, 'clock' | 'mediaBaseUrl' | 'publicUrl' | 'spoolFolder'>;

/** A handler for every operation of the contract. */
export const createHandlers = (
  cms: Cms,
  options: HandlerOptions,
): Handlers<Api, RequestContext> => ({
  ...contentHandlers(cms, options),
  ...collectionHandlers(cms, options),
  ...mediaHandlers(cms, options),
  ...accountHandlers(cms, options),
  ...apiTokenHandlers(cms, options),
  ...userHandlers(cms, options),
  ...settingsHandlers(cms),
  ...pluginHandlers(cms, options),
  ...transferHandlers(cms, { ...options, openSpool: () => openSpool(options.spoolFolder) }),
  ...systemHandlers(cms, options),
});
