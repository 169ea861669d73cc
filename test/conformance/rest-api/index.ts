import type { ConformanceSuite } from '../suite.ts';
import { restAccountsSuite } from './accounts.ts';
import { restAdministrationSuite } from './administration.ts';
import { restApiTokensSuite } from './api-tokens.ts';
import { restBlocksSuite } from './content/blocks.ts';
import { restBrowserSuite } from './browser.ts';
import { restCommentsSuite } from './content/comments.ts';
import { restContentSuite } from './content/content.ts';
import { restConveniencesSuite } from './conveniences.ts';
import { restDraftsSuite } from './content/drafts.ts';
import { restHistorySuite } from './content/history.ts';
import { restInvitationsSuite } from './invitations.ts';
import { restListsSuite } from './content/lists.ts';
import { restMailSuite } from './mail.ts';
import { restMediaSuite } from './media.ts';
import { restReferencesSuite } from './content/references.ts';
import { restRedirectsSuite } from './content/redirects.ts';
import type { RestSubject } from './rest-subject.ts';
import { restPresenceSuite } from './presence.ts';
import { restPreviewsSuite } from './previews.ts';
import { restSavedViewsSuite } from './saved-views.ts';
import { restSecondFactorSuite } from './second-factor.ts';
import { restScheduleSuite } from './content/schedule.ts';
import { restQueriesSuite } from './content/queries.ts';
import { restRetriesSuite } from './retries.ts';
import { restSearchSuite } from './content/search.ts';
import { restTranslationsSuite } from './content/translations.ts';
import { restSummariesSuite } from './content/summaries.ts';
import { restSystemSuite } from './system.ts';
import { restTransferSuite } from './transfer.ts';
import { restTrashSuite } from './content/trash.ts';

export type * from './rest-subject.ts';

/** The REST API as clients see it. Runs against any service by URL. */
export const restApiSuites: readonly ConformanceSuite<RestSubject>[] = [
  restSystemSuite,
  restAccountsSuite,
  restInvitationsSuite,
  restSecondFactorSuite,
  restContentSuite,
  restHistorySuite,
  restScheduleSuite,
  restReferencesSuite,
  restListsSuite,
  restSearchSuite,
  restSummariesSuite,
  restTranslationsSuite,
  restTrashSuite,
  restCommentsSuite,
  restSavedViewsSuite,
  restTransferSuite,
  restRedirectsSuite,
  restConveniencesSuite,
  restBlocksSuite,
  restDraftsSuite,
  restQueriesSuite,
  restPreviewsSuite,
  restPresenceSuite,
  restRetriesSuite,
  restMediaSuite,
  restApiTokensSuite,
  restAdministrationSuite,
  restMailSuite,
  restBrowserSuite,
];
