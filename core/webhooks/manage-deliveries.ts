import { audited } from '../events/record-audit.ts';
import { sweepAll } from '../limits/sweep-all.ts';
import type { Actor } from '../model/actor.ts';
import {
  deliveryDays,
  deployType,
  isSuccess,
  trialType,
  type Delivery,
  type NewDelivery,
} from '../model/webhooks/delivery.ts';
import type { StoredWebhook } from '../model/webhooks/webhook.ts';
import { anyReader, writeCursor } from '../feed/feed-cursor.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import type { Signal } from '../primitives/signal.ts';
import { day } from '../primitives/time.ts';
import { readUuid } from '../primitives/uuid.ts';
import { authorizedWebhook } from './manage-webhooks.ts';
import { eventBody } from './plan-deliveries.ts';
import { sendDelivery, type SendDependencies } from './send-delivery.ts';

type Sending = SendDependencies &
  Pick<Dependencies, 'store' | 'webhooks' | 'deliveries' | 'outbox' | 'ids'>;

export const listDeliveries =
  ({ webhooks, deliveries }: Pick<Dependencies, 'webhooks' | 'deliveries'>) =>
  async (actor: Actor, id: string, page: PageRequest): Promise<readonly Delivery[]> => {
    const webhook = await authorizedWebhook({ webhooks }, actor, id);
    return deliveries.list(webhook.id, parsePage(page));
  };

export const testWebhook =
  (dependencies: Sending) =>
  async (actor: Actor, id: string): Promise<Delivery> => {
    const { deliveries } = dependencies;
    const webhook = await authorizedWebhook(dependencies, actor, id);
    await recordSending(dependencies, actor, 'webhook.test', webhook);
    const delivery = await trialOf(dependencies, webhook);
    const { attempt } = await sendDelivery(dependencies, webhook, delivery);
    const state = isSuccess(attempt) ? 'delivered' : 'failed';
    await deliveries.insertEnded(webhook.id, delivery, attempt, state);
    return storedDelivery(dependencies, webhook, delivery.id);
  };

export const replayDelivery =
  (dependencies: Sending) =>
  async (actor: Actor, id: string, rawDelivery: string): Promise<Delivery> => {
    const { deliveries } = dependencies;
    const webhook = await authorizedWebhook(dependencies, actor, id);
    const delivery = await storedDelivery(dependencies, webhook, rawDelivery);
    await recordSending(dependencies, actor, 'webhook.replay', webhook);
    const { attempt } = await sendDelivery(dependencies, webhook, delivery);
    const outcome = isSuccess(attempt) ? ({ state: 'delivered' } as const) : undefined;
    await deliveries.finish(delivery.id, attempt, outcome);
    return storedDelivery(dependencies, webhook, delivery.id);
  };

export const sweepDeliveries =
  ({ deliveries }: Pick<Dependencies, 'deliveries'>) =>
  (signal?: Signal): Promise<void> =>
    sweepAll(deliveries, deliveryDays * day, signal);

/** Before the request, which cannot be undone. */
const recordSending = (
  { store }: Pick<Dependencies, 'store'>,
  actor: Actor,
  action: 'webhook.test' | 'webhook.replay',
  { id, name }: StoredWebhook,
): Promise<void> =>
  audited(
    { store },
    actor,
    async () => undefined,
    () => ({ action, id, detail: name }),
  );

const trialOf = async (
  { outbox, ids, clock }: Sending,
  { id, name, kind }: StoredWebhook,
): Promise<NewDelivery> => {
  const type = kind === 'deploy' ? deployType : trialType;
  const trial = { id: ids.next(), subject: trialType, type } as const;
  if (kind === 'deploy') return { ...trial, body: undefined };
  const { epoch, head } = await outbox.advance();
  const cursor = writeCursor(anyReader, { epoch, position: head });
  const body = eventBody({ type, at: clock.now(), data: { id, name }, cursor, tags: [] });
  return { ...trial, body };
};

/** @throws DomainError `not_found`. */
const storedDelivery = async (
  { deliveries }: Pick<Dependencies, 'deliveries'>,
  webhook: StoredWebhook,
  rawId: string,
): Promise<Delivery> => {
  const id = readUuid(rawId);
  const delivery = id === undefined ? undefined : await deliveries.find(webhook.id, id);
  if (delivery === undefined) throw notFound('Delivery');
  return delivery;
};
