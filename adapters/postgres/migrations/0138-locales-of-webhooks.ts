/** The locales of which webhooks are told; none for all. */
export const localesOfWebhooksMigration = {
  name: '0138-locales-of-webhooks',
  sql: `
alter table webhooks add column locales text[] not null default '{}';
`,
};
