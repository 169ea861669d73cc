import type { Repositories, Store } from '../../core/store.ts';
import { accountLinkSuite } from './accounts/account-links.ts';
import { apiTokenRepositorySuite } from './accounts/api-token-repository.ts';
import { atomicWorkSuite } from './transactions/atomic-work.ts';
import { auditRepositorySuite } from './audit-repository.ts';
import { audienceSuite } from './content/audiences.ts';
import { basedReadsSuite } from './transactions/based-reads.ts';
import { callerReadsSuite } from './accounts/caller-reads.ts';
import { collectionRepositorySuite } from './collection-repository.ts';
import { consistentReadsSuite } from './transactions/consistent-reads.ts';
import { commentSuite } from './content/comments.ts';
import { contentCollectionStepsSuite } from './content/content-collection-steps.ts';
import { contentListsSuite } from './content/lists/content-lists.ts';
import { contentRepositorySuite } from './content/content-repository.ts';
import { contentSizesSuite } from './content/content-sizes.ts';
import { contentSlugListsSuite } from './content/lists/content-slug-lists.ts';
import { creationSuite } from './content/creations.ts';
import { formerSlugSuite } from './content/slugs/former-slugs.ts';
import { redirectSuite } from './content/slugs/redirects.ts';
import { fieldIndexSuite } from './content/field-indexes.ts';
import { uniqueTranslationSuite } from './content/unique-translations.ts';
import { exclusiveWorkSuite } from './transactions/exclusive-work.ts';
import { failedWorkSuite } from './transactions/failed-work.ts';
import { invitationSuite } from './accounts/invitations.ts';
import { joinedCommitSuite } from './content/history/joined-commits.ts';
import { identityRepositorySuite } from './accounts/identity-repository.ts';
import { mailRepositorySuite } from './mail/mail-repository.ts';
import { mediaRepositorySuite } from './media/media-repository.ts';
import { pageTagsSuite } from './content/lists/page-tags.ts';
import { outboxRepositorySuite } from './content/history/outbox-repository.ts';
import { unpublishedReadsSuite } from './content/unpublished-reads.ts';
import { previewTokenSuite } from './accounts/preview-tokens.ts';
import { pruningSuite } from './content/history/pruning.ts';
import { restoredPartsSuite } from './content/history/restored-parts.ts';
import { languageQuerySuite } from './content/lists/language-queries.ts';
import { draftQuerySuite, querySuite } from './content/lists/queries.ts';
import { savedViewSuite } from './accounts/saved-views.ts';
import { referenceSuite } from './content/references.ts';
import { revisionRepositorySuite } from './content/history/revision-repository.ts';
import { plannedChangeSuite } from './content/planned-changes.ts';
import { searchSuite } from './content/search/search.ts';
import { searchDraftsSuite } from './content/search/search-drafts.ts';
import { searchIndexSuite } from './content/search/search-index.ts';
import { scheduleRepositorySuite } from './content/schedule-repository.ts';
import { receiptRepositorySuite } from './receipt-repository.ts';
import { challengeRepositorySuite } from './accounts/challenges.ts';
import { secondFactorRepositorySuite } from './accounts/second-factors.ts';
import { trustedBrowserRepositorySuite } from './accounts/trusted-browsers.ts';
import { sessionRepositorySuite } from './accounts/session-repository.ts';
import { siteRepositorySuite } from './site-repository.ts';
import { singletonSuite } from './content/singletons.ts';
import { exactLocaleSuite } from './content/exact-locales.ts';
import { groupReferenceSuite } from './content/group-references.ts';
import { languageSuite } from './content/languages.ts';
import { translationSourceSuite } from './content/translation-sources.ts';
import { translationWorkSuite } from './content/translation-work.ts';
import { translationSuite } from './content/translations.ts';
import { noSnapshotSuite, snapshotSuite } from './transactions/snapshots.ts';
import { deliverySuite } from './webhooks/deliveries.ts';
import { deliveryPlanSuite } from './webhooks/delivery-plans.ts';
import { webhookRepositorySuite } from './webhooks/webhook-repository.ts';
import { storeHealthSuite } from './store-health.ts';
import type { ConformanceSuite } from './suite.ts';
import { summaryCountsSuite } from './content/lists/summary-counts.ts';
import { summaryListsSuite } from './content/lists/summary-lists.ts';
import { summarySearchSuite } from './content/lists/summary-search.ts';
import { trashMovesSuite } from './trash/trash-moves.ts';
import { trashRepositorySuite } from './trash/trash-repository.ts';
import { wordCountSuite } from './content/word-counts.ts';
import { sweepSuite } from './sweeps.ts';
import { updateSuite } from './content/updates.ts';
import { userBelongingsSuite } from './accounts/user-belongings.ts';
import { userRepositorySuite } from './accounts/user-repository.ts';
import { workingCopyListSuite } from './content/lists/working-copy-lists.ts';
import { workingCopySuite } from './content/working-copies.ts';

