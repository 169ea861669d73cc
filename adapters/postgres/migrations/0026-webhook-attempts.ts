/** The attempts of a delivery before the last one, newest first, and why a webhook was switched off. */
export const webhookAttemptsMigration = {
  name: '0026-webhook-attempts',
  sql: `
alter table webhook_deliveries add column earlier jsonb not null default '[]';

alter table webhooks add column switched_off_reason text;

update webhooks set switched_off_reason = 'No request succeeded for 72 hours'
  where switched_off_at is not null;
`,
};
