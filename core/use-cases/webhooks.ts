import type { Actor } from '../model/actor.ts';
import type { Delivery } from '../model/webhooks/delivery.ts';
import type { PageRequest } from '../primitives/paging.ts';
import type { Signal } from '../primitives/signal.ts';
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts';
import { listDeliveries, replayDelivery, testWebhook } from '../webhooks/manage-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
  type CreatedWebhook,
  type ShownWebhook,
} from '../webhooks/manage-webhooks.ts';
import type { CreateWebhook, UpdateWebhook } from '../webhooks/parse-webhook.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Webhooks and their deliveries. */
export interface WebhookUseCases {
  /**
   * All webhooks, newest first.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly list: (actor: Actor) => Promise<readonly ShownWebhook[]>;

  /**
   * A webhook by its id.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly get: (actor: Actor, id: string) => Promise<ShownWebhook>;

  /**
   * Creates a webhook. It gets the events of writes that begin after it was created.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_text`,
   *   `collection_not_found`.
   */
  readonly create: (actor: Actor, command: CreateWebhook) => Promise<CreatedWebhook>;

  /**
   * Changes a webhook. Switching it on or off, and changing its kind, drops the deliveries that are waiting; a webhook
   * that is switched on gets the events from now on.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `invalid_input`,
   *   `invalid_text`, `collection_not_found`.
   */
  readonly update: (actor: Actor, id: string, command: UpdateWebhook) => Promise<ShownWebhook>;

  /**
   * Deletes a webhook and its deliveries.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly delete: (actor: Actor, id: string) => Promise<void>;

  /**
   * Makes another secret. Both sign for 24 hours.
   *
   * @returns the webhook with the new secret, which nothing else returns.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly rotateSecret: (actor: Actor, id: string) => Promise<CreatedWebhook>;

  /**
   * Sends a request at once, also for a webhook that is not active, and does not repeat it. For the kind `deploy`, it
   * is like any other: it starts a build.
   *
   * @returns the delivery, which has ended.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly test: (actor: Actor, id: string) => Promise<Delivery>;

  /**
   * A page of the deliveries of a webhook, newest first.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`, `invalid_input`.
   */
  readonly listDeliveries: (
    actor: Actor,
    id: string,
    page: PageRequest,
  ) => Promise<readonly Delivery[]>;

  /**
   * Sends a delivery again at once, whatever its state, under the same id and with the same body. If it fails, the
   * state stays as it is.
   *
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`.
   */
  readonly replay: (actor: Actor, id: string, deliveryId: string) => Promise<Delivery>;

  /**
   * Plans and sends the deliveries of webhooks. Called about every second, also while an earlier call runs. Each
   * delivery is sent at least once, whichever instances call this, and those about one thing in their order.
   *
   * @param signal no other delivery is begun after it is aborted.
   * @throws DomainError `dependency_unavailable`.
   */
  readonly deliver: (signal: Signal) => Promise<void>;
}

export const webhookUseCases = (dependencies: UseCaseDependencies): WebhookUseCases => ({
  list: listWebhooks(dependencies),
  get: getWebhook(dependencies),
  create: createWebhook(dependencies),
  update: updateWebhook(dependencies),
  delete: deleteWebhook(dependencies),
  rotateSecret: rotateSecret(dependencies),
  test: testWebhook(dependencies),
  listDeliveries: listDeliveries(dependencies),
  replay: replayDelivery(dependencies),
  deliver: deliverWebhooks(dependencies),
});
