import type { ConformanceSuite } from '../suite.ts';
import { restAccountsSuite } from './accounts.ts';
import { restAdministrationSuite } from './administration.ts';
import { restApiTokensSuite } from './api-tokens.ts';
import { restBlocksSuite } from './blocks.ts';
import { restBrowserSuite } from './browser.ts';
import { restContentSuite } from './content.ts';
import { restConveniencesSuite } from './conveniences.ts';
import { restDraftsSuite } from './drafts.ts';
import { restHistorySuite } from './history.ts';
import { restListsSuite } from './lists.ts';
import { restMediaSuite } from './media.ts';
import { restReferencesSuite } from './references.ts';
import { restRedirectsSuite } from './redirects.ts';
import type { RestSubject } from './rest-subject.ts';
import { restPreviewsSuite } from './previews.ts';
import { restScheduleSuite } from './schedule.ts';
import { restQueriesSuite } from './queries.ts';
import { restRetriesSuite } from './retries.ts';
import { restSearchSuite } from './search.ts';
import { restSummariesSuite } from './summaries.ts';
import { restSystemSuite } from './system.ts';
import { restTransferSuite } from './transfer.ts';
import { restTrashSuite } from './trash.ts';

export type * from './rest-subject.ts';

/** The REST API as clients see it. Runs against any service by URL. */
export const restApiSuites: readonly ConformanceSuite<RestSubject>[] = [
  restSystemSuite,
  restAccountsSuite,
  restContentSuite,
  restHistorySuite,
  restScheduleSuite,
  restReferencesSuite,
  restListsSuite,
  restSearchSuite,
  restSummariesSuite,
  restTrashSuite,
  restTransferSuite,
  restRedirectsSuite,
  restConveniencesSuite,
  restBlocksSuite,
  restDraftsSuite,
  restQueriesSuite,
  restPreviewsSuite,
  restRetriesSuite,
  restMediaSuite,
  restApiTokensSuite,
  restAdministrationSuite,
  restBrowserSuite,
];
