import type { Repositories } from '../../core/store.ts';
import type { MemoryAccess } from './memory-tables.ts';
import { MemoryAccountLinkRepository } from './accounts/memory-account-link-repository.ts';
import { MemoryApiTokenRepository } from './accounts/memory-api-token-repository.ts';
import { MemoryAuditRepository } from './memory-audit-repository.ts';
import { MemoryCollectionRepository } from './memory-collection-repository.ts';
import { MemoryCommentRepository } from './content/memory-comment-repository.ts';
import { MemoryContentRepository } from './content/memory-content-repository.ts';
import { MemoryIdentityRepository } from './accounts/memory-identity-repository.ts';
import { MemoryIndexRepository } from './content/memory-index-repository.ts';
import { MemoryInvitationRepository } from './accounts/memory-invitation-repository.ts';
import { MemoryMailRepository } from './mail/memory-mail-repository.ts';
import { MemoryMediaRepository } from './memory-media-repository.ts';
import { MemoryOutboxRepository } from './content/memory-outbox-repository.ts';
import { MemoryQueryRepository } from './content/memory-query-repository.ts';
import { MemoryPreviewTokenRepository } from './accounts/memory-preview-token-repository.ts';
import { MemoryReceiptRepository } from './memory-receipt-repository.ts';
import { MemoryReferenceRepository } from './content/memory-reference-repository.ts';
import { MemoryRedirectRepository } from './content/memory-redirect-repository.ts';
import { MemoryRevisionRepository } from './content/memory-revision-repository.ts';
import { MemorySavedViewRepository } from './accounts/memory-saved-view-repository.ts';
import { MemoryScheduleRepository } from './content/memory-schedule-repository.ts';
import { MemorySearchRepository } from './content/memory-search-repository.ts';
import { MemoryChallengeRepository } from './accounts/memory-challenge-repository.ts';
import { MemorySecondFactorRepository } from './accounts/memory-second-factor-repository.ts';
import { MemoryTrustedBrowserRepository } from './accounts/memory-trusted-browser-repository.ts';
import { MemorySessionRepository } from './accounts/memory-session-repository.ts';
import { MemorySiteRepository } from './memory-site-repository.ts';
import { MemorySummaryRepository } from './content/memory-summary-repository.ts';
import { MemoryTranslationRepository } from './content/memory-translation-repository.ts';
import { MemoryTrashRepository } from './content/memory-trash-repository.ts';
import { MemoryUserRepository } from './accounts/memory-user-repository.ts';
import { MemoryDeliveryRepository } from './webhooks/memory-delivery-repository.ts';
import { MemoryWebhookRepository } from './webhooks/memory-webhook-repository.ts';
import { MemoryWordCountRepository } from './content/memory-word-count-repository.ts';
import { MemoryWorkingCopyRepository } from './content/memory-working-copy-repository.ts';

/** All repositories over one store, or over one transaction of it. */
export const memoryRepositories = (access: MemoryAccess): Repositories => ({
  contents: new MemoryContentRepository(access),
  summaries: new MemorySummaryRepository(access),
  queries: new MemoryQueryRepository(access),
  indexes: new MemoryIndexRepository(access),
  revisions: new MemoryRevisionRepository(access),
  translations: new MemoryTranslationRepository(access),
  trash: new MemoryTrashRepository(access),
  outbox: new MemoryOutboxRepository(access),
  audit: new MemoryAuditRepository(access),
  copies: new MemoryWorkingCopyRepository(access),
  wordCounts: new MemoryWordCountRepository(access),
  schedules: new MemoryScheduleRepository(access),
  references: new MemoryReferenceRepository(access),
  search: new MemorySearchRepository(access),
  redirects: new MemoryRedirectRepository(access),
  comments: new MemoryCommentRepository(access),
  receipts: new MemoryReceiptRepository(access),
  collections: new MemoryCollectionRepository(access),
  media: new MemoryMediaRepository(access),
  users: new MemoryUserRepository(access),
  sessions: new MemorySessionRepository(access),
  identities: new MemoryIdentityRepository(access),
  apiTokens: new MemoryApiTokenRepository(access),
  previewTokens: new MemoryPreviewTokenRepository(access),
  accountLinks: new MemoryAccountLinkRepository(access),
  invitations: new MemoryInvitationRepository(access),
  savedViews: new MemorySavedViewRepository(access),
  webhooks: new MemoryWebhookRepository(access),
  deliveries: new MemoryDeliveryRepository(access),
  secondFactors: new MemorySecondFactorRepository(access),
  challenges: new MemoryChallengeRepository(access),
  trustedBrowsers: new MemoryTrustedBrowserRepository(access),
  mails: new MemoryMailRepository(access),
  site: new MemorySiteRepository(access),
});
