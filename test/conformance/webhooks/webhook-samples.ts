import type {
  DeliveryAttempt,
  DeliveryPlan,
  NewDelivery,
  Repositories,
  StoredWebhook,
  Webhook,
} from '../../../core/store.ts';
import { encodeJson, type Delivery } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { momentOf } from '../samples.ts';

export const webhookId = (n: number): string => `10000000-0000-7000-8000-${digits(n)}`;
export const deliveryId = (n: number): string => `20000000-0000-7000-8000-${digits(n)}`;

const digits = (n: number): string => n.toString(16).padStart(12, '0');

/** Longer than a case runs. */
export const longMs = 600_000;

export const sampleWebhook = (n: number, changes: Partial<Webhook> = {}): Webhook => ({
  id: webhookId(n),
  name: `Webhook ${n}`,
  url: `https://hooks.example.com/${n}`,
  kind: 'event',
  events: ['content.published', 'content.deleted'],
  scope: 'all',
  locales: [],
  onlyPublished: true,
  debounceSeconds: 60,
  isActive: true,
  secrets: [{ value: `whsec_${n}`, expiresAt: undefined }],
  version: 1,
  createdAt: momentOf(n),
  updatedAt: momentOf(n),
  ...changes,
});

export const sampleDelivery = (n: number, changes: Partial<NewDelivery> = {}): NewDelivery => ({
  id: deliveryId(n),
  subject: `item ${n}`,
  type: 'content.published',
  body: encodeJson({ n }),
  ...changes,
});

export const attempt: DeliveryAttempt = {
  durationMs: 12,
  status: 500,
  response: 'No "luck" \\ é',
  failure: 'The receiver failed',
};

export const success: DeliveryAttempt = {
  durationMs: 3,
  status: 204,
  response: '',
  failure: undefined,
};

type Deliveries = Pick<Repositories, 'webhooks' | 'deliveries'>;

export const storedWebhook = async (
  { webhooks }: Pick<Repositories, 'webhooks'>,
  n = 1,
): Promise<StoredWebhook> => {
  const found = await webhooks.find(webhookId(n));
  ok(found !== undefined, 'the webhook is stored');
  return found;
};

/** Plans for a webhook as it is stored, one position further on. @returns what was waiting about the subjects. */
export const planned = async (
  repositories: Deliveries,
  added: readonly NewDelivery[],
  { ended = added.map(({ subject }) => subject), delayMs = 0, n = 1 } = {},
): Promise<ReadonlyMap<string, Delivery>> => {
  const webhook = await storedWebhook(repositories, n);
  let seen: ReadonlyMap<string, Delivery> | undefined;
  const plan = (waiting: ReadonlyMap<string, Delivery>): DeliveryPlan => {
    seen = waiting;
    return { ended, added, delayMs };
  };
  const isDone = await repositories.deliveries.plan(webhook, webhook.position + 1, ended, plan);
  ok(isDone && seen !== undefined, 'the plan is stored');
  return seen;
};

/** The ids and states of all deliveries of a webhook, by ascending id. */
export const statesOf = async (
  { deliveries }: Pick<Repositories, 'deliveries'>,
  n = 1,
): Promise<Readonly<Record<string, string>>> => {
  const all = await deliveries.list(webhookId(n), { limit: 1_000, offset: 0 });
  return Object.fromEntries(
    all.map(({ id, state }) => [id, state] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
};

export const claimed = async (
  { deliveries }: Pick<Repositories, 'deliveries'>,
  id: string,
  leaseMs = longMs,
): Promise<void> => {
  equal((await deliveries.claim(webhookId(1), leaseMs))?.id, id, 'the claimed delivery');
};
