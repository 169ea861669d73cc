import type { Api, Handlers } from '../../../contracts/index.ts';
import type { UseCases } from '../../../core/index.ts';
import type { TemporaryLines } from './answers/temporary-lines.ts';
import type { DocsAssetPaths } from '../pages/docs-page.ts';
import type { PageOptions } from '../pages/page.ts';
import type { RequestContext } from '../request-context.ts';
import type { ServiceOptions } from '../service-options.ts';
import { accountLinkHandlers } from './account-links.ts';
import { accountHandlers } from './accounts.ts';
import { apiTokenHandlers } from './api-tokens.ts';
import { auditHandlers } from './audit.ts';
import { tagHeaders } from './answers/cache-tags.ts';
import { changeHandlers } from './changes.ts';
import { collectionHandlers } from './collections.ts';
import { commentHandlers } from './comments.ts';
import { contentAnswers } from './answers/content-answers.ts';
import { contentBulkHandlers } from './content-bulk.ts';
import { contentHandlers } from './content.ts';
import { identityHandlers } from './identities.ts';
import { historyHandlers } from './history.ts';
import { draftHandlers } from './drafts.ts';
import { invitationHandlers } from './invitations.ts';
import { localeHandlers } from './locales.ts';
import { mailHandlers } from './mail.ts';
import { mediaLibraryHandlers } from './media-library.ts';
import { mediaHandlers } from './media.ts';
import { openApiHandlers } from './openapi.ts';
import { pluginHandlers } from './plugins.ts';
import { referenceHandlers } from './references.ts';
import { presenceHandlers } from './presence.ts';
import { previewHandlers } from './previews.ts';
import { redirectHandlers } from './redirects.ts';
import { queryHandlers } from './queries.ts';
import { savedViewHandlers } from './saved-views.ts';
import { scheduleHandlers } from './schedule.ts';
import { searchHandlers } from './search.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { settingsHandlers } from './settings.ts';
import { siteSchemaHandlers } from './site-schema.ts';
import { systemHandlers } from './system.ts';
import { transferHandlers } from './transfer.ts';
import { translationHandlers } from './translations.ts';
import { trashHandlers } from './trash.ts';
import { userHandlers } from './users.ts';
import { webhookHandlers } from './webhooks.ts';

export interface HandlerOptions extends PageOptions, ServiceOptions {
  /** Stores an export until it is sent. */
  readonly openLines: () => Promise<TemporaryLines>;
  /** How long the process has been running, in seconds. */
  readonly uptimeS: () => number;
  /** Where the page `/docs` finds its files. */
  readonly loadDocsAssets: () => Promise<DocsAssetPaths>;
}

/** One handler for each operation of the contract. */
export const createHandlers = (
  cms: UseCases,
  options: HandlerOptions,
): Handlers<Api, RequestContext> => {
  const tagged = { ...options, tagsOf: tagHeaders(options.cacheTags === true) };
  const answers = contentAnswers(cms.cache.counter, tagged);
  return {
    ...contentHandlers(cms, answers, options),
    ...searchHandlers(cms, tagged),
    ...changeHandlers(cms, options),
    ...historyHandlers(cms, options),
    ...draftHandlers(cms, options),
    ...scheduleHandlers(cms, options),
    ...referenceHandlers(cms, options),
    ...previewHandlers(cms),
    ...presenceHandlers(cms),
    ...contentBulkHandlers(cms),
    ...redirectHandlers(cms, options),
    ...commentHandlers(cms, options),
    ...savedViewHandlers(cms, options),
    ...translationHandlers(cms, tagged),
    ...trashHandlers(cms, options),
    ...collectionHandlers(cms, answers, options),
    ...openApiHandlers(cms, options),
    ...queryHandlers(cms, tagged),
    ...mediaHandlers(cms, options),
    ...mediaLibraryHandlers(cms, options),
    ...accountHandlers(cms, options),
    ...accountLinkHandlers(cms, options),
    ...secondFactorHandlers(cms, options),
    ...identityHandlers(cms, options),
    ...apiTokenHandlers(cms, options),
    ...userHandlers(cms, options),
    ...invitationHandlers(cms, options),
    ...webhookHandlers(cms, options),
    ...mailHandlers(cms, options),
    ...settingsHandlers(cms),
    ...localeHandlers(cms),
    ...pluginHandlers(cms, options),
    ...siteSchemaHandlers(cms),
    ...auditHandlers(cms, options),
    ...transferHandlers(cms, options),
    ...systemHandlers(cms, options),
  };
};
