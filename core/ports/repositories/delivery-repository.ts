import type {
  DeliveryAttempt,
  Delivery,
  DeliveryState,
  NewDelivery,
} from '../../model/webhooks/delivery.ts';
import type { StoredWebhook } from '../../model/webhooks/webhook.ts';
import type { Page } from '../../primitives/paging.ts';
import type { MaxAgeMs, Swept } from './swept.ts';

/** What follows from some events for the deliveries of a webhook. */
export interface DeliveryPlan {
  /** The waiting deliveries about these things end: replaced if there is a new one, cancelled otherwise. */
  readonly ended: readonly string[];
  /** Their subjects are among `ended`, or nothing is waiting about them. */
  readonly added: readonly NewDelivery[];
  /** How long the new ones wait before they are sent. */
  readonly delayMs: number;
}

export interface ClaimedDelivery extends Delivery {
  /** The time since it was created. */
  readonly ageMs: number;
}

export type EndState = Extract<DeliveryState, 'delivered' | 'failed' | 'cancelled'>;

/** What follows from the end of a request: the end of the delivery, or when to send it again. */
export type DeliveryOutcome = { readonly state: EndState } | { readonly retryInMs: number };

/**
 * The deliveries of webhooks. All times are those of the clock of the store, which all instances share. A delivery that
 * ends before it was ever sent is removed. A sweep removes deliveries that have ended and were created too long ago, the
 * oldest ones first.
 */
export interface DeliveryRepository extends Swept<MaxAgeMs> {
  /**
   * Stores what follows from the events up to a position, and moves the webhook there, together: of several concurrent
   * calls, one does it. A request in progress for a delivery that is replaced delays the new one.
   *
   * @param webhook as it was read. @param subjects all that the plan may end.
   * @param plan gets the waiting deliveries by subject. May be called more than once.
   * @returns false if the webhook is not active, or has changed or moved since. Then nothing changes.
   */
  plan(
    webhook: StoredWebhook,
    position: number,
    subjects: readonly string[],
    plan: (waiting: ReadonlyMap<string, Delivery>) => DeliveryPlan,
  ): Promise<boolean>;

  /** The ids of active webhooks with a delivery that can be claimed. */
  dueWebhooks(): Promise<readonly string[]>;

  /**
   * Claims the delivery of an active webhook that is due for the longest time, and counts the attempt. Only one of several
   * concurrent calls claims a delivery. The claim ends after `leaseMs`, or with `finish`.
   *
   * @returns undefined if none is due.
   */
  claim(webhookId: string, leaseMs: number): Promise<ClaimedDelivery | undefined>;

  /**
   * Stores how a request ended; the attempt before it becomes one of the earlier ones. A delivery that has ended meanwhile
   * can only become delivered. Then the one that replaced it can be claimed.
   *
   * @param outcome undefined for a repetition by hand that failed: the delivery goes on as if it had not been, but
   *   for its attempts.
   */
  finish(id: string, attempt: DeliveryAttempt, outcome: DeliveryOutcome | undefined): Promise<void>;

  /** Stores a delivery that was sent at once, and has ended. */
  insertEnded(
    webhookId: string,
    delivery: NewDelivery,
    attempt: DeliveryAttempt,
    state: EndState,
  ): Promise<void>;

  find(webhookId: string, id: string): Promise<Delivery | undefined>;

  /** Newest first; those of the same time by descending id. */
  list(webhookId: string, page: Page): Promise<readonly Delivery[]>;
}
