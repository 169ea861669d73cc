import { apiTokenRepositorySuite } from './api-token-repository.ts';
import { collectionRepositorySuite } from './collection-repository.ts';
import { contentCollectionStepsSuite } from './content-collection-steps.ts';
import { contentKnownPlacesSuite } from './content-known-places.ts';
import { contentListsSuite } from './content-lists.ts';
import { contentRepositorySuite } from './content-repository.ts';
import { contentSizesSuite } from './content-sizes.ts';
import { contentSlugListsSuite } from './content-slug-lists.ts';
import { contentWritesSuite } from './content-writes.ts';
import { mediaRepositorySuite } from './media-repository.ts';
import { encodedContentSuite } from './encoded-content.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { rollbackSuite } from './rollback.ts';
import { sessionRepositorySuite } from './session-repository.ts';
import { siteRepositorySuite } from './site-repository.ts';
import { snapshotSuite } from './snapshot.ts';
import { summaryCountsSuite } from './summary-counts.ts';
import { summaryListsSuite } from './summary-lists.ts';
import { summarySearchSuite } from './summary-search.ts';
import type { ConformanceSuite } from './suite.ts';
import { unitOfWorkSuite } from './unit-of-work.ts';
import { userBelongingsSuite } from './user-belongings.ts';
import { userRepositorySuite } from './user-repository.ts';

/**
 * The promises of all repositories and of `UnitOfWork`. All suites run on one store, because repositories
 * make promises about each other.
 */
export const repositorySuites: readonly ConformanceSuite<RepositoriesSubject>[] = [
  contentRepositorySuite,
  contentWritesSuite,
  contentListsSuite,
  contentSlugListsSuite,
  contentKnownPlacesSuite,
  contentSizesSuite,
  encodedContentSuite,
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
  unitOfWorkSuite,
  rollbackSuite,
  snapshotSuite,
];
