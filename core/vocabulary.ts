/**
 * The vocabulary of the core: codes, limits, patterns, tables, and the values that clients, hosts and stores all name. It
 * is for contracts, which make schemas from it and import nothing else of the core, and for everybody who needs one of
 * these names. There is no work here: no use case, no port, no repository.
 */

// Errors: all doors have them, because all sides throw and catch them.
export * from './primitives/errors.ts';

// Values of every kind: JSON, times, ids, texts, pages.
export { losesDigits } from './primitives/exact-numbers.ts';
export * from './primitives/json.ts';
export {
  defaultLimit,
  maxLimit,
  maxOffset,
  type Page,
  type PageRequest,
} from './primitives/paging.ts';
export { utf8Length } from './primitives/text.ts';
export * from './primitives/time.ts';
export * from './primitives/uuid.ts';

// Rights, accounts, sessions, API tokens, previews.
export * from './vocabulary-of-accounts.ts';

// Collections, their fields, and the data of items.
export { checkItemData } from './collections/data/check-data.ts';
export { referencesOf, referringValues } from './collections/data/references-of.ts';
export { walkData, type DataValue } from './collections/data/walk-data.ts';
export {
  constraintsOf,
  isSearched,
  offeredConstraints,
  shapeOf,
  type FieldShape,
} from './collections/fields/field-rules.ts';
export { comparisonOf, schemaFields } from './collections/indexes/query-fields.ts';
export {
  schemaCheckLimits,
  type FailingItem,
  type SchemaCheck,
} from './collections/schema/check-schema.ts';
export {
  accessOf,
  collectionAccesses,
  collectionIcons,
  collectionNameMaxLength,
  collectionNamePattern,
  type Collection,
  type CollectionAccess,
  type CollectionIcon,
} from './model/collection.ts';
export { itemTemplateLimits, type ItemTemplate } from './model/item-template.ts';
export {
  fallbackMax,
  localesMax,
  readLocaleCode,
  type Locale,
  type LocaleCode,
} from './model/locale.ts';
export { directionOf, writingDirections } from './model/writing-direction.ts';
export { grantedMax, type AccessReport } from './collections/read-access.ts';
export type { ListedCollection } from './collections/read-collections.ts';
export * from './model/field.ts';

// Items, their states and what belongs to them.
export {
  contentStatuses,
  dataLimits,
  shownItemMembers,
  titleMaxLength,
  type ContentItem,
  type ContentOrigin,
  type ContentStatus,
  type ItemStamp,
  type ShownKind,
  type ShownName,
  type TranslationGroup,
} from './model/content/content-item.ts';
export type { ContentSummary } from './model/content/content-summary.ts';
export { copiedParts, groupOf, placedAlone } from './model/content/translation.ts';
export type { Translation } from './translations/read-translations.ts';
export {
  memberStates,
  workStates,
  type TranslationWork,
  type WorkState,
} from './model/content/translation-source.ts';
export * from './model/content/slug.ts';
export type { Redirect } from './model/content/redirect.ts';
export { noteMaxLength, parseNote, type RevisionEntry } from './model/content/revision.ts';
export {
  scheduledActions,
  type ScheduledAction,
  type ScheduledChange,
  type ScheduleEntry,
} from './model/content/schedule.ts';
export {
  commentLimits,
  mentionsIn,
  type CommentPlace,
  type CommentThread,
  type Mention,
  type ShownComment,
} from './model/content/comment.ts';
export type { TrashEntry } from './model/content/trashed-item.ts';
export { readingMinutes, wordCounter, type WordCounter } from './model/content/word-count.ts';
export type { WorkingCopy, WorkingCopyEntry } from './model/content/working-copy.ts';
export * from './model/content/merge-blocks.ts';
export * from './model/content/merge-states.ts';
export { changesBetween, type ListChange } from './model/paragraphs/align.ts';
export { presenceStates, type PresenceState } from './presence/presence.ts';
export type { ContentInfo } from './content/get-content-info.ts';
export type { CollectionCounts } from './content/count-content.ts';
export { exactCountMax, type BoundedCount } from './model/content/bounded-count.ts';
export { foundMax, summaryIdsMax } from './content/list-summaries.ts';
export type { EntryOutcome } from './limits/each-in-turn.ts';
export { bulkActions, type BulkAction } from './bulk/bulk-action.ts';
export { bulkMax, type BulkReport, type BulkResult } from './bulk/bulk-content.ts';

