import { collectionsMigration } from './0101-collections.ts';
import { accountsMigration } from './0102-accounts.ts';
import { settingsMigration } from './0103-settings.ts';
import { contentMigration } from './0104-content.ts';
import { titlesMigration } from './0105-titles.ts';
import { historyMigration } from './0106-history.ts';
import { copiesMigration } from './0107-copies.ts';
import { schedulesMigration } from './0108-schedules.ts';
import { slugsMigration } from './0109-slugs.ts';
import { referencesMigration } from './0110-references.ts';
import { trashMigration } from './0111-trash.ts';
import { mediaMigration } from './0112-media.ts';
import { searchMigration } from './0113-search.ts';
import { searchEntriesMigration } from './0114-search-entries.ts';
import { searchMatchesMigration } from './0115-search-matches.ts';
import { queriesMigration } from './0116-queries.ts';
import { previewsMigration } from './0117-previews.ts';
import { singletonsMigration } from './0118-singletons.ts';
import { receiptsMigration } from './0119-receipts.ts';
import { feedMigration } from './0120-feed.ts';
import { webhooksMigration } from './0121-webhooks.ts';
import { auditMigration } from './0122-audit.ts';
import { wordsMigration } from './0123-words.ts';
import { readersMigration } from './0124-readers.ts';
import { sessionsMigration } from './0125-sessions.ts';
import { mailsMigration } from './0126-mails.ts';
import { accountsWithoutPasswordMigration } from './0127-accounts-without-password.ts';
import { accountLinksMigration } from './0128-account-links.ts';
import { invitationsMigration } from './0129-invitations.ts';
import { secondFactorsMigration } from './0130-second-factors.ts';
import { challengesMigration } from './0131-challenges.ts';
import { trustedBrowsersMigration } from './0132-trusted-browsers.ts';
import { identitiesMigration } from './0133-identities.ts';
import { privateCollectionsMigration } from './0134-private-collections.ts';
import { collectionsOfReferencesMigration } from './0135-collections-of-references.ts';
import { baseLocalesMigration } from './0136-base-locales.ts';
import { translationsMigration } from './0137-translations.ts';
import { localesOfWebhooksMigration } from './0138-locales-of-webhooks.ts';
import { sharedFieldsMigration } from './0139-shared-fields.ts';
import { slugsOfJoinedGroupsMigration } from './0140-slugs-of-joined-groups.ts';
import { translationSourcesMigration } from './0141-translation-sources.ts';
import { readsInALocaleMigration } from './0142-reads-in-a-locale.ts';
import { formerIdsMigration } from './0143-former-ids.ts';
import { localesOfGrantsMigration } from './0144-locales-of-grants.ts';
import { textsOfMediaMigration } from './0145-texts-of-media.ts';
import { translationsOfSingletonsMigration } from './0146-translations-of-singletons.ts';
import { uniqueInGroupsMigration } from './0147-unique-in-groups.ts';
import { triggersOfTranslationsMigration } from './0148-triggers-of-translations.ts';
import { sourcesInTheTrashMigration } from './0149-sources-in-the-trash.ts';
import { commentsMigration } from './0152-comments.ts';
import { templatesMigration } from './0154-templates.ts';
import { mediaObjectsMigration } from './0150-media-objects.ts';
import { mediaSearchMigration } from './0151-media-search.ts';
import { savedViewsMigration } from './0153-saved-views.ts';

/** One step from an older schema to a newer one. Steps cannot be undone. */
export interface SchemaMigration {
  /** Sorts after the names of all earlier steps. A step of a released version never changes. */
  readonly name: string;
  /** One or many statements that can run in one transaction. */
  readonly sql: string;
}

/** Oldest first. */
export const migrations: readonly SchemaMigration[] = [
  collectionsMigration,
  accountsMigration,
  settingsMigration,
  contentMigration,
  titlesMigration,
  historyMigration,
  copiesMigration,
  schedulesMigration,
  slugsMigration,
  referencesMigration,
  trashMigration,
  mediaMigration,
  searchMigration,
  searchEntriesMigration,
  searchMatchesMigration,
  queriesMigration,
  previewsMigration,
  singletonsMigration,
  receiptsMigration,
  feedMigration,
  webhooksMigration,
  auditMigration,
  wordsMigration,
  readersMigration,
  sessionsMigration,
  mailsMigration,
  accountsWithoutPasswordMigration,
  accountLinksMigration,
  invitationsMigration,
  secondFactorsMigration,
  challengesMigration,
  trustedBrowsersMigration,
  identitiesMigration,
  privateCollectionsMigration,
  collectionsOfReferencesMigration,
  baseLocalesMigration,
  translationsMigration,
  localesOfWebhooksMigration,
  sharedFieldsMigration,
  slugsOfJoinedGroupsMigration,
  translationSourcesMigration,
  readsInALocaleMigration,
  formerIdsMigration,
  localesOfGrantsMigration,
  textsOfMediaMigration,
  translationsOfSingletonsMigration,
  uniqueInGroupsMigration,
  triggersOfTranslationsMigration,
  sourcesInTheTrashMigration,
  mediaObjectsMigration,
  mediaSearchMigration,
  commentsMigration,
  savedViewsMigration,
  templatesMigration,
];
