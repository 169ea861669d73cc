import { day, second, type EpochMs } from '../../primitives/time.ts';
import type { CollectionScope } from '../actor.ts';
import type { LocaleCode } from '../locale.ts';

export const webhookKinds = ['event', 'deploy'] as const;
/** `event`: one signed request for each event. `deploy`: one empty request for many events, which starts a build. */
export type WebhookKind = (typeof webhookKinds)[number];

export const webhookEventTypes = [
  'content.created',
  'content.updated',
  'content.published',
  'content.unpublished',
  'content.archived',
  'content.deleted',
  'content.restored',
  'content.schedule_failed',
  'media.created',
  'media.updated',
  'media.deleted',
  'collection.changed',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** A key that signs deliveries. */
export interface WebhookSecret {
  /** `whsec_` and 32 bytes in base64. */
  readonly value: string;
  /** Undefined for the newest one. */
  readonly expiresAt: EpochMs | undefined;
}

/** An address that gets a request when something happens. */
export interface Webhook {
  readonly id: string;
  readonly name: string;
  /** May contain a secret of the receiver. */
  readonly url: string;
  readonly kind: WebhookKind;
  /** What it asks for; empty for the kind `deploy`. */
  readonly events: readonly WebhookEventType[];
  /** The collections whose content it asks for. */
  readonly scope: CollectionScope;
  /** The locales of the items that it asks for; none means all. Items without a locale are in each of them. */
  readonly locales: readonly LocaleCode[];
  /** Whether it learns only of content that readers of published content see. */
  readonly onlyPublished: boolean;
  /** For the kind `deploy`: the time between two requests. */
  readonly debounceSeconds: number;
  readonly isActive: boolean;
  /** Newest first. */
  readonly secrets: readonly WebhookSecret[];
  /** Increases with every change by an administrator. */
  readonly version: number;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

/** A webhook, and what its deliveries have done to it. */
export interface StoredWebhook extends Webhook {
  /** The events of the outbox after this position are not read yet. */
  readonly position: number;
  /** When the first delivery failed after the last one that succeeded, by the clock of the store. */
  readonly failingSince: EpochMs | undefined;
  /** When the service switched it off. */
  readonly switchedOffAt: EpochMs | undefined;
  /** Why it did, as a sentence for people. */
  readonly switchedOffReason: string | undefined;
}

/** The state of a webhook whose deliveries have not failed. */
export const workingWebhook = {
  failingSince: undefined,
  switchedOffAt: undefined,
  switchedOffReason: undefined,
} as const;

export const webhookNameMaxLength = 100;
export const webhookUrlMaxLength = 2_000;
export const debounceRange = { min: 10, max: 3_600, default: 60 } as const;

/** The start of every secret, by the Standard Webhooks specification. */
export const webhookSecretMark = 'whsec_';

/** How long the previous secret still signs after a rotation. */
export const rotationMs = day;

/** How many secrets sign at the same time at most: each makes a header longer. */
const secretsMax = 5;

/** The secrets that sign at this time, newest first. */
export const signingSecrets = (
  { secrets }: Pick<Webhook, 'secrets'>,
  now: EpochMs,
): readonly WebhookSecret[] =>
  secrets.filter(({ expiresAt = Infinity }) => expiresAt > now).slice(0, secretsMax);

/** A webhook whose deliveries fail for so long is switched off. */
export const switchOffMs = 3 * day;

/** The longest time that one request may take. */
export const deliveryTimeoutMs = 10 * second;

/** Whether a webhook asks for items of this locale. Those without one are in each. */
export const asksForLocale = (
  { locales }: Pick<Webhook, 'locales'>,
  locale: LocaleCode | undefined,
): boolean => locales.length === 0 || locale === undefined || locales.includes(locale);
