import type { JsonText } from '../../primitives/json.ts';
import { day, hour, second } from '../../primitives/time.ts';
import type { WebhookEventType } from './webhook.ts';

/**
 * - `waiting`: to be sent, or sent again.
 * - `delivered`: a request was answered with a status from 200 to 299.
 * - `failed`: given up.
 * - `replaced`: given up for a newer one about the same thing.
 * - `cancelled`: given up because readers no longer see the item, or because the webhook was changed.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'replaced', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The type of a trial, which administrators ask for. */
export const trialType = 'webhook.test';
/** The type of the requests of webhooks of the kind `deploy`. */
export const deployType = 'deploy';
export type DeliveryType = WebhookEventType | typeof trialType | typeof deployType;

export interface NewDelivery {
  readonly id: string;
  /** What it is about. At most one delivery of a webhook about one thing is waiting. */
  readonly subject: string;
  readonly type: DeliveryType;
  /** What is sent; undefined for a request without a body. */
  readonly body: JsonText | undefined;
}

/** What became of one request. */
export interface DeliveryAttempt {
  readonly durationMs: number;
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  /** The beginning of the body of the response. */
  readonly response: string | undefined;
  /** Why it did not succeed, for people. */
  readonly failure: string | undefined;
}

export interface Delivery extends NewDelivery {
  readonly webhookId: string;
  readonly state: DeliveryState;
  /** How many requests were begun, without repetitions by hand. */
  readonly attempts: number;
  readonly createdAt: number;
  /** When it is sent next, if it is waiting. */
  readonly dueAt: number;
  /** Of the last request that has ended. */
  readonly last: (DeliveryAttempt & { readonly endedAt: number }) | undefined;
}

export const isSuccess = ({ status = 0 }: Pick<DeliveryAttempt, 'status'>): boolean =>
  status >= 200 && status < 300;

/** What is stored of the body of a response, in bytes. */
export const responseMaxBytes = 1_024;

/** How long deliveries that have ended are kept. */
export const deliveryDays = 30;

/** How long a delivery is repeated. */
const repeatMs = day;
const firstPauseMs = 30 * second;
const longestPauseMs = 4 * hour;

/**
 * How long to wait after a failed request: twice as long each time, and a random part of a fifth longer or shorter.
 *
 * @param sinceMs the age of the delivery. @param random from 0 to 1.
 * @returns undefined to give up. The last request is made at the end of the time for repetitions.
 */
export const pauseBefore = (
  { attempts, sinceMs }: { readonly attempts: number; readonly sinceMs: number },
  random: number,
): number | undefined => {
  const leftMs = repeatMs - sinceMs;
  if (leftMs <= 0) return undefined;
  const pauseMs = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
  return Math.min(Math.round(pauseMs * (0.8 + 0.4 * random)), leftMs);
};
