import { vi } from 'vitest';
import {
  operator,
  type CreateWebhook,
  type WebhookRequest,
  type WebhookResponse,
} from '../../../core/index.ts';
import type { CreatedWebhook, Delivery } from '../../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from '../core/core-world.ts';

/** What a receiver reads of a body. */
export interface ReceivedBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly cursor: string;
  readonly tags: readonly string[];
}

/** The core on memory adapters, with receivers that a test controls. */
export interface WebhookWorld extends CoreWorld {
  readonly webhook: (command?: Partial<CreateWebhook>) => Promise<CreatedWebhook>;
  /** The requests that were sent, oldest first. */
  readonly sent: WebhookRequest[];
  /** Their bodies. */
  readonly bodies: () => readonly ReceivedBody[];
  readonly types: () => readonly string[];
  /** What receivers answer from now on; a delay by a promise. */
  answer: (request: WebhookRequest) => WebhookResponse | Promise<WebhookResponse>;
  /** Plans and sends what is due now. */
  readonly deliver: () => Promise<void>;
  readonly deliveries: (id: string) => Promise<readonly Delivery[]>;
  /** Lets time pass for the store and for the core. Needs fake timers. */
  readonly pass: (ms: number) => void;
}

export const webhookWorld = async (): Promise<WebhookWorld> => {
  const sent: WebhookRequest[] = [];
  const core = await coreWorld({
    ports: {
      webhookSender: {
        refusalOf: () => undefined,
        send: async (request) => {
          sent.push(request);
          return world.answer(request);
        },
      },
    },
  });
  const { cms } = core;
  const bodies = () =>
    sent.filter(({ body }) => body !== '').map(({ body }) => JSON.parse(body) as ReceivedBody);
  const world: WebhookWorld = {
    ...core,
    webhook: (command = {}) =>
      cms.webhooks.create(operator, {
        name: 'Hook',
        url: 'https://hooks.example.com/a',
        ...command,
      }),
    sent,
    bodies,
    types: () => bodies().map(({ type }) => type),
    answer: () => ({ status: 204, body: '' }),
    deliver: () => cms.webhooks.deliver({ aborted: false }),
    deliveries: (id) => cms.webhooks.listDeliveries(operator, id, {}),
    pass: (ms) => {
      vi.setSystemTime(Date.now() + ms);
      core.clock.advance(ms);
    },
  };
  return world;
};
