import type { Delivery, EndedAttempt, ShownWebhook } from '../../core/vocabulary.ts';
import type { DeliveryDto, WebhookDto } from '../operations/webhooks.ts';

/** A webhook without its secret. */
export const presentWebhook = ({ webhook, collections }: ShownWebhook): WebhookDto => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  kind: webhook.kind,
  events: webhook.events,
  collections,
  locales: webhook.locales,
  onlyPublished: webhook.onlyPublished,
  debounceSeconds: webhook.debounceSeconds,
  active: webhook.isActive,
  failingSince: webhook.failingSince ?? null,
  switchedOffAt: webhook.switchedOffAt ?? null,
  switchedOffReason: webhook.switchedOffReason ?? null,
  created_at: webhook.createdAt,
  updated_at: webhook.updatedAt,
});

export const presentDelivery = (delivery: Delivery): DeliveryDto => ({
  id: delivery.id,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  request: delivery.body ?? null,
  ...presentAttempt(delivery.last),
  earlierAttempts: delivery.earlier.map(presentAttempt),
  created_at: delivery.createdAt,
  next_at: delivery.state === 'waiting' ? delivery.dueAt : null,
});

const presentAttempt = (attempt: EndedAttempt | undefined) => ({
  status: attempt?.status ?? null,
  response: attempt?.response ?? null,
  duration: attempt?.durationMs ?? null,
  error: attempt?.failure ?? null,
  attempted_at: attempt?.endedAt ?? null,
});
