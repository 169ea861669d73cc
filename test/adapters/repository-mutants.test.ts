import { describe, expect, test } from 'vitest';
import type { Store } from '../../core/store.ts';
import { storeSuites } from '../conformance/store.ts';
import { runCase, type ConformanceCase } from '../conformance/suite.ts';
import { accountLinkMutants } from './repository-mutants/account-link-mutants.ts';
import { auditMutants } from './repository-mutants/audit-mutants.ts';
import { atomicWorkMutants } from './repository-mutants/atomic-work-mutants.ts';
import { basedReadMutants, callerReadMutants } from './repository-mutants/based-read-mutants.ts';
import { belongingMutants, userMutants } from './repository-mutants/user-mutants.ts';
import { collectionMutants } from './repository-mutants/collection-mutants.ts';
import { commentMutants } from './repository-mutants/comment-mutants.ts';
import {
  consistentReadMutants,
  exclusiveWorkMutants,
  failedWorkMutants,
} from './repository-mutants/transaction-mutants.ts';
import {
  contentCollectionStepMutants,
  contentMutants,
  contentSizeMutants,
} from './repository-mutants/content-mutants.ts';
import {
  contentListMutants,
  contentSlugListMutants,
} from './repository-mutants/content-list-mutants.ts';
import {
  creationMutants,
  joinedCommitMutants,
  updateMutants,
} from './repository-mutants/commit-mutants.ts';
import { draftQueryMutants } from './repository-mutants/draft-query-mutants.ts';
import { invitationMutants } from './repository-mutants/invitation-mutants.ts';
import {
  challengeMutants,
  factorMutants,
  trustedBrowserMutants,
} from './repository-mutants/factor-mutants.ts';
import { identityMutants } from './repository-mutants/identity-mutants.ts';
import { mailMutants } from './repository-mutants/mail-mutants.ts';
import { mediaMutants } from './repository-mutants/media-mutants.ts';
import { outboxMutants } from './repository-mutants/outbox-mutants.ts';
import { pageTagMutants } from './repository-mutants/page-tag-mutants.ts';
import {
  memorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutants/repository-mutant.ts';
import { audienceMutants } from './repository-mutants/audience-mutants.ts';
import { previewTokenMutants } from './repository-mutants/preview-token-mutants.ts';
import { unpublishedReadMutants } from './repository-mutants/unpublished-read-mutants.ts';
import { pruningMutants } from './repository-mutants/pruning-mutants.ts';
import { fieldIndexMutants, queryMutants } from './repository-mutants/query-mutants.ts';
import { referenceMutants } from './repository-mutants/reference-mutants.ts';
import { formerSlugMutants, redirectMutants } from './repository-mutants/redirect-mutants.ts';
import { restoredPartMutants } from './repository-mutants/restored-part-mutants.ts';
import { revisionMutants } from './repository-mutants/revision-mutants.ts';
import { plannedChangeMutants } from './repository-mutants/planned-change-mutants.ts';
import { scheduleMutants } from './repository-mutants/schedule-mutants.ts';
import { receiptMutants } from './repository-mutants/receipt-mutants.ts';
import { savedViewMutants } from './repository-mutants/saved-view-mutants.ts';
import { searchDraftsMutants } from './repository-mutants/search-drafts-mutants.ts';
import { searchIndexMutants, searchMutants } from './repository-mutants/search-mutants.ts';
import { sessionMutants } from './repository-mutants/session-mutants.ts';
import { storeHealthMutants } from './repository-mutants/store-health-mutants.ts';
import { exactLocaleMutants } from './repository-mutants/exact-locale-mutants.ts';
import { uniqueTranslationMutants } from './repository-mutants/unique-translation-mutants.ts';
import { languageQueryMutants } from './repository-mutants/language-query-mutants.ts';
import { groupReferenceMutants } from './repository-mutants/group-reference-mutants.ts';
import { languageMutants } from './repository-mutants/language-mutants.ts';
import { singletonMutants } from './repository-mutants/singleton-mutants.ts';
import { translationSourceMutants } from './repository-mutants/translation-source-mutants.ts';
import { translationWorkMutants } from './repository-mutants/translation-work-mutants.ts';
import { translationMutants } from './repository-mutants/translation-mutants.ts';
import { siteMutants } from './repository-mutants/site-mutants.ts';
import { noSnapshotMutants, snapshotMutants } from './repository-mutants/snapshot-mutants.ts';
import { sweepMutants } from './repository-mutants/sweep-mutants.ts';
import {
  summaryCountMutants,
  summaryListMutants,
  summarySearchMutants,
} from './repository-mutants/summary-mutants.ts';
import { wordCountMutants } from './repository-mutants/word-count-mutants.ts';
import { workingCopyListMutants } from './repository-mutants/working-copy-list-mutants.ts';
import { workingCopyMutants } from './repository-mutants/working-copy-mutants.ts';
import { apiTokenMutants } from './repository-mutants/token-mutants.ts';
import {
  deliveryMutants,
  deliveryPlanMutants,
  webhookMutants,
} from './repository-mutants/webhook-mutants.ts';
import { trashMoveMutants, trashMutants } from './repository-mutants/trash-mutants.ts';

const all: readonly RepositorySuiteMutants[] = [
  contentMutants,
  contentListMutants,
  contentSlugListMutants,
  contentSizeMutants,
  contentCollectionStepMutants,
  summaryListMutants,
  summarySearchMutants,
  summaryCountMutants,
  queryMutants,
  draftQueryMutants,
  fieldIndexMutants,
  searchMutants,
  searchIndexMutants,
  searchDraftsMutants,
  scheduleMutants,
  collectionMutants,
  mediaMutants,
  userMutants,
  belongingMutants,
  sessionMutants,
  apiTokenMutants,
  previewTokenMutants,
  accountLinkMutants,
  invitationMutants,
  savedViewMutants,
  siteMutants,
  receiptMutants,
  sweepMutants,
  creationMutants,
  updateMutants,
  plannedChangeMutants,
  joinedCommitMutants,
  singletonMutants,
  translationMutants,
  groupReferenceMutants,
  languageMutants,
  exactLocaleMutants,
  uniqueTranslationMutants,
  translationSourceMutants,
  translationWorkMutants,
  languageQueryMutants,
  workingCopyMutants,
  wordCountMutants,
  commentMutants,
  workingCopyListMutants,
  referenceMutants,
  audienceMutants,
  unpublishedReadMutants,
  formerSlugMutants,
  redirectMutants,
  revisionMutants,
  pruningMutants,
  auditMutants,
  outboxMutants,
  trashMoveMutants,
  trashMutants,
  restoredPartMutants,
  exclusiveWorkMutants,
  failedWorkMutants,
  atomicWorkMutants,
  consistentReadMutants,
  basedReadMutants,
  callerReadMutants,
  pageTagMutants,
  noSnapshotMutants,
  snapshotMutants,
  storeHealthMutants,
  webhookMutants,
  deliveryPlanMutants,
  deliveryMutants,
  factorMutants,
  challengeMutants,
  trustedBrowserMutants,
  identityMutants,
  mailMutants,
];

/** Runs a case on a mutant. @returns the error of the case; undefined if it passes. */
const failureOf = async (
  promise: ConformanceCase<Store>,
  { make }: RepositoryMutant,
): Promise<unknown> => {
  const open = async () => ({ subject: make(memorySubject()) });
  return runCase(promise, open).then(
    () => undefined,
    (error: unknown) => error,
  );
};

test('every suite of a store has mutants', () => {
  const named = (suites: readonly { readonly port: string }[]) =>
    suites.map(({ port }) => port).toSorted();
  expect(named(all.map(({ suite }) => suite))).toEqual(named(storeSuites));
});

describe.each(all)('$suite.port', ({ suite, mutants }) => {
  test.each(mutants)('an adapter that $fault fails "$caughtBy"', async (mutant) => {
    const promise = suite.cases.find(({ name }) => name === mutant.caughtBy);
    if (promise === undefined) throw new Error('there is no such case');
    expect(await failureOf(promise, mutant)).toBeInstanceOf(Error);
  });

  test('every case detects at least one mutant', () => {
    const failing = new Set(mutants.map(({ caughtBy }) => caughtBy));
    expect(suite.cases.filter(({ name }) => !failing.has(name))).toEqual([]);
  });
});
