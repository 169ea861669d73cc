import type { Store } from '../../core/index.ts';
import { apiTokenRepositorySuite } from './api-token-repository.ts';
import { basedReadsSuite } from './based-reads.ts';
import { callerReadsSuite } from './caller-reads.ts';
import { collectionRepositorySuite } from './collection-repository.ts';
import { consistentReadsSuite } from './consistent-reads.ts';
import { contentCollectionStepsSuite } from './content-collection-steps.ts';
import { contentListsSuite } from './content-lists.ts';
import { contentRepositorySuite } from './content-repository.ts';
import { contentSizesSuite } from './content-sizes.ts';
import { contentSlugListsSuite } from './content-slug-lists.ts';
import { creationSuite } from './creations.ts';
import { exclusiveWorkSuite } from './exclusive-work.ts';
import { failedWorkSuite } from './failed-work.ts';
import { joinedCommitSuite } from './joined-commits.ts';
import { mediaRepositorySuite } from './media-repository.ts';
import { pageTagsSuite } from './page-tags.ts';
import { sessionRepositorySuite } from './session-repository.ts';
import { siteRepositorySuite } from './site-repository.ts';
import { snapshotSuite } from './snapshots.ts';
import type { ConformanceSuite } from './suite.ts';
import { summaryCountsSuite } from './summary-counts.ts';
import { summaryListsSuite } from './summary-lists.ts';
import { summarySearchSuite } from './summary-search.ts';
import { updateSuite } from './updates.ts';
import { userBelongingsSuite } from './user-belongings.ts';
import { userRepositorySuite } from './user-repository.ts';

/** The promises of `Store` and of all of its repositories. */
export const storeSuites: readonly ConformanceSuite<Store>[] = [
  contentRepositorySuite,
  contentListsSuite,
  contentSlugListsSuite,
  contentSizesSuite,
  contentCollectionStepsSuite,
  summaryListsSuite,
  summarySearchSuite,
  summaryCountsSuite,
  collectionRepositorySuite,
  mediaRepositorySuite,
  userRepositorySuite,
  userBelongingsSuite,
  sessionRepositorySuite,
  apiTokenRepositorySuite,
  siteRepositorySuite,
  creationSuite,
  updateSuite,
  joinedCommitSuite,
  exclusiveWorkSuite,
  failedWorkSuite,
  consistentReadsSuite,
  basedReadsSuite,
  callerReadsSuite,
  pageTagsSuite,
  snapshotSuite,
];