// Queries, searches, references.
export {
  conditionTextMax,
  type FieldIndexStatus,
  type ValueKind,
} from './model/content/item-query.ts';
export { candidateMiB, candidatesMax } from './queries/choose-scan.ts';
export { operators } from './queries/operators.ts';
export { queryLimits } from './queries/parse-query.ts';
export { rankedMax, simpleLanguage } from './model/content/search.ts';
export { queryMaxLength, queryMaxWords } from './search/parse-query.ts';
export { searchPageMax } from './search/search-content.ts';
export {
  parseNoTarget,
  parseTarget,
  type ReferenceTarget,
  type ReferrerWithTarget,
  type TargetKind,
} from './model/content/reference.ts';
export {
  mediaProblems,
  referenceProblems,
  type MediaProblem,
  type ReferenceProblem,
} from './ports/repositories/reference-repository.ts';
export { expandedFieldsMax } from './references/expansion-plan.ts';
export { includedMax } from './references/read-expansion.ts';
export { alternatesMax } from './content/alternates.ts';

// Media files and their images.
export * from './model/media/media-file.ts';
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
export { cropMinSide, type Crop } from './model/media/crop.ts';
export type { Focus } from './model/media/focus.ts';
export type { RebasedMedia } from './media/rebase-media.ts';
export type { RewrittenUses } from './media/rewrite-uses.ts';
export { mediaAddresses, type MediaAddress, type ReplacedMedia } from './media/replace-media.ts';
export { bulkMediaActions, bulkMediaMax, type BulkMediaAction } from './media/bulk-media.ts';
export { mediaTotalMax, type MediaTotal } from './media/list-media.ts';
export * from './model/media/media-folder.ts';

// The feed of changes, the audit, webhooks, mail, hooks.
export { changeTypes, type Change, type ChangePage, type ChangeType } from './feed/change.ts';
export { waitMax } from './feed/follow-changes.ts';
export { startOfFeed } from './feed/read-changes.ts';
export {
  auditActions,
  auditActorKinds,
  auditResources,
  type AuditAction,
  type AuditActorKind,
  type AuditEntry,
  type AuditResource,
} from './model/audit-entry.ts';
export {
  deliveryDays,
  deliveryStates,
  deployType,
  earlierAttemptsMax,
  responseMaxBytes,
  trialType,
  type Delivery,
  type DeliveryState,
  type DeliveryType,
  type EndedAttempt,
} from './model/webhooks/delivery.ts';
export {
  debounceRange,
  webhookEventTypes,
  webhookKinds,
  webhookNameMaxLength,
  type WebhookEventType,
  type WebhookKind,
} from './model/webhooks/webhook.ts';
export type { CreatedWebhook, ShownWebhook } from './webhooks/manage-webhooks.ts';
export {
  mailFailureDays,
  mailFailuresMax,
  mailKinds,
  type MailFailure,
  type MailKind,
} from './model/mail.ts';
export type { MailTrial } from './mail/manage-mail.ts';
export { hookedOperations, type HookedOperation } from './hooks/hook.ts';

// The service: settings, plugins, health, what is compared and what is answered again.
export * from './model/site/settings-table.ts';
export {
  defaultSettings,
  settingValues,
  type PluginState,
  type SearchLanguages,
  type Settings,
} from './model/site/settings.ts';
export * from './model/site/site-schema.ts';
export type * from './site-schema/schema-file.ts';
export type { Plugin } from './model/site/plugin.ts';
export type { CacheSource } from './cache/cache-plugin.ts';
export {
  pluginNames,
  type CacheStatistics,
  type InstalledPlugin,
} from './system/manage-plugins.ts';
export type { Dependency, DetailedHealth, Health } from './system/check-health.ts';
export type { Check } from './system/watch-dependency.ts';
export type { IndexProgress } from './ports/repositories/search-repository.ts';
export type { MigrationStep } from './ports/store.ts';
export type { Snapshot } from './model/basis.ts';
export { idempotencyKeyMaxLength, type StoredAnswer } from './model/receipt.ts';

// The lines of exports and imports.
export type { ContentRecord, ExportedContent, ImportOutcome } from './transfer/content-record.ts';
export type { ExportRecord } from './transfer/export-everything.ts';
export type { CollectionOutcome, CollectionRecord } from './transfer/import-collections.ts';
export type { PlannedState } from './transfer/import-content.ts';
export type { ImportedMedia, MediaRecord } from './transfer/import-media.ts';
export type * from './transfer/restorable-line.ts';
export type { LineOutcome } from './transfer/restore-lines.ts';