/** A member of a store that a step writes: a method of the store, or a repository. */
export type StoreMember =
  | `repositories.${keyof Repositories}`
  | Exclude<keyof Store, 'repositories'>;

/** A part of the work on a store of your own. */
export interface StoreStep {
  readonly title: string;
  /** What is written in this step. */
  readonly members: readonly StoreMember[];
  /** They need only members of this step and of those before it. */
  readonly suites: readonly ConformanceSuite<Store>[];
}

/** The order in which to write a store. */
export const storeSteps: readonly StoreStep[] = [
  {
    title: 'Records of their own',
    members: [
      'repositories.outbox',
      'repositories.collections',
      'repositories.site',
      'repositories.users',
      'repositories.sessions',
      'repositories.secondFactors',
      'repositories.challenges',
      'repositories.trustedBrowsers',
      'repositories.apiTokens',
      'repositories.accountLinks',
      'repositories.invitations',
      'repositories.savedViews',
      'repositories.media',
      'repositories.receipts',
    ],
    suites: [
      siteRepositorySuite,
      userRepositorySuite,
      sessionRepositorySuite,
      secondFactorRepositorySuite,
      challengeRepositorySuite,
      trustedBrowserRepositorySuite,
      apiTokenRepositorySuite,
      accountLinkSuite,
      invitationSuite,
      savedViewSuite,
      mediaRepositorySuite,
      receiptRepositorySuite,
    ],
  },
  {
    title: 'Items',
    members: ['commit', 'exclusively', 'repositories.contents', 'repositories.identities'],
    suites: [
      identityRepositorySuite,
      creationSuite,
      updateSuite,
      joinedCommitSuite,
      contentRepositorySuite,
      contentListsSuite,
      contentSlugListsSuite,
      contentSizesSuite,
      contentCollectionStepsSuite,
      pageTagsSuite,
      collectionRepositorySuite,
      userBelongingsSuite,
    ],
  },
  {
    title: 'What belongs to an item',
    members: [
      'repositories.audit',
      'repositories.revisions',
      'repositories.trash',
      'repositories.translations',
      'repositories.copies',
      'repositories.wordCounts',
      'repositories.comments',
      'repositories.schedules',
      'repositories.previewTokens',
      'repositories.webhooks',
      'repositories.deliveries',
      'repositories.mails',
    ],
    suites: [
      outboxRepositorySuite,
      auditRepositorySuite,
      revisionRepositorySuite,
      pruningSuite,
      trashMovesSuite,
      trashRepositorySuite,
      singletonSuite,
      translationSuite,
      languageSuite,
      translationSourceSuite,
      translationWorkSuite,
      workingCopySuite,
      workingCopyListSuite,
      wordCountSuite,
      commentSuite,
      restoredPartsSuite,
      scheduleRepositorySuite,
      plannedChangeSuite,
      webhookRepositorySuite,
      deliveryPlanSuite,
      deliverySuite,
      mailRepositorySuite,
      previewTokenSuite,
      sweepSuite,
    ],
  },
  {
    title: 'Ways to find items',
    members: [
      'repositories.summaries',
      'repositories.indexes',
      'repositories.queries',
      'repositories.search',
      'repositories.redirects',
    ],
    suites: [
      summaryListsSuite,
      summarySearchSuite,
      summaryCountsSuite,
      fieldIndexSuite,
      uniqueTranslationSuite,
      querySuite,
      languageQuerySuite,
      draftQuerySuite,
      searchSuite,
      searchIndexSuite,
      searchDraftsSuite,
      redirectSuite,
      exactLocaleSuite,
      formerSlugSuite,
      unpublishedReadsSuite,
    ],
  },
  {
    title: 'Work of several steps',
    members: ['consistently', 'atomically', 'repositories.references'],
    suites: [
      consistentReadsSuite,
      exclusiveWorkSuite,
      failedWorkSuite,
      atomicWorkSuite,
      referenceSuite,
      groupReferenceSuite,
      audienceSuite,
      basedReadsSuite,
      callerReadsSuite,
    ],
  },
  {
    title: 'Cached answers, and the service',
    members: ['supports', 'snapshot', 'health', 'pendingMigrations', 'migrate', 'close'],
    suites: [snapshotSuite, noSnapshotSuite, storeHealthSuite],
  },
];

/** The promises of `Store` and of all of its repositories, in the order of the steps. */
export const storeSuites: readonly ConformanceSuite<Store>[] = storeSteps.flatMap(
  ({ suites }) => suites,
);
