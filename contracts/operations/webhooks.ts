import { Type, type Static } from 'typebox';
import {
  debounceRange,
  deliveryDays,
  deliveryStates,
  deployType,
  earlierAttemptsMax,
  responseMaxBytes,
  trialType,
  webhookEventTypes,
  webhookKinds,
  webhookNameMaxLength,
} from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import {
  choice,
  idSchema,
  list,
  nullable,
  optionalFields,
  pageParameters,
  timeSchema,
  titled,
} from '../schemas/schema.ts';

const eventSchema = choice(webhookEventTypes, { title: 'WebhookEvent' });

/** What an administrator decides. */
const decided = {
  name: Type.String({ description: `1 to ${webhookNameMaxLength} characters.` }),
  url: Type.String({
    description: 'An http or https address. May contain a secret of the receiver.',
  }),
  kind: choice(webhookKinds, {
    description:
      '`event`: a signed request for each event. `deploy`: an empty request for many events, which starts a build.',
  }),
  events: list(eventSchema, { description: 'Ignored, and empty, for the kind `deploy`.' }),
  collections: list(Type.String(), {
    description:
      'The names of the collections whose content it asks for; empty means all. A deleted collection is listed by its id.',
  }),
  locales: list(Type.String(), {
    description:
      'The locales of the items that it asks for; empty means all. Items without a locale are in each of them.',
  }),
  onlyPublished: Type.Boolean({
    description:
      'Whether it learns only of content that readers of published content see. Does not concern media and collections.',
  }),
  debounceSeconds: Type.Integer({
    minimum: debounceRange.min,
    maximum: debounceRange.max,
    description: 'For the kind `deploy`: how long it collects events before each request.',
  }),
  active: Type.Boolean(),
};

const properties = {
  id: idSchema,
  ...decided,
  failingSince: nullable(timeSchema, {
    description:
      'Epoch milliseconds of the first request that failed after the last one that succeeded; null if the last one succeeded.',
  }),
  switchedOffAt: nullable(timeSchema, {
    description:
      'When the service switched it off: its requests failed for 72 hours, or its receiver answered with 410.',
  }),
  switchedOffReason: nullable(Type.String(), {
    description: 'Why the service switched it off, for people.',
  }),
  created_at: timeSchema,
  updated_at: timeSchema,
};

export const webhookSchema = titled('Webhook', properties);
export type WebhookDto = Static<typeof webhookSchema>;

const createdWebhookSchema = titled('CreatedWebhook', {
  ...properties,
  secret: Type.String({ description: 'Signs the requests. Only this response contains it.' }),
});
export type CreatedWebhookDto = Static<typeof createdWebhookSchema>;

const attempt = {
  status: nullable(Type.Integer(), {
    description: 'The HTTP status of the response; null if there was none.',
  }),
  response: nullable(Type.String(), {
    description: `The first ${responseMaxBytes} bytes of the response.`,
  }),
  duration: nullable(Type.Integer(), {
    description: 'How long the request took, in milliseconds.',
  }),
  error: nullable(Type.String(), { description: 'Why the request failed, for people.' }),
  attempted_at: nullable(timeSchema, { description: 'When the request ended.' }),
};

/** What it says of a request is about the last one. */
const deliverySchema = titled('Delivery', {
  id: Type.String({ format: 'uuid', description: 'The header `webhook-id` of its requests.' }),
  type: choice([...webhookEventTypes, trialType, deployType]),
  state: choice(deliveryStates, {
    description:
      '`replaced`: a newer one about the same thing is sent instead. `cancelled`: readers no longer see the item, or the webhook was switched.',
  }),
  attempts: Type.Integer({ description: 'The number of requests, without replays.' }),
  request: nullable(Type.String(), { description: 'The body; null for the kind `deploy`.' }),
  ...attempt,
  earlierAttempts: list(Type.Object(attempt), {
    description: `The requests before the last one, newest first, at most ${earlierAttemptsMax}.`,
  }),
  created_at: timeSchema,
  next_at: nullable(timeSchema, { description: 'When it is sent next, if it is waiting.' }),
});
export type DeliveryDto = Static<typeof deliverySchema>;

const params = Type.Object({ id: idSchema });

const base = { tag: 'Webhooks', auth: 'admin' } as const;

export const webhookOperations = defineOperations({
  listWebhooks: {
    ...base,
    method: 'get',
    path: '/api/webhooks',
    summary: 'List webhooks',
    description: 'Newest first. No response contains a secret.',
    success: { kind: 'json', status: 200, schema: listOf(webhookSchema) },
  },

  createWebhook: {
    ...base,
    method: 'post',
    path: '/api/webhooks',
    summary: 'Create a webhook',
    description:
      'Only this response contains the secret. The webhook gets the events of writes that begin after it was created.',
    body: jsonBody(
      Type.Object({ ...optionalFields(decided), name: decided.name, url: decided.url }),
    ),
    success: createdAnswer(dataOf(createdWebhookSchema)),
    errors: ['collection_not_found'],
  },

  getWebhook: {
    ...base,
    method: 'get',
    path: '/api/webhooks/{id}',
    summary: 'Get a webhook',
    description: 'Without its secret.',
    params,
    success: { kind: 'json', status: 200, schema: dataOf(webhookSchema) },
  },

  updateWebhook: {
    ...base,
    method: 'put',
    path: '/api/webhooks/{id}',
    summary: 'Update a webhook',
    description:
      'Omitted members keep their value. To switch it on or off, and to change its kind, drops the deliveries that are waiting.',
    params,
    body: jsonBody(Type.Object(optionalFields(decided)), { example: { active: true } }),
    success: { kind: 'json', status: 200, schema: dataOf(webhookSchema) },
    errors: ['collection_not_found'],
  },

  deleteWebhook: {
    ...base,
    method: 'delete',
    path: '/api/webhooks/{id}',
    summary: 'Delete a webhook',
    description: 'Also deletes its deliveries.',
    params,
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },

  rotateWebhookSecret: {
    ...base,
    method: 'post',
    path: '/api/webhooks/{id}/rotate',
    summary: 'Make another secret for a webhook',
    description:
      'Only this response contains it. For 24 hours, requests are signed with the previous secret too.',
    params,
    success: { kind: 'json', status: 200, schema: dataOf(createdWebhookSchema) },
  },

  testWebhook: {
    ...base,
    method: 'post',
    path: '/api/webhooks/{id}/test',
    summary: 'Send a test to a webhook',
    description:
      'Sends a request of the type `webhook.test` at once and once, also if the webhook is switched off, and returns how it ended. For the kind `deploy`, it starts a build.',
    params,
    success: { kind: 'json', status: 200, schema: dataOf(deliverySchema) },
  },

  listWebhookDeliveries: {
    ...base,
    method: 'get',
    path: '/api/webhooks/{id}/deliveries',
    summary: 'List the deliveries of a webhook',
    description: `Newest first. Deliveries are kept for ${deliveryDays} days.`,
    params,
    query: Type.Object(pageParameters),
    success: { kind: 'json', status: 200, schema: listOf(deliverySchema) },
  },

  replayWebhookDelivery: {
    ...base,
    method: 'post',
    path: '/api/webhooks/{id}/deliveries/{delivery}/replay',
    summary: 'Send a delivery again',
    description:
      'Sends the same body under the same id, at once and once, and returns how it ended. A failure leaves the state as it is.',
    params: Type.Object({ id: idSchema, delivery: idSchema }),
    success: { kind: 'json', status: 200, schema: dataOf(deliverySchema) },
  },
});
