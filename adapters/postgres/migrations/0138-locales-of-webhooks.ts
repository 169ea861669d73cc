/**
 * The locales of which webhooks are told. An item that begins a group also looks for translations that have its slug: imports
 * can store them before it.
 */
export const localesOfWebhooksMigration = {
  name: '0138-locales-of-webhooks',
  sql: `
alter table webhooks add column locales text[] not null default '{}';

drop trigger content_slug_added on content;
create trigger content_slug_added before insert on content for each row
  when (new.locale is not null)
  execute function share_content_slug();
`,
};
