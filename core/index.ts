/**
 * The door of the core for hosts, and for the adapters that serve or drive it: `createCms` with its use cases, the ports
 * that a host gives, and tools for both sides. What stores need is in `store.ts`, and what contracts name, too, is in
 * `vocabulary.ts`.
 */

// Errors: all doors have them, because all sides throw and catch them.
export * from './primitives/errors.ts';

// The driving port: createCms assembles all use cases.
export * from './cms.ts';
export type * from './use-cases/index.ts';

// The ports that a host gives. `Ports` lists them, with the store.
export type * from './ports/blob-store.ts';
export type * from './ports/domain-names.ts';
export type * from './ports/encryption.ts';
export type * from './ports/generators.ts';
export type * from './ports/hashing.ts';
export type * from './ports/identity-provider.ts';
export type * from './ports/image-resizer.ts';
export type * from './ports/key-value-cache.ts';
export type * from './ports/mailer.ts';
export type * from './ports/markdown-reader.ts';
export type * from './ports/media-inspector.ts';
export type * from './ports/monitoring.ts';
export type * from './ports/one-time-codes.ts';
export type * from './ports/pattern-compiler.ts';
export type * from './ports/ports.ts';
export type * from './ports/rate-limiter.ts';
export type * from './ports/time.ts';
export type * from './ports/token-signer.ts';
export type * from './ports/webhooks.ts';

// Who calls, and what they may do.
export {
  anonymous,
  comingFrom,
  operator,
  type Actor,
  type ActorRequest,
  type AnonymousActor,
  type OperatorActor,
  type PreviewActor,
  type TokenActor,
  type UserActor,
} from './model/actor.ts';
export { mayBeCached, type PerspectiveRequest } from './access/perspective.ts';
export {
  authorize,
  authorizeAnywhere,
  may,
  roleFor,
  type Decision,
  type Resource,
} from './access/policy.ts';

// Accounts, sessions, tokens of previews.
export { withFormerHashes } from './accounts/former-hashes.ts';
export type { NewUserInput } from './accounts/new-user.ts';
export {
  areClaimsValidAt,
  readClaims,
  sessionLifetimeMs,
  type SessionClaims,
} from './model/session.ts';
export { begunLifetimeMs } from './sign-in/begun-sign-in.ts';
export { parseUsername, usernameFromEmail } from './model/user.ts';
export type { PresentPerson } from './presence/meet-at-item.ts';
export type { CreatedItemPreview, CreatedPreview } from './previews/preview-tokens.ts';

// Content: what use cases take and return.
export type { FoundItem, ItemOf } from './content/item-reader.ts';
export type { ListOf, PageFacts } from './content/list-reader.ts';
export type { SummaryListing } from './content/list-summaries.ts';
export type { ReadResult, Reusable } from './content/read-on-basis.ts';
export type { UpdateContent } from './content/update-content.ts';
export type { ListDrafts } from './drafts/read-drafts.ts';
export type { ListSchedules } from './schedule/read-schedules.ts';
export { mergeStored } from './history/merge-stored.ts';
export { canTransition } from './model/content/content-item.ts';
export type { RequestedCondition } from './queries/parse-query.ts';
export type { QueryOf } from './queries/query-reader.ts';
export type { SelectedFields } from './queries/select-fields.ts';
export type { ItemRead } from './reads/read-item.ts';
export type { Alternates } from './content/alternates.ts';
export type { ContentListing, PageOf } from './reads/read-page.ts';
export type { ProblemsFound } from './references/find-problems.ts';
export type { Expansion } from './references/read-expansion.ts';
export type { ReferrerListing } from './references/read-referrers.ts';
export type { SearchResult } from './search/add-snippets.ts';
export { makeSnippet, type Snippet } from './search/make-snippet.ts';
export { partNear } from './search/part-near.ts';
export type { SearchListing } from './search/search-content.ts';
export type { TrashedCount } from './trash/read-trash.ts';

// Data from elsewhere, such as the front matter of a document.
export {
  convertValue,
  readBoolean,
  type ConvertedValue,
} from './collections/data/convert-value.ts';
export { fieldInference, type FieldInference } from './collections/schema/infer-fields.ts';

// Media files.
export type { CompareMedia, MediaComparison, StrayObject } from './media/compare-media.ts';
export { downloadName, nameAs } from './media/download-name.ts';
export { imageFailure, imageLimits, type ImageFailure } from './media/image-limits.ts';
export { inspectedBytes, isShownInline, noDimensions, parseMediaType } from './media/media-type.ts';
export type { ServedImage } from './media/read-image.ts';
export type { ServedFile } from './media/read-media.ts';
export type { RebaseMedia } from './media/rebase-media.ts';
export { maxOtherVariants } from './media/variant-limit.ts';
export { assertBlobKey, isBlobKey, mediaKeyPattern } from './model/media/media-key.ts';
export { variantName } from './model/media/variant-key.ts';

// Events, hooks, the feed, the audit, webhooks, retries.
export type { FindAudit } from './audit/read-audit.ts';
export type * from './events/domain-event.ts';
export type { ReadChanges } from './feed/read-changes.ts';
export type { Attempt, Hook, HookActor, Replacement, Verdict } from './hooks/hook.ts';
export type { KeyedRequest, KeyedWork } from './receipts/answer-once.ts';
export type { CreateWebhook, UpdateWebhook } from './webhooks/parse-webhook.ts';

// Caches.
export { boundedEntries, type BoundedEntries } from './cache/bounded-entries.ts';
export type { CacheCounter } from './cache/cache-counts.ts';
export type { CacheReport } from './cache/cache-plugin.ts';

// Import and export.
export type { ExportSink, RestorableSink } from './transfer/export-everything.ts';
export type { RecordChange } from './transfer/fit-record.ts';
export type { ImportContent } from './transfer/import-content.ts';
export type { RestoreLines } from './transfer/restore-lines.ts';
export type { OnSlugClash, PlannedSlug } from './transfer/slug-plan.ts';

// Limits, which hosts and adapters share with the core.
export {
  costlyReads,
  freeReadBytes,
  type CostlyReads,
  type Spend,
  type Spender,
} from './limits/costly-reads.ts';
export * from './limits/gate.ts';
export { deadlines, punctualPorts } from './limits/punctual-ports.ts';
export { fixedWindowLimiter } from './limits/rate-limit.ts';
export { reserveOrRefuse, type Reserve } from './limits/reserve.ts';
export { workQueue, type RunPiece } from './limits/work-queue.ts';

// Bytes, dates, texts, and the signal that ends work.
export { joinChunks } from './primitives/bytes.ts';
export { parseDate, readDate, type WrittenDate } from './primitives/dates.ts';
export { decodePercent } from './primitives/percent-encoding.ts';
export type { Signal } from './primitives/signal.ts';
export { assertStorable, escapePattern, isStorable } from './primitives/text.ts';
