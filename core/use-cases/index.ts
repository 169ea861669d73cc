// The use cases, by subject.
export type { AccountUseCases } from './accounts.ts';
export type { ApiTokenUseCases } from './api-tokens.ts';
export type { AuditUseCases } from './audit.ts';
export type { CacheUseCases } from './cache.ts';
export type { ChangeUseCases } from './changes.ts';
export type { CollectionUseCases } from './collections.ts';
export type { ContentUseCases } from './content.ts';
export type { DraftUseCases } from './drafts.ts';
export type { HistoryUseCases } from './history.ts';
export type { MediaUseCases } from './media.ts';
export type { CmsOptions } from './dependencies.ts';
export type { PluginUseCases } from './plugins.ts';
export type { PreviewUseCases } from './previews.ts';
export type { RedirectUseCases } from './redirects.ts';
export type { ReferenceUseCases } from './references.ts';
export type { RetryUseCases } from './retries.ts';
export type { ScheduleUseCases } from './schedule.ts';
export type { SearchUseCases } from './search.ts';
export type { SettingsUseCases } from './settings.ts';
export type { SystemUseCases } from './system.ts';
export type { TransferUseCases } from './transfer.ts';
export type { TrashUseCases } from './trash.ts';
export type { UseCases } from './use-cases.ts';
export type { UserUseCases } from './users.ts';
export type { WebhookUseCases } from './webhooks.ts';

// What they take and return, as far as no other file exports it.
export type { CreateUser } from '../accounts/create-user.ts';
export type { Credentials, LogIn } from '../accounts/log-in.ts';
export type { ChangePassword } from '../accounts/own-account.ts';
export type { RegisterUser } from '../accounts/register-user.ts';
export type { UpdateNames, UpdateUser } from '../accounts/update-user.ts';
export type { CreateApiToken } from '../api-tokens/manage-api-tokens.ts';
export type { AuditList, ListAudit } from '../audit/read-audit.ts';
export type { BulkContent } from '../bulk/bulk-content.ts';
export type { CreateCollection } from '../collections/create-collection.ts';
export type { ListCollections } from '../collections/read-collections.ts';
export type { UpdateCollection } from '../collections/update-collection.ts';
export type { CheckSlug, SlugAvailability } from '../content/check-slug.ts';
export type { CountContent } from '../content/count-content.ts';
export type { CreateContent } from '../content/create-content.ts';
export type {
  CollectionContent,
  GetCollectionContent,
  GetSingleton,
} from '../content/get-collection-content.ts';
export type { GetContent } from '../content/get-content.ts';
export type { ListCollectionContent, ListContent } from '../content/list-content.ts';
export type { FindContent, ListSummaries } from '../content/list-summaries.ts';
export type { WriteRemarks } from '../content/write-remarks.ts';
export type { Expectation } from '../content/stored-item.ts';
export type { PublishDraft } from '../drafts/publish-draft.ts';
export type { DraftRemarks } from '../drafts/save-draft.ts';
export type { CopyExpectation } from '../drafts/stored-draft.ts';
export type { AwaitChanges, FollowChanges } from '../feed/follow-changes.ts';
export type { MergeBase, MergedContent } from '../history/merge-content.ts';
export type { RestoreContent } from '../history/restore-content.ts';
export type { ListMedia } from '../media/read-media.ts';
export type { UploadMedia } from '../media/store-media.ts';
export type { UpdateMedia } from '../media/update-media.ts';
export type { CreatePreview } from '../previews/preview-tokens.ts';
export type { QueryContent } from '../queries/query-content.ts';
export type { KeyedAnswer } from '../receipts/answer-once.ts';
export type { ListRedirects } from '../redirects/list-redirects.ts';
export type { Expanding } from '../references/expand-content.ts';
export type { FindProblems, FindReferenceProblems } from '../references/find-problems.ts';
export type { ListReferrers } from '../references/read-referrers.ts';
export type { PlanChanges } from '../schedule/plan-changes.ts';
export type { SearchContent } from '../search/search-content.ts';
export type { ConfigurePlugin } from '../system/manage-plugins.ts';
export type { UpdateSettings } from '../system/manage-settings.ts';
export type { CollectionRules } from '../transfer/import-collections.ts';
export type { MediaRules } from '../transfer/import-media.ts';
export type { EmptyTrash } from '../trash/purge-trash.ts';
export type { CountTrash, ListTrash } from '../trash/read-trash.ts';
export type { RestoreFromTrash } from '../trash/restore-from-trash.ts';
