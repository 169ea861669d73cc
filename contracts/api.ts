import { accountLinkOperations } from './operations/account-links.ts';
import { accountOperations } from './operations/accounts.ts';
import { apiTokenOperations } from './operations/api-tokens.ts';
import { auditOperations } from './operations/audit.ts';
import { changeOperations } from './operations/changes.ts';
import { collectionOperations } from './operations/collections.ts';
import { commentOperations } from './operations/comments.ts';
import { contentSummaryOperations } from './operations/content-summaries.ts';
import { contentBulkOperations } from './operations/content-bulk.ts';
import { contentOperations } from './operations/content.ts';
import { historyOperations } from './operations/history.ts';
import { draftOperations } from './operations/drafts.ts';
import { invitationOperations } from './operations/invitations.ts';
import { identityOperations } from './operations/identities.ts';
import { localeOperations } from './operations/locales.ts';
import { mailOperations } from './operations/mail.ts';
import { mediaLibraryOperations } from './operations/media-library.ts';
import { mediaOperations } from './operations/media.ts';
import type { Operation } from './operation.ts';
import { openApiOperations } from './operations/openapi.ts';
import { pluginOperations } from './operations/plugins.ts';
import { referenceOperations } from './operations/references.ts';
import { presenceOperations } from './operations/presence.ts';
import { previewOperations } from './operations/previews.ts';
import { redirectOperations } from './operations/redirects.ts';
import { queryOperations } from './operations/queries.ts';
import { savedViewOperations } from './operations/saved-views.ts';
import { scheduleOperations } from './operations/schedule.ts';
import { searchOperations } from './operations/search.ts';
import { secondFactorOperations } from './operations/second-factor.ts';
import { settingsOperations } from './operations/settings.ts';
import { siteSchemaOperations } from './operations/site-schema.ts';
import { systemOperations } from './operations/system.ts';
import { transferOperations } from './operations/transfer.ts';
import { translationOperations } from './operations/translations.ts';
import { trashOperations } from './operations/trash.ts';
import { userOperations } from './operations/users.ts';
import { webhookOperations } from './operations/webhooks.ts';

/**
 * All operations of the API by id. Written as references: the compiler would declare each of them once more, which is a quarter
 * of a megabyte in the package.
 */
export type Api = typeof contentOperations &
  typeof contentSummaryOperations &
  typeof searchOperations &
  typeof changeOperations &
  typeof historyOperations &
  typeof draftOperations &
  typeof scheduleOperations &
  typeof referenceOperations &
  typeof previewOperations &
  typeof presenceOperations &
  typeof contentBulkOperations &
  typeof translationOperations &
  typeof redirectOperations &
  typeof commentOperations &
  typeof savedViewOperations &
  typeof trashOperations &
  typeof collectionOperations &
  typeof openApiOperations &
  typeof queryOperations &
  typeof mediaOperations &
  typeof mediaLibraryOperations &
  typeof accountOperations &
  typeof accountLinkOperations &
  typeof secondFactorOperations &
  typeof apiTokenOperations &
  typeof identityOperations &
  typeof userOperations &
  typeof invitationOperations &
  typeof webhookOperations &
  typeof mailOperations &
  typeof settingsOperations &
  typeof localeOperations &
  typeof pluginOperations &
  typeof siteSchemaOperations &
  typeof auditOperations &
  typeof transferOperations &
  typeof systemOperations;

export const api: Api = {
  ...contentOperations,
  ...contentSummaryOperations,
  ...searchOperations,
  ...changeOperations,
  ...historyOperations,
  ...draftOperations,
  ...scheduleOperations,
  ...referenceOperations,
  ...previewOperations,
  ...presenceOperations,
  ...contentBulkOperations,
  ...redirectOperations,
  ...commentOperations,
  ...savedViewOperations,
  ...translationOperations,
  ...trashOperations,
  ...collectionOperations,
  ...openApiOperations,
  ...queryOperations,
  ...mediaOperations,
  ...mediaLibraryOperations,
  ...accountOperations,
  ...accountLinkOperations,
  ...secondFactorOperations,
  ...apiTokenOperations,
  ...identityOperations,
  ...userOperations,
  ...invitationOperations,
  ...webhookOperations,
  ...mailOperations,
  ...settingsOperations,
  ...localeOperations,
  ...pluginOperations,
  ...siteSchemaOperations,
  ...auditOperations,
  ...transferOperations,
  ...systemOperations,
};

/** The same operations as a list, in the order of the OpenAPI document. */
export const operations: readonly (readonly [id: string, operation: Operation])[] =
  Object.entries<Operation>(api);
