/** The public interface of the core: the only file of the core that others import. */

// The driving port: createCms assembles all use cases.
export * from './cms.ts';
export type * from './use-cases/index.ts';
export * from './primitives/errors.ts';

// Who may do what, and who sees what.
export * from './model/actor.ts';
export { mayBeCached, type PerspectiveRequest } from './access/perspective.ts';
export * from './access/policy.ts';
export {
  reachOfRole,
  rights,
  roleActions,
  type Action,
  type Denial,
  type Reach,
  type Right,
  type RoleAction,
} from './access/rights.ts';
export * from './access/visibility.ts';

// The feed of changes, and the audit.
export { changeTypes, type Change, type ChangePage, type ChangeType } from './feed/change.ts';
export { waitMax } from './feed/follow-changes.ts';
export { startOfFeed, type ReadChanges } from './feed/read-changes.ts';
export * from './model/audit-entry.ts';
export type { FindAudit } from './audit/read-audit.ts';

// Accounts and API tokens.
export * from './accounts/email.ts';
export type { NewUserInput } from './accounts/new-user.ts';
export { withFormerHashes } from './accounts/former-hashes.ts';
export { passwordMaxBytes, passwordMinLength } from './accounts/password.ts';
export type { Permission, ShownUser } from './accounts/read-users.ts';
export type { LoggedIn } from './accounts/session.ts';
export * from './model/session.ts';
export * from './model/user.ts';
export * from './model/api-token.ts';
export type { CreatedApiToken, ShownApiToken } from './api-tokens/manage-api-tokens.ts';

// Previews.
export * from './model/preview.ts';
export { previewPlaceholders, previewUrlMaxLength } from './model/preview-url.ts';
export type { CreatedItemPreview, CreatedPreview } from './previews/preview-tokens.ts';

// Content and its collections.
export { searchTextOf } from './collections/data/item-text.ts';
export { checkItemData } from './collections/data/check-data.ts';
export {
  schemaCheckLimits,
  type FailingItem,
  type SchemaCheck,
} from './collections/schema/check-schema.ts';
export {
  collectionNameMaxLength,
  collectionNamePattern,
  descriptionMaxLength,
  displayNameMaxLength,
  parseCollectionName,
  unknownCollection,
  noActiveCollection,
  notSingleton,
  singletonExists,
  type Collection,
} from './model/collection.ts';
export * from './model/field.ts';
export { referencesOf, referringValues } from './collections/data/references-of.ts';
export {
  convertValue,
  readBoolean,
  type ConvertedValue,
} from './collections/data/convert-value.ts';
export {
  constraintsOf,
  isSearched,
  offeredConstraints,
  shapeOf,
  type FieldShape,
} from './collections/fields/field-rules.ts';
export { walkData, type DataValue } from './collections/data/walk-data.ts';
export { fieldInference, type FieldInference } from './collections/schema/infer-fields.ts';
export type * from './model/content/content-change.ts';
export * from './model/content/content-item.ts';
export * from './model/content/revision.ts';
export * from './model/content/working-copy.ts';
export * from './model/content/reference.ts';
export * from './model/content/schedule.ts';
export * from './model/content/redirect.ts';
export * from './model/content/view.ts';
export type * from './model/content/trashed-item.ts';
export type { ContentInfo } from './content/get-content-info.ts';
export * from './model/content/merge-blocks.ts';
export * from './model/content/merge-states.ts';
export { mergeStored } from './history/merge-stored.ts';
export type { UpdateContent } from './content/update-content.ts';
export * from './model/content/content-summary.ts';
export {
  exactCountMax,
  type BoundedCount,
  type CollectionCounts,
} from './content/count-content.ts';
export type { ReadResult, Reusable } from './content/read-on-basis.ts';
export type { FoundItem, ItemOf } from './content/item-reader.ts';
export type { ListOf, PageFacts } from './content/list-reader.ts';
export type { QueryOf } from './queries/query-reader.ts';
export type { ItemRead } from './reads/read-item.ts';
export type { ContentListing, PageOf } from './reads/read-page.ts';
export type { SummaryListing } from './content/list-summaries.ts';
export type { ListDrafts } from './drafts/read-drafts.ts';
export { foundMax, summaryIdsMax } from './content/list-summaries.ts';
export { bulkActions, type BulkAction } from './bulk/bulk-action.ts';
export { bulkMax, type BulkReport, type BulkResult } from './bulk/bulk-content.ts';
export type { TrashedCount } from './trash/read-trash.ts';
export * from './content/free-slug.ts';
export * from './model/content/item-query.ts';
export { fieldIndexesOf, indexKey } from './collections/indexes/field-indexes.ts';
export {
  describeDuplicates,
  listedDuplicatesMax,
  valueTaken,
} from './collections/indexes/unique-fields.ts';
export { comparisonOf, schemaFields, systemFields } from './collections/indexes/query-fields.ts';
export { comparePlaces, keyOf, meets, valuesOf } from './queries/item-keys.ts';
export { alternativesMax, isTextKind, missingKey, operators } from './queries/operators.ts';
export { queryLimits, type RequestedCondition } from './queries/parse-query.ts';
export type { SelectedFields } from './queries/select-fields.ts';
export { candidateMiB, candidatesMax, scanConditions } from './queries/choose-scan.ts';
export * from './model/content/slug.ts';
export {
  keyPrefix,
  titleKey,
  titleSearchDepth,
  titleSearchWords,
  type TitleSearch,
} from './model/content/title-search.ts';
export { joinChunks } from './primitives/bytes.ts';
export { boundedEntries, type BoundedEntries } from './cache/bounded-entries.ts';
export type { CacheCounter } from './cache/cache-counts.ts';
export type { CacheReport, CacheSource } from './cache/cache-plugin.ts';

