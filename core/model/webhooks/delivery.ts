import type { JsonText } from '../../primitives/json.ts';
import { day, hour, second, type EpochMs } from '../../primitives/time.ts';
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

/** An attempt, as it is stored. */
export interface EndedAttempt extends DeliveryAttempt {
  readonly endedAt: EpochMs;
}

/** How many attempts before the last one are kept. */
export const earlierAttemptsMax = 10;

export interface Delivery extends NewDelivery {
  readonly webhookId: string;
  readonly state: DeliveryState;
  /** How many requests were begun, without repetitions by hand. */
  readonly attempts: number;
  readonly createdAt: EpochMs;
  /** When it is sent next, if it is waiting. */
  readonly dueAt: EpochMs;
  /** The last request that has ended. */
  readonly last: EndedAttempt | undefined;
  /** Those before it, newest first: at most {@link earlierAttemptsMax}. */
  readonly earlier: readonly EndedAttempt[];
}

/** The attempts of a delivery after another one has ended. */
export const withAttempt = (
  { last, earlier }: Pick<Delivery, 'last' | 'earlier'>,
  ended: EndedAttempt,
): Pick<Delivery, 'last' | 'earlier'> => ({
  last: ended,
  earlier: last === undefined ? earlier : [last, ...earlier].slice(0, earlierAttemptsMax),
});

export const isSuccess = ({ status = 0 }: Pick<DeliveryAttempt, 'status'>): boolean =>
  status >= 200 && status < 300;

/** The receiver asks for no further requests, by the Standard Webhooks specification. */
export const isGone = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean => status === 410;

/** The statuses with which a receiver can say how long to wait. */
const busyStatuses: readonly number[] = [429, 503];

/** The longest time that a receiver can ask for. */
const longestAskedMs = hour;

/** What is stored of the body of a response, in bytes. */
export const responseMaxBytes = 1_024;

/** How long deliveries that have ended are kept. */
export const deliveryDays = 30;

/** How long a delivery is repeated. */
const repeatMs = day;
const firstPauseMs = 30 * second;
const longestPauseMs = 4 * hour;

/**
 * How long to wait after a failed request: twice as long each time, and a random part of a fifth longer or shorter; never
 * shorter than a busy receiver has asked for, up to an hour.
 *
 * @param sinceMs the age of the delivery. @param random from 0 to 1.
 * @returns undefined to give up. The last request is made at the end of the time for repetitions, or when the receiver has
 *   asked for it.
 */
export const pauseBefore = (
  { attempts, sinceMs }: { readonly attempts: number; readonly sinceMs: number },
  random: number,
  {
    status = 0,
    retryAfterMs = 0,
  }: { readonly status?: number | undefined; readonly retryAfterMs?: number | undefined } = {},
): number | undefined => {
  const leftMs = repeatMs - sinceMs;
  if (leftMs <= 0) return undefined;
  const pauseMs = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
  const ownMs = Math.min(Math.round(pauseMs * (0.8 + 0.4 * random)), leftMs);
  const askedMs = busyStatuses.includes(status) ? Math.min(retryAfterMs, longestAskedMs) : 0;
  return Math.max(ownMs, Math.ceil(askedMs));
};
