import { accountUseCases, type AccountUseCases } from './accounts.ts';
import { apiTokenUseCases, type ApiTokenUseCases } from './api-tokens.ts';
import { auditUseCases, type AuditUseCases } from './audit.ts';
import { cacheUseCases, type CacheUseCases } from './cache.ts';
import { changeUseCases, type ChangeUseCases } from './changes.ts';
import { collectionUseCases, type CollectionUseCases } from './collections.ts';
import { commentUseCases, type CommentUseCases } from './comments.ts';
import { contentUseCases, type ContentUseCases } from './content.ts';
import { eventUseCases, type EventUseCases } from './events.ts';
import { draftUseCases, type DraftUseCases } from './drafts.ts';
import { historyUseCases, type HistoryUseCases } from './history.ts';
import { invitationUseCases, type InvitationUseCases } from './invitations.ts';
import { identityUseCases, type IdentityUseCases } from './identities.ts';
import { localeUseCases, type LocaleUseCases } from './locales.ts';
import { mailUseCases, type MailUseCases } from './mail.ts';
import { mediaUseCases, type MediaUseCases } from './media.ts';
import type { UseCaseDependencies } from './dependencies.ts';
import { pluginUseCases, type PluginUseCases } from './plugins.ts';
import { presenceUseCases, type PresenceUseCases } from './presence.ts';
import { previewUseCases, type PreviewUseCases } from './previews.ts';
import { redirectUseCases, type RedirectUseCases } from './redirects.ts';
import { referenceUseCases, type ReferenceUseCases } from './references.ts';
import { savedViewUseCases, type SavedViewUseCases } from './saved-views.ts';
import { scheduleUseCases, type ScheduleUseCases } from './schedule.ts';
import { searchUseCases, type SearchUseCases } from './search.ts';
import { secondFactorUseCases, type SecondFactorUseCases } from './second-factors.ts';
import { settingsUseCases, type SettingsUseCases } from './settings.ts';
import { siteSchemaUseCases, type SiteSchemaUseCases } from './site-schema.ts';
import { systemUseCases, type SystemUseCases } from './system.ts';
import { transferUseCases, type TransferUseCases } from './transfer.ts';
import { translationUseCases, type TranslationUseCases } from './translations.ts';
import { trashUseCases, type TrashUseCases } from './trash.ts';
import { userUseCases, type UserUseCases } from './users.ts';
import { webhookUseCases, type WebhookUseCases } from './webhooks.ts';

/**
 * All use cases, by subject. They can take part in a larger commit.
 *
 * Besides the errors that a use case names, each can throw DomainError `dependency_unavailable`, if the store or another
 * dependency fails. Any other error is a bug.
 */
export interface UseCases {
  readonly content: ContentUseCases;
  readonly translations: TranslationUseCases;
  readonly trash: TrashUseCases;
  readonly history: HistoryUseCases;
  readonly drafts: DraftUseCases;
  readonly references: ReferenceUseCases;
  readonly previews: PreviewUseCases;
  readonly presence: PresenceUseCases;
  readonly schedule: ScheduleUseCases;
  readonly search: SearchUseCases;
  readonly changes: ChangeUseCases;
  readonly redirects: RedirectUseCases;
  readonly comments: CommentUseCases;
  readonly savedViews: SavedViewUseCases;
  readonly collections: CollectionUseCases;
  readonly media: MediaUseCases;
  readonly accounts: AccountUseCases;
  readonly secondFactors: SecondFactorUseCases;
  readonly identities: IdentityUseCases;
  readonly users: UserUseCases;
  readonly invitations: InvitationUseCases;
  readonly apiTokens: ApiTokenUseCases;
  readonly audit: AuditUseCases;
  readonly webhooks: WebhookUseCases;
  readonly mail: MailUseCases;
  readonly events: EventUseCases;
  readonly settings: SettingsUseCases;
  readonly locales: LocaleUseCases;
  readonly plugins: PluginUseCases;
  readonly siteSchema: SiteSchemaUseCases;
  readonly cache: CacheUseCases;
  readonly system: SystemUseCases;
  readonly transfer: TransferUseCases;
}

export const useCasesOf = (dependencies: UseCaseDependencies): UseCases => ({
  content: contentUseCases(dependencies),
  translations: translationUseCases(dependencies),
  trash: trashUseCases(dependencies),
  history: historyUseCases(dependencies),
  drafts: draftUseCases(dependencies),
  references: referenceUseCases(dependencies),
  previews: previewUseCases(dependencies),
  presence: presenceUseCases(dependencies),
  schedule: scheduleUseCases(dependencies),
  search: searchUseCases(dependencies),
  changes: changeUseCases(dependencies),
  redirects: redirectUseCases(dependencies),
  comments: commentUseCases(dependencies),
  savedViews: savedViewUseCases(dependencies),
  collections: collectionUseCases(dependencies),
  media: mediaUseCases(dependencies),
  accounts: accountUseCases(dependencies),
  secondFactors: secondFactorUseCases(dependencies),
  identities: identityUseCases(dependencies),
  users: userUseCases(dependencies),
  invitations: invitationUseCases(dependencies),
  apiTokens: apiTokenUseCases(dependencies),
  audit: auditUseCases(dependencies),
  webhooks: webhookUseCases(dependencies),
  mail: mailUseCases(dependencies),
  events: eventUseCases(dependencies),
  settings: settingsUseCases(dependencies),
  locales: localeUseCases(dependencies),
  plugins: pluginUseCases(dependencies),
  siteSchema: siteSchemaUseCases(dependencies),
  cache: cacheUseCases(dependencies),
  system: systemUseCases(dependencies),
  transfer: transferUseCases(dependencies),
});
