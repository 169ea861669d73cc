import type { Snapshot } from '../model/basis.ts';
import type { ContentChange, GroupState, ItemVersion } from '../model/content/content-change.ts';
import type { AccountLinkRepository } from './repositories/account-link-repository.ts';
import type { ApiTokenRepository } from './repositories/api-token-repository.ts';
import type { AuditRepository } from './repositories/audit-repository.ts';
import type { ChallengeRepository } from './repositories/challenge-repository.ts';
import type { CommentRepository } from './repositories/comment-repository.ts';
import type { CollectionRepository } from './repositories/collection-repository.ts';
import type { ContentRepository } from './repositories/content-repository.ts';
import type { DeliveryRepository } from './repositories/delivery-repository.ts';
import type { IdentityRepository } from './repositories/identity-repository.ts';
import type { IndexRepository } from './repositories/index-repository.ts';
import type { InvitationRepository } from './repositories/invitation-repository.ts';
import type { MailRepository } from './repositories/mail-repository.ts';
import type { MediaRepository } from './repositories/media-repository.ts';
import type { HealthProbe } from './monitoring.ts';
import type { OutboxRepository } from './repositories/outbox-repository.ts';
import type { QueryRepository } from './repositories/query-repository.ts';
import type { PreviewTokenRepository } from './repositories/preview-token-repository.ts';
import type { ReceiptRepository } from './repositories/receipt-repository.ts';
import type { RedirectRepository } from './repositories/redirect-repository.ts';
import type { ReferenceRepository } from './repositories/reference-repository.ts';
import type { RevisionRepository } from './repositories/revision-repository.ts';
import type { SavedViewRepository } from './repositories/saved-view-repository.ts';
import type { ScheduleRepository } from './repositories/schedule-repository.ts';
import type { SearchRepository } from './repositories/search-repository.ts';
import type { SecondFactorRepository } from './repositories/second-factor-repository.ts';
import type { SessionRepository } from './repositories/session-repository.ts';
import type { SiteRepository } from './repositories/site-repository.ts';
import type { SummaryRepository } from './repositories/summary-repository.ts';
import type { TranslationRepository } from './repositories/translation-repository.ts';
import type { TrashRepository } from './repositories/trash-repository.ts';
import type { TrustedBrowserRepository } from './repositories/trusted-browser-repository.ts';
import type { UserRepository } from './repositories/user-repository.ts';
import type { WebhookRepository } from './repositories/webhook-repository.ts';
import type { WordCountRepository } from './repositories/word-count-repository.ts';
import type { WorkingCopyRepository } from './repositories/working-copy-repository.ts';

/** The locks of {@link Store.exclusively}. */
export type LockName = 'accounts' | 'settings';

/** One step from an older form of a store to a newer one. */
export interface MigrationStep {
  readonly name: string;
  /** What it does, for people who want to read or run it themselves. */
  readonly script: string;
  /** Whether it creates everything: pending only in an empty store. */
  readonly creates: boolean;
}

/** All repositories. */
export interface Repositories {
  readonly contents: ContentRepository;
  readonly summaries: SummaryRepository;
  readonly queries: QueryRepository;
  readonly indexes: IndexRepository;
  readonly revisions: RevisionRepository;
  readonly trash: TrashRepository;
  readonly translations: TranslationRepository;
  readonly outbox: OutboxRepository;
  readonly audit: AuditRepository;
  readonly copies: WorkingCopyRepository;
  readonly wordCounts: WordCountRepository;
  readonly schedules: ScheduleRepository;
  readonly search: SearchRepository;
  readonly redirects: RedirectRepository;
  readonly comments: CommentRepository;
  readonly receipts: ReceiptRepository;
  readonly references: ReferenceRepository;
  readonly collections: CollectionRepository;
  readonly media: MediaRepository;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly secondFactors: SecondFactorRepository;
  readonly challenges: ChallengeRepository;
  readonly trustedBrowsers: TrustedBrowserRepository;
  readonly identities: IdentityRepository;
  readonly apiTokens: ApiTokenRepository;
  readonly previewTokens: PreviewTokenRepository;
  readonly accountLinks: AccountLinkRepository;
  readonly invitations: InvitationRepository;
  readonly savedViews: SavedViewRepository;
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
  readonly mails: MailRepository;
  readonly site: SiteRepository;
}

