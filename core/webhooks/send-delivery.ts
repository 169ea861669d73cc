import {
  isSuccess,
  responseMaxBytes,
  type DeliveryAttempt,
  type NewDelivery,
} from '../model/webhooks/delivery.ts';
import {
  deliveryTimeoutMs,
  signingSecrets,
  webhookSecretMark,
  type Webhook,
} from '../model/webhooks/webhook.ts';
import type { Dependencies } from '../ports/ports.ts';
import { second } from '../primitives/time.ts';

export type SendDependencies = Pick<Dependencies, 'webhookSender' | 'webhookSigner' | 'clock'>;

export interface SentDelivery {
  readonly attempt: DeliveryAttempt;
  /** How long the receiver asks to wait. */
  readonly retryAfterMs: number | undefined;
}

/** Sends one request, signed by the Standard Webhooks specification if it has a body. Never throws for a failure. */
export const sendDelivery = async (
  dependencies: SendDependencies,
  webhook: Webhook,
  { id, body }: Pick<NewDelivery, 'id' | 'body'>,
): Promise<SentDelivery> => {
  const { webhookSender, clock } = dependencies;
  const signed = body === undefined ? {} : await signedHeaders(dependencies, webhook, id, body);
  const begun = clock.now();
  const response = await webhookSender.send({
    url: webhook.url,
    headers: { 'user-agent': 'Quoin-Webhooks', ...signed },
    body: body ?? '',
    timeoutMs: deliveryTimeoutMs,
    responseMaxBytes,
  });
  const durationMs = Math.max(0, Math.round(clock.now() - begun));
  if ('failure' in response) {
    const { failure } = response;
    const attempt = { durationMs, status: undefined, response: undefined, failure };
    return { attempt, retryAfterMs: undefined };
  }
  const { status, retryAfterMs } = response;
  const attempt = {
    durationMs,
    status,
    // Not every store keeps NUL in text.
    response: response.body.toWellFormed().replaceAll('\0', '\uFFFD'),
    failure: isSuccess({ status }) ? undefined : `The receiver answered with status ${status}`,
  };
  return { attempt, retryAfterMs };
};

const signedHeaders = async (
  { webhookSigner, clock }: SendDependencies,
  webhook: Webhook,
  id: string,
  body: string,
): Promise<Readonly<Record<string, string>>> => {
  const now = clock.now();
  const timestamp = Math.floor(now / second);
  const signatures: string[] = [];
  for (const { value } of signingSecrets(webhook, now)) {
    const key = value.slice(webhookSecretMark.length);
    signatures.push(`v1,${await webhookSigner.sign(key, `${id}.${timestamp}.${body}`)}`);
  }
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
};
