import { accountOperations } from './accounts.ts';
import { apiTokenOperations } from './api-tokens.ts';
import { collectionOperations } from './collections.ts';
import { contentInfoOperations } from './content-info.ts';
import { contentSummaryOperations } from './content-summaries.ts';
import { contentOperations } from './content.ts';
import { mediaOperations } from './media.ts';
import type { Operation } from './operation.ts';
import { pluginOperations } from './plugins.ts';
import { settingsOperations } from './settings.ts';
import { systemOperations } from './system.ts';
import { transferOperations } from './transfer.ts';
import { userOperations } from './users.ts';

/** All operations of the API by id. */
export const api = {
  ...contentOperations,
  ...contentInfoOperations,
  ...contentSummaryOperations,
  ...collectionOperations,
  ...mediaOperations,
  ...accountOperations,
  ...apiTokenOperations,
  ...userOperations,
  ...settingsOperations,
  ...pluginOperations,
  ...transferOperations,
  ...systemOperations,
};
export type Api = typeof api;

/** The same operations as a list, in the order of the OpenAPI document. */
export const operations: readonly (readonly [id: string, operation: Operation])[] =
  Object.entries<Operation>(api);
