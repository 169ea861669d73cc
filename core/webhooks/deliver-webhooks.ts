import { opennessOf } from '../events/collection-events.ts';
import { claimedWork } from '../limits/claimed-work.ts';
import {
  isGone,
  isSuccess,
  pauseBefore,
  type DeliveryAttempt,
} from '../model/webhooks/delivery.ts';
import { deliveryTimeoutMs, switchOffMs, type StoredWebhook } from '../model/webhooks/webhook.ts';
import type { Dependencies } from '../ports/ports.ts';
import type {
  ClaimedDelivery,
  DeliveryOutcome,
} from '../ports/repositories/delivery-repository.ts';
import type { Signal } from '../primitives/signal.ts';
import { second } from '../primitives/time.ts';
import { eventDataOf, planDeliveries, type PlanDependencies } from './plan-deliveries.ts';
import { sendDelivery, type SendDependencies, type SentDelivery } from './send-delivery.ts';
import { mayLearn } from './webhook-news.ts';

type DeliverDependencies = PlanDependencies & SendDependencies & Pick<Dependencies, 'digest'>;

/** Longer than a request takes. If the process is killed, another one sends the delivery again after this time. */
const leaseMs = deliveryTimeoutMs + 5 * second;

/** How many requests a process sends to one receiver at the same time. Others do not wait for a receiver that hangs. */
const maxAtOnce = 4;

export const deliverWebhooks = (dependencies: DeliverDependencies) => {
  const { deliveries } = dependencies;
  let isPlanning = false;

  const plan = async (): Promise<boolean> => {
    if (isPlanning) return true;
    isPlanning = true;
    try {
      return await planDeliveries(dependencies);
    } finally {
      isPlanning = false;
    }
  };

  const sendDue = claimedWork(maxAtOnce, {
    claim: (webhookId: string) => deliveries.claim(webhookId, leaseMs),
    work: (delivery) => deliver(dependencies, delivery),
  });

  return async (signal: Signal): Promise<void> => {
    if (!(await plan())) return;
    const due = await deliveries.dueWebhooks();
    await Promise.all(due.map((webhookId) => sendDue(webhookId, signal)));
  };
};

const deliver = async (
  dependencies: DeliverDependencies,
  delivery: ClaimedDelivery,
): Promise<void> => {
  const { webhooks, deliveries, log } = dependencies;
  // As it is now: its address and its secrets may have changed.
  const webhook = await webhooks.find(delivery.webhookId);
  if (webhook === undefined) return;
  if (!(await mayBeTold(dependencies, webhook, delivery))) {
    await deliveries.finish(delivery.id, notSent, { state: 'cancelled' });
    return;
  }
  const sent = await sendDelivery(dependencies, webhook, delivery);
  const { attempt } = sent;
  const isDelivered = isSuccess(attempt);
  const outcome: DeliveryOutcome = isDelivered
    ? { state: 'delivered' }
    : await afterFailure(dependencies, webhook, delivery, sent);
  await deliveries.finish(delivery.id, attempt, outcome);
  if (isDelivered) {
    if (webhook.failingSince !== undefined) await webhooks.recordSuccess(webhook.id);
    return;
  }
  const [patienceMs, reason] = isGone(attempt)
    ? ([0, 'The receiver answered with status 410: it is gone'] as const)
    : ([switchOffMs, 'No request succeeded for 72 hours'] as const);
  if (await webhooks.recordFailure(webhook.id, patienceMs, reason)) {
    log.warn('A webhook was switched off', { webhook: webhook.id, reason });
  }
};

const notSent: DeliveryAttempt = {
  durationMs: 0,
  status: undefined,
  response: undefined,
  failure: 'Not sent: the collection is private, and the webhook does not name it',
};

/** The collection may have become private since the delivery was planned. */
const mayBeTold = async (
  { collections }: Pick<Dependencies, 'collections'>,
  webhook: StoredWebhook,
  { type, body }: ClaimedDelivery,
): Promise<boolean> => {
  const { id, collection } = body === undefined ? {} : eventDataOf(body);
  const collectionId = type === 'collection.changed' ? id : collection?.id;
  const found = collectionId === undefined ? undefined : await collections.findById(collectionId);
  return (
    found === undefined || mayLearn(webhook, found.id, { ...opennessOf(found), isActive: true })
  );
};

const afterFailure = async (
  { digest }: DeliverDependencies,
  { kind, debounceSeconds }: StoredWebhook,
  { id, attempts, ageMs: sinceMs }: ClaimedDelivery,
  { attempt: { status }, retryAfterMs }: SentDelivery,
): Promise<DeliveryOutcome> => {
  if (isGone({ status })) return { state: 'failed' };
  const random = await spread(digest, `${id} ${attempts}`);
  const pauseMs = pauseBefore({ attempts, sinceMs }, random, { status, retryAfterMs });
  if (pauseMs === undefined) return { state: 'failed' };
  // Builds keep their distance.
  return { retryInMs: kind === 'deploy' ? Math.max(pauseMs, debounceSeconds * second) : pauseMs };
};

/** A number from 0 to 1, evenly spread over texts. */
const spread = async (digest: Dependencies['digest'], text: string): Promise<number> =>
  Number.parseInt((await digest.sha256(text)).slice(0, 8), 16) / 0xffff_ffff;
