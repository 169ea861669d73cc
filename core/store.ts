/**
 * The door for stores, and for the suites that check them: the port `Store` with its repositories, the records that only
 * stores name, and the rules that all stores apply in the same way. What others name too is in `vocabulary.ts`.
 */

// Errors: all doors have them, because all sides throw and catch them.
export * from './primitives/errors.ts';

// The port.
export type { LockName, Repositories, Store, StoreAbilities } from './ports/store.ts';
export type { BasedRead, Basis, Stamp, StampedCaller } from './model/basis.ts';
export type * from './ports/repositories/account-link-repository.ts';
export type * from './ports/repositories/api-token-repository.ts';
export * from './ports/repositories/audit-repository.ts';
export type * from './ports/repositories/challenge-repository.ts';
export type * from './ports/repositories/collection-repository.ts';
export type * from './ports/repositories/comment-repository.ts';
export type * from './ports/repositories/content-repository.ts';
export type * from './ports/repositories/delivery-repository.ts';
export type * from './ports/repositories/identity-repository.ts';
export type * from './ports/repositories/index-repository.ts';
export type * from './ports/repositories/invitation-repository.ts';
export type * from './ports/repositories/mail-repository.ts';
export type * from './ports/repositories/media-repository.ts';
export type * from './ports/repositories/outbox-repository.ts';
export type * from './ports/repositories/preview-token-repository.ts';
export type * from './ports/repositories/query-repository.ts';
export type * from './ports/repositories/receipt-repository.ts';
export type * from './ports/repositories/redirect-repository.ts';
export { examinedReferrersMax } from './ports/repositories/reference-repository.ts';
export type {
  BindingReference,
  FormerId,
  FoundTargets,
  GroupNames,
  ItemReferences,
  ProblemStep,
  ReferenceIndex,
  ReferenceRepository,
  ReferrerCount,
  ReferrerQuery,
  WantedTargets,
} from './ports/repositories/reference-repository.ts';
export type * from './ports/repositories/revision-repository.ts';
export type * from './ports/repositories/saved-view-repository.ts';
export type * from './ports/repositories/schedule-repository.ts';
export type {
  ClaimStep,
  CopySearchEntry,
  IndexStep,
  SearchEntry,
  SearchHit,
  SearchPage,
  SearchQuery,
  SearchRepository,
} from './ports/repositories/search-repository.ts';
export type * from './ports/repositories/second-factor-repository.ts';
export type * from './ports/repositories/session-repository.ts';
export type * from './ports/repositories/site-repository.ts';
export type * from './ports/repositories/summary-repository.ts';
export type * from './ports/repositories/swept.ts';
export type * from './ports/repositories/translation-repository.ts';
export type * from './ports/repositories/trash-repository.ts';
export type * from './ports/repositories/trusted-browser-repository.ts';
export type * from './ports/repositories/user-repository.ts';
export type * from './ports/repositories/webhook-repository.ts';
export type * from './ports/repositories/word-count-repository.ts';
export type * from './ports/repositories/working-copy-repository.ts';

// Records of accounts, tokens and receipts.
export { usernameKey, type User } from './model/user.ts';
export { grantsAfterRenaming } from './model/actor.ts';
export { lacksAlt } from './model/media/media-texts.ts';
export * from './model/media/media-filter.ts';
export { mediaWords } from './model/media/media-words.ts';
export type { Session } from './model/session.ts';
export type { AccountLink } from './model/account-link.ts';
export type { Invitation } from './model/invitation.ts';
export type { Identity, IdentityKey } from './model/identity.ts';
export type { ApiToken } from './model/api-token.ts';
export type { SavedView } from './model/saved-view.ts';
export { previewTokensMax, type PreviewToken } from './model/preview.ts';
export { factorPolicyOf, type FactorPolicy } from './model/site/factor-policy.ts';
export type { Challenge, SecondFactor, TrustedBrowser } from './model/second-factor.ts';
export {
  reservationLeaseMs,
  type Receipt,
  type ReceiptName,
  type Reservation,
  type UsedRight,
} from './model/receipt.ts';