export interface StoreAbilities {
  /** Whether {@link Store.snapshot} and reads of content tell snapshots. Without them, no whole answers are cached. */
  readonly snapshots: boolean;
}

/** Everything that is stored in one place. Every read shows what was acknowledged before it began. */
export interface Store {
  readonly repositories: Repositories;

  /** What this store can do of that which not every technology can. The suites test what is said here, also a `false`. */
  readonly supports: StoreAbilities;

  /**
   * Stores changes of content in their order, each with its revision, its event, its references, what is searched of it and
   * what it does to the schedule: all of them, or none. Changes of other calls do not delay them, unless both want the
   * same slug or the same item. An update that publishes a working copy removes the copy, and so does a deletion. A
   * deletion also removes the preview tokens of the item, and one without trash its former slugs. The slug that an item
   * gets is no longer a former slug of other items.
   *
   * Locks the items of the changes in the order of the changes, and unchanged items before those with larger ids: if all
   * calls have their changes in the order of the ids, none waits for another one that waits for it. Groups are locked before
   * the items: no other call takes an item into them, or changes one of theirs, until the changes are stored.
   *
   * @param unchanged items that must have these versions before the changes are stored.
   * @param groups must have exactly these members before the changes are stored. With groups, the values of unique indexes are
   *   compared when all changes are stored: an item may get that of another one which gets a different one.
   * @returns false if nothing was stored because an item, its collection, its working copy or a group is not as the
   *   change was decided by, or because the planned change that it carries out is not pending, or not due.
   * @throws DomainError `slug_taken` and `singleton_exists`, also for concurrent changes; `value_taken` with the path of
   *   the value that another item has in a unique index; `id_taken`, also for the id of an item in the trash; `referenced`
   *   for the deletion of an item to which a binding reference of another item remains, also one that is being stored by a
   *   concurrent change. Items that the commit deletes do not count. In a group of translations, only the deletion of the last
   *   item fails, because of references to any item that the group has had.
   */
  commit(
    changes: readonly ContentChange[],
    unchanged?: readonly ItemVersion[],
    groups?: readonly GroupState[],
  ): Promise<boolean>;

  /**
   * Runs `work` in one transaction: all of its writes are stored, or none. Calls with the same lock wait for
   * each other, across all instances. Only the repositories that are passed to `work` take part.
   *
   * A failed write ends the transaction, even if `work` catches the error: handle such errors outside.
   */
  exclusively<T>(lock: LockName, work: (repositories: Repositories) => Promise<T>): Promise<T>;

  /**
   * Runs `work` on a store whose writes are stored together when `work` has ended, or not at all. `work` sees them at
   * once, others after the end. A write of it that fails leaves the others as they are.
   *
   * Nothing is locked before the first write. From then on, writes outside may wait for the end: `work` must not await
   * one. After the end, the store of `work` is like this one.
   *
   * @throws what `work` throws, after nothing was stored; `dependency_unavailable`, whose details say when it is unknown
   *   whether everything was stored.
   */
  atomically<T>(work: (store: Store) => Promise<T>): Promise<T>;

  /** Runs reads that all see one state of the store. Writes fail. */
  consistently<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;

  /**
   * The snapshot at some time after the call.
   *
   * @returns undefined if the snapshot is not known in time. Then the store may have any state. Always undefined if the
   *   store does not support snapshots.
   */
  snapshot(): Promise<Snapshot | undefined>;

  readonly health: HealthProbe;

  /** The steps that {@link migrate} would take. Changes nothing. */
  pendingMigrations(): Promise<readonly MigrationStep[]>;

  /**
   * Brings the store to the form that this version needs. Of several instances at once, one does it, and the others wait.
   *
   * @returns the names of the steps taken.
   */
  migrate(): Promise<readonly string[]>;

  /** Rejects what comes later. */
  close(): Promise<void>;
}
