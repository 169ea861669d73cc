import { sweepSessions } from '../accounts/session.ts';
import { createStarterCollections } from '../collections/starter-collections.ts';
import { sweepEvents } from '../events/sweep-events.ts';
import { sweepMails } from '../mail/manage-mail.ts';
import { compareMedia, type CompareMedia, type MediaComparison } from '../media/compare-media.ts';
import { sweepMedia } from '../media/delete-media.ts';
import type { Signal } from '../primitives/signal.ts';
import { sweepReceipts } from '../receipts/answer-once.ts';
import { rebuildReferences } from '../references/rebuild-references.ts';
import type { Dependency, DetailedHealth, Health } from '../system/check-health.ts';
import type { Check } from '../system/watch-dependency.ts';
import { sweepTrash } from '../trash/purge-trash.ts';
import { sweepDeliveries } from '../webhooks/manage-deliveries.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Health, and the work that a host does at its start and periodically. No use case here takes a caller. */
export interface SystemUseCases {
  /**
   * Checks each dependency, unless it was checked within the last second: many callers cause one check. A dependency
   * that fails is a part of the result, not an error.
   */
  readonly checkHealth: () => Promise<Health>;

  /** Like `checkHealth`, with what only operators and admins may know. */
  readonly checkInDetail: () => Promise<DetailedHealth>;

  /**
   * Checks what has not been checked for a while. Call it every second, so that the log says when a dependency is lost.
   *
   * @throws DomainError `dependency_unavailable`.
   */
  readonly watchDependencies: () => Promise<void>;

  /** The last results of `checkHealth` and `watchDependencies`, of the dependencies that have been checked. */
  readonly latestChecks: () => Readonly<Partial<Record<Dependency, Check>>>;

  /**
   * Creates the two collections of a new store. Runs at every start of an instance. Several instances can run it at the
   * same time.
   *
   * @throws DomainError `dependency_unavailable`.
   */
  readonly createStarterCollections: () => Promise<void>;

  /**
   * Removes what crashes left: uploads that never became ready, and unfinished deletions. A file that cannot be removed
   * is retried after an hour, so that it does not block the others.
   *
   * @returns the number of removed records.
   */
  readonly sweepMedia: () => Promise<number>;

  /**
   * Compares the records of media files with the stored objects, in both directions and in constant memory. Counts
   * objects without a record and removes them if `removal` says so. Logs ready records without an object and keeps
   * them, because their bytes cannot be restored. Ignores records that are not ready, which the sweep handles, and
   * objects whose key the core cannot have generated.
   *
   * Several instances can run it at the same time.
   *
   * @throws DomainError `dependency_unavailable`, after which some strays may be removed.
   */
  readonly compareMedia: (command: CompareMedia) => Promise<MediaComparison>;

  /** Deletes expired sessions and preview tokens, which are rejected even while they are stored. */
  readonly sweepSessions: () => Promise<void>;

  /**
   * Brings new events into the audit. Then removes old events from the outbox, by the setting `changesDays`, and
   * entries of the audit beyond its limits. Several instances can run it at the same time.
   *
   * @param signal ends the work after the current step. Accepts an AbortSignal.
   * @throws DomainError `dependency_unavailable`.
   */
  readonly sweepEvents: (signal?: Signal) => Promise<void>;

  /** Removes the responses that are too old to be sent again. */
  readonly sweepReceipts: () => Promise<void>;

  /**
   * Removes deliveries that have ended long ago. Several instances can run it at the same time.
   *
   * @param signal ends the work after the current step. Accepts an AbortSignal.
   * @throws DomainError `dependency_unavailable`.
   */
  readonly sweepDeliveries: (signal?: Signal) => Promise<void>;

  /**
   * Removes mails that were stored long ago, such as failures. Several instances can run it at the same time.
   *
   * @param signal ends the work after the current step. Accepts an AbortSignal.
   * @throws DomainError `dependency_unavailable`.
   */
  readonly sweepMails: (signal?: Signal) => Promise<void>;

  /**
   * Deletes what has been in the trash for longer than the setting `trashDays` allows.
   *
   * @param signal ends the work after the current step. Accepts an AbortSignal.
   */
  readonly sweepTrash: (signal?: Signal) => Promise<void>;

  /**
   * Builds the indexes that the schemas ask for, and drops the others. Call it periodically, and when a schema has
   * changed. Several instances can run it at the same time. A call during a run follows with another run.
   *
   * @param signal ends the work after the current step. Accepts an AbortSignal.
   * @returns after the last run.
   * @throws DomainError `dependency_unavailable`; the next run does the work again.
   */
  readonly maintainIndexes: (signal?: Signal) => Promise<void>;

  /**
   * Brings the references of existing items up to date, in small steps: of collections that were never examined, whose
   * schema has changed in what it can refer to, or that were examined a day ago. Call it periodically: each run
   * continues where the last one ended. An item that is written meanwhile keeps the references of its write.
   *
   * Several instances can run it at the same time. A call during a run of the same function does nothing.
   *
   * @param signal ends the work after the current step. Accepts an AbortSignal.
   * @throws DomainError `dependency_unavailable`; the next run does the work again.
   */
  readonly rebuildReferences: (signal?: Signal) => Promise<void>;

  /** Stores the uses of API tokens that were noted. Never throws. */
  readonly storeTokenUses: () => Promise<void>;
}

export const systemUseCases = (dependencies: UseCaseDependencies): SystemUseCases => ({
  checkHealth: dependencies.health.check,
  checkInDetail: dependencies.health.checkInDetail,
  watchDependencies: dependencies.health.watch,
  latestChecks: dependencies.health.latest,
  createStarterCollections: createStarterCollections(dependencies),
  sweepMedia: sweepMedia(dependencies),
  compareMedia: compareMedia(dependencies),
  sweepSessions: sweepSessions(dependencies),
  sweepEvents: sweepEvents(dependencies),
  sweepReceipts: sweepReceipts(dependencies),
  sweepDeliveries: sweepDeliveries(dependencies),
  sweepMails: sweepMails(dependencies),
  sweepTrash: sweepTrash(dependencies),
  maintainIndexes: dependencies.maintainIndexes,
  rebuildReferences: rebuildReferences(dependencies),
  storeTokenUses: () => dependencies.tokenUses.store(),
});
