import {
  presentDelivery,
  presentWebhook,
  type Handlers,
  type webhookOperations,
} from '../../../contracts/index.ts';
import type { Clock, Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import { answerDeletion, answerList } from './answers/envelope.ts';

export const webhookHandlers = (
  { webhooks }: Pick<Cms, 'webhooks'>,
  { clock }: { readonly clock: Clock },
): Handlers<typeof webhookOperations, RequestContext> => ({
  listWebhooks: ({ actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () => (await webhooks.list(actor)).map(presentWebhook)),

  createWebhook: async ({ body, actor }) => {
    const { secret, ...shown } = await webhooks.create(actor, body);
    return {
      body: { data: { ...presentWebhook(shown), secret } },
      headers: { Location: `/api/webhooks/${shown.webhook.id}` },
    };
  },

  getWebhook: async ({ params, actor }) => ({
    data: presentWebhook(await webhooks.get(actor, params.id)),
  }),

  updateWebhook: async ({ params, body, actor }) => ({
    data: presentWebhook(await webhooks.update(actor, params.id, body)),
  }),

  deleteWebhook: async ({ params, actor }) => {
    await webhooks.delete(actor, params.id);
    return answerDeletion(params.id);
  },

  rotateWebhookSecret: async ({ params, actor }) => {
    const { secret, ...shown } = await webhooks.rotateSecret(actor, params.id);
    return { data: { ...presentWebhook(shown), secret } };
  },

  testWebhook: async ({ params, actor }) => ({
    data: presentDelivery(await webhooks.test(actor, params.id)),
  }),

  listWebhookDeliveries: ({ params, query, actor, elapsedMs }) =>
    answerList(clock, elapsedMs, async () =>
      (await webhooks.listDeliveries(actor, params.id, query)).map(presentDelivery),
    ),

  replayWebhookDelivery: async ({ params, actor }) => ({
    data: presentDelivery(await webhooks.replay(actor, params.id, params.delivery)),
  }),
});
