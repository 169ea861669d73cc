import type { StoredWebhook, Webhook } from '../../model/webhooks/webhook.ts';
import type { EpochMs } from '../../primitives/time.ts';

/** Webhooks, with their secrets. */
export interface WebhookRepository {
  /** @param position the last event that the webhook does not get. */
  insert(webhook: Webhook, position: number): Promise<void>;

  find(id: string): Promise<StoredWebhook | undefined>;

  /** Newest first; those of the same time by descending id. */
  list(): Promise<readonly StoredWebhook[]>;

  /**
   * Replaces a webhook. Does nothing if it does not exist.
   *
   * @param restartAt cancels the deliveries that are waiting, forgets failures, and continues with the events after this
   *   position.
   */
  update(webhook: Webhook, restartAt?: EpochMs): Promise<void>;

  /** Also deletes its deliveries. @returns whether it existed. */
  delete(id: string): Promise<boolean>;

  /** Notes that the receiver works. */
  recordSuccess(id: string): Promise<void>;

  /**
   * Notes that a request has failed. If nothing else happened for `switchOffMs`, switches the webhook off, notes the
   * reason, and cancels the deliveries that are waiting. With 0, the first failure switches it off.
   *
   * @returns whether this call has switched it off.
   */
  recordFailure(id: string, switchOffMs: number, reason: string): Promise<boolean>;
}
