import type { Delivery, ShownWebhook } from '../../core/index.ts';
import type { DeliveryDto, WebhookDto } from '../operations/webhooks.ts';

/** A webhook without its secret. */
export const presentWebhook = ({ webhook, collections }: ShownWebhook): WebhookDto => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  kind: webhook.kind,
  events: webhook.events,
  collections,
  onlyPublished: webhook.onlyPublished,
  debounceSeconds: webhook.debounceSeconds,
  active: webhook.isActive,
  failingSince: webhook.failingSince ?? null,
  switchedOffAt: webhook.switchedOffAt ?? null,
  created_at: webhook.createdAt,
  updated_at: webhook.updatedAt,
});

export const presentDelivery = (delivery: Delivery): DeliveryDto => ({
  id: delivery.id,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  request: delivery.body ?? null,
  status: delivery.last?.status ?? null,
  response: delivery.last?.response ?? null,
  duration: delivery.last?.durationMs ?? null,
  error: delivery.last?.failure ?? null,
  created_at: delivery.createdAt,
  attempted_at: delivery.last?.endedAt ?? null,
  next_at: delivery.state === 'waiting' ? delivery.dueAt : null,
});