// A change of an item, and what is stored beside the item.
export type * from './model/content/content-change.ts';
export { copyMembers, pageBytes, pickMembers, stateMembers } from './model/content/content-item.ts';
export {
  contentStateOf,
  type ContentState,
  type HistoryLimits,
  type Revision,
  type RevisionFacts,
} from './model/content/revision.ts';
export type { ScheduleKey } from './model/content/schedule.ts';
export { isThread, type Comment } from './model/content/comment.ts';
export type { Deletion, TrashedItem } from './model/content/trashed-item.ts';
export {
  isSameCopyState,
  type CopyBase,
  type CopyParts,
  type CopyState,
} from './model/content/working-copy.ts';
export type { AuditActor, AuditedActor, AuditedOperation, AuditNote } from './model/audit-entry.ts';
export {
  notSingleton,
  singletonExists,
  statesOf,
  type CollectionState,
} from './model/collection.ts';

// Who sees which state of an item.
export * from './model/content/view.ts';
export { inScope } from './access/policy.ts';
export {
  audienceOf,
  isInLocale,
  isVisible,
  meetsFilter,
  visibleFilter,
  visibleQuery,
} from './access/visibility.ts';
export {
  stateWithFormerSlug,
  wasShownAt,
  type FormerSlug,
  type FormerSlugFilter,
  type FormerSlugOfItem,
} from './model/content/redirect.ts';

// Translations.
export { hasTranslations, localeTaken } from './model/content/translation.ts';
export {
  comparedWith,
  type ComparedSource,
  type GroupMember,
  type MemberSource,
  type Prints,
  type SourceState,
  type StoredSource,
  type TranslationSource,
} from './model/content/translation-source.ts';

// References.
export {
  noTarget,
  targetOf,
  targetsOfMedia,
  type Reference,
  type ReferencePlace,
  type Referrer,
} from './model/content/reference.ts';

// Orders, queries and unique values.
export { summaryOrders, type SummaryOrder } from './model/content/content-summary.ts';
export {
  keyLength,
  type Bound,
  type FieldIndex,
  type IndexState,
  type ItemQuery,
  type Key,
  type KeyTest,
  type QueryCondition,
  type QueryField,
  type UniqueWithin,
  type QueryPlace,
  type Scan,
  type SortField,
} from './model/content/item-query.ts';
export { fieldIndexesOf, indexKey } from './collections/indexes/field-indexes.ts';
export { placementFields, systemFields } from './collections/indexes/query-fields.ts';
export {
  describeDuplicates,
  listedDuplicatesMax,
  valueTaken,
} from './collections/indexes/unique-fields.ts';
export { comparePlaces, keyOf, meets, scanConditions, valuesOf } from './queries/item-keys.ts';
export { isTextKind } from './queries/operators.ts';

// Searches, by titles and by words.
export {
  keyPrefix,
  titleKey,
  titleSearchDepth,
  titleSearchWords,
  type TitleSearch,
} from './model/content/title-search.ts';
export { searchTextOf } from './collections/data/item-text.ts';
export {
  phraseBytesMax,
  type SearchTerm,
  type SearchTerms,
  type SearchText,
  type SearchWord,
} from './model/content/search.ts';
export { visitWords, wordsIn, type FoldedWord } from './primitives/fold-words.ts';
export { parseSearchQuery } from './search/parse-query.ts';
export { rankMatches, wordsMatching, type SearchCandidate } from './search/rank-matches.ts';
export { exactLookup } from './search/word-lookup.ts';

// Webhooks, and mail.
export { withAttempt, type DeliveryAttempt, type NewDelivery } from './model/webhooks/delivery.ts';
export {
  workingWebhook,
  type StoredWebhook,
  type Webhook,
  type WebhookSecret,
} from './model/webhooks/webhook.ts';
export type { NewMail } from './model/mail.ts';
