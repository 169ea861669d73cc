import type { Repositories } from '../../core/store.ts';
import type { DatabaseSession } from './connection/database-session.ts';
import { PostgresAccountLinkRepository } from './accounts/postgres-account-link-repository.ts';
import { PostgresApiTokenRepository } from './accounts/postgres-api-token-repository.ts';
import { PostgresInvitationRepository } from './accounts/postgres-invitation-repository.ts';
import { PostgresIdentityRepository } from './accounts/postgres-identity-repository.ts';
import { PostgresPreviewTokenRepository } from './accounts/postgres-preview-token-repository.ts';
import { PostgresCollectionRepository } from './postgres-collection-repository.ts';
import { PostgresContentRepository } from './content/postgres-content-repository.ts';
import { PostgresOutboxRepository } from './content/postgres-outbox-repository.ts';
import { PostgresRedirectRepository } from './content/redirects/postgres-redirect-repository.ts';
import { PostgresRevisionRepository } from './content/postgres-revision-repository.ts';
import { PostgresWordCountRepository } from './content/postgres-word-count-repository.ts';
import { PostgresWorkingCopyRepository } from './content/copies/postgres-working-copy-repository.ts';
import { PostgresReferenceRepository } from './content/references/postgres-reference-repository.ts';
import { PostgresSavedViewRepository } from './accounts/postgres-saved-view-repository.ts';
import { PostgresScheduleRepository } from './content/postgres-schedule-repository.ts';
import { PostgresSearchRepository } from './content/search/postgres-search-repository.ts';
import { PostgresMailRepository } from './mail/postgres-mail-repository.ts';
import { PostgresMediaRepository } from './postgres-media-repository.ts';
import { PostgresAuditRepository } from './postgres-audit-repository.ts';
import { PostgresReceiptRepository } from './postgres-receipt-repository.ts';
import { PostgresChallengeRepository } from './accounts/postgres-challenge-repository.ts';
import { PostgresSecondFactorRepository } from './accounts/postgres-second-factor-repository.ts';
import { PostgresTrustedBrowserRepository } from './accounts/postgres-trusted-browser-repository.ts';
import { PostgresSessionRepository } from './accounts/postgres-session-repository.ts';
import { PostgresSiteRepository } from './postgres-site-repository.ts';
import { PostgresIndexRepository } from './content/queries/postgres-index-repository.ts';
import { PostgresQueryRepository } from './content/queries/postgres-query-repository.ts';
import { PostgresSummaryRepository } from './content/summaries/postgres-summary-repository.ts';
import { PostgresTranslationRepository } from './content/translations/postgres-translation-repository.ts';
import { PostgresTrashRepository } from './content/postgres-trash-repository.ts';
import { PostgresDeliveryRepository } from './webhooks/postgres-delivery-repository.ts';
import { PostgresCommentRepository } from './content/comments/postgres-comment-repository.ts';
import { PostgresWebhookRepository } from './webhooks/postgres-webhook-repository.ts';
import { PostgresUserRepository } from './accounts/postgres-user-repository.ts';

/** All repositories over one database, or inside one transaction of it. */
export const postgresRepositories = (database: DatabaseSession): Repositories => ({
  contents: new PostgresContentRepository(database),
  summaries: new PostgresSummaryRepository(database),
  queries: new PostgresQueryRepository(database),
  indexes: new PostgresIndexRepository(database),
  revisions: new PostgresRevisionRepository(database),
  translations: new PostgresTranslationRepository(database),
  trash: new PostgresTrashRepository(database),
  outbox: new PostgresOutboxRepository(database),
  audit: new PostgresAuditRepository(database),
  copies: new PostgresWorkingCopyRepository(database),
  wordCounts: new PostgresWordCountRepository(database),
  schedules: new PostgresScheduleRepository(database),
  references: new PostgresReferenceRepository(database),
  search: new PostgresSearchRepository(database),
  redirects: new PostgresRedirectRepository(database),
  comments: new PostgresCommentRepository(database),
  receipts: new PostgresReceiptRepository(database),
  collections: new PostgresCollectionRepository(database),
  media: new PostgresMediaRepository(database),
  users: new PostgresUserRepository(database),
  sessions: new PostgresSessionRepository(database),
  identities: new PostgresIdentityRepository(database),
  apiTokens: new PostgresApiTokenRepository(database),
  previewTokens: new PostgresPreviewTokenRepository(database),
  accountLinks: new PostgresAccountLinkRepository(database),
  invitations: new PostgresInvitationRepository(database),
  savedViews: new PostgresSavedViewRepository(database),
  webhooks: new PostgresWebhookRepository(database),
  deliveries: new PostgresDeliveryRepository(database),
  secondFactors: new PostgresSecondFactorRepository(database),
  challenges: new PostgresChallengeRepository(database),
  trustedBrowsers: new PostgresTrustedBrowserRepository(database),
  mails: new PostgresMailRepository(database),
  site: new PostgresSiteRepository(database),
});