// References.
export { expandedFieldsMax } from './references/expansion-plan.ts';
export type { ProblemsFound } from './references/find-problems.ts';
export { includedMax, type Expansion } from './references/read-expansion.ts';
export type { ReferrerListing } from './references/read-referrers.ts';
// Search.
export * from './model/content/search.ts';
export { searchPageMax, type SearchListing } from './search/search-content.ts';
export type { SearchResult } from './search/add-snippets.ts';
export { parseSearchQuery, queryMaxLength, queryMaxWords } from './search/parse-query.ts';
export { makeSnippet, type Snippet } from './search/make-snippet.ts';
export { partNear } from './search/part-near.ts';
export { exactLookup } from './search/word-lookup.ts';
export { rankMatches, wordsMatching, type SearchCandidate } from './search/rank-matches.ts';
export { visitWords, wordsIn, type FoldedWord } from './primitives/fold-words.ts';

// Media files.
export type { CompareMedia, MediaComparison, StrayObject } from './media/compare-media.ts';
export * from './model/media/media-file.ts';
export { imageFailure, imageLimits, type ImageFailure } from './media/image-limits.ts';
export {
  imageFits,
  imageFormats,
  imageQualities,
  imageSizes,
  isResizable,
  type ImageFit,
  type ImageFormat,
  type ImageVariant,
  type RequestedVariant,
} from './model/media/image-variant.ts';
export { variantName } from './model/media/variant-key.ts';
export type { Focus } from './model/media/focus.ts';
export { downloadName, nameAs } from './media/download-name.ts';
export { maxOtherVariants } from './media/variant-limit.ts';
export { assertBlobKey, isBlobKey, mediaKeyPattern } from './model/media/media-key.ts';
export * from './media/media-type.ts';
export type { RebasedMedia, RebaseMedia } from './media/rebase-media.ts';
export type { ServedImage } from './media/read-image.ts';
export type { ServedFile } from './media/read-media.ts';

// Webhooks.
export * from './model/webhooks/delivery.ts';
export * from './model/webhooks/webhook.ts';
export type { CreatedWebhook, ShownWebhook } from './webhooks/manage-webhooks.ts';
export type { CreateWebhook, UpdateWebhook } from './webhooks/parse-webhook.ts';

// The service: settings, plugins, extensions, health.
export type * from './events/domain-event.ts';
export {
  hookedOperations,
  type Attempt,
  type Hook,
  type HookActor,
  type HookedOperation,
  type Replacement,
  type Verdict,
} from './hooks/hook.ts';
export {
  pluginNames,
  type CacheStatistics,
  type InstalledPlugin,
} from './system/manage-plugins.ts';
export type { Plugin } from './model/site/plugin.ts';
export * from './model/site/settings.ts';
export * from './model/site/settings-table.ts';
export type { Dependency, DetailedHealth, Health } from './system/check-health.ts';
export type { Check } from './system/watch-dependency.ts';

// Safe retries.
export * from './model/receipt.ts';
export type { KeyedRequest, KeyedWork } from './receipts/answer-once.ts';

// Import and export.
export type { ContentRecord, ExportedContent, ImportOutcome } from './transfer/content-record.ts';
export type { ExportRecord, ExportSink, RestorableSink } from './transfer/export-everything.ts';
export type { CollectionOutcome, CollectionRecord } from './transfer/import-collections.ts';
export type { RecordChange } from './transfer/fit-record.ts';
export type { ImportContent, PlannedState } from './transfer/import-content.ts';
export type { ImportedMedia, MediaRecord } from './transfer/import-media.ts';
export type * from './transfer/restorable-line.ts';
export type { LineOutcome, RestoreLines } from './transfer/restore-lines.ts';
export type { OnSlugClash, PlannedSlug } from './transfer/slug-plan.ts';

// Tools that adapters share with the core.
export * from './limits/costly-reads.ts';
export * from './limits/gate.ts';
export { reserveOrRefuse, type Reserve } from './limits/reserve.ts';
export { workQueue, type RunPiece } from './limits/work-queue.ts';
export { parseDate, readDate, type WrittenDate } from './primitives/dates.ts';
export { losesDigits } from './primitives/exact-numbers.ts';
export * from './primitives/json.ts';
export { decodePercent } from './primitives/percent-encoding.ts';
export { deadlines, punctualPorts } from './limits/punctual-ports.ts';
export { fixedWindowLimiter } from './limits/rate-limit.ts';
export * from './primitives/paging.ts';
export { assertStorable, escapePattern, isStorable, utf8Length } from './primitives/text.ts';
export * from './primitives/time.ts';
export * from './primitives/uuid.ts';
export type { Signal } from './primitives/signal.ts';

// The driven ports.
export type * from './model/basis.ts';
export * from './ports/index.ts';
