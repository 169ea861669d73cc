import { Type, type Static, type TObject } from 'typebox';
import { readReceiver } from '../../adapters/webhooks/receiver-addresses.ts';
import { listOf } from './addresses.ts';

export const webhookVariables = {
  WEBHOOK_ALLOWED_HOSTS: Type.String({
    default: '',
    description:
      'The receivers of [webhooks](content/webhooks.md#receivers) that may have addresses which are not public, separated by commas: names, addresses and networks, such as `builder.internal,10.0.0.5,192.168.0.0/16,::1`. A name allows every address that it resolves to. Without it, webhooks reach public addresses only.',
  }),
};

type WebhookEnvironment = Static<TObject<typeof webhookVariables>>;

export interface WebhookSettings {
  readonly webhookAllowedHosts: readonly string[];
}

export function* webhookMistakes({ WEBHOOK_ALLOWED_HOSTS }: WebhookEnvironment): Generator<string> {
  for (const entry of listOf(WEBHOOK_ALLOWED_HOSTS)) {
    if (readReceiver(entry) === undefined) {
      yield `WEBHOOK_ALLOWED_HOSTS: ${entry} must be a name, an address or a network, such as builder.internal, 10.0.0.5 or 10.0.0.0/8`;
    }
  }
}

export const readWebhooks = ({ WEBHOOK_ALLOWED_HOSTS }: WebhookEnvironment): WebhookSettings => ({
  webhookAllowedHosts: listOf(WEBHOOK_ALLOWED_HOSTS),
});
