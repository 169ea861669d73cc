/**
 * Webhooks and their deliveries. A webhook reads the outbox from its own position: writes of content store nothing for
 * it. The body of a delivery is text, because its signature is over its bytes.
 */
export const webhooksMigration = {
  name: '0121-webhooks',
  sql: `
create table webhooks (
  id uuid constraint webhooks_pkey primary key,
  name text not null,
  url text not null,
  kind text collate "C" not null,
  events text[] not null,
  -- Null means all collections.
  scope uuid[],
  only_published boolean not null,
  debounce_seconds integer not null,
  is_active boolean not null,
  secrets json not null,
  position bigint not null,
  failing_since bigint,
  switched_off_at bigint,
  version integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  switched_off_reason text
);

create table webhook_deliveries (
  id uuid constraint webhook_deliveries_pkey primary key,
  webhook_id uuid not null
    constraint webhook_deliveries_webhook_id_fkey references webhooks on delete cascade,
  subject text collate "C" not null,
  type text collate "C" not null,
  body text,
  state text collate "C" not null,
  attempts integer not null default 0,
  created_at bigint not null,
  due_at bigint not null,
  -- No instance sends it before.
  claimed_until bigint not null default 0,
  ended_at bigint,
  duration_ms integer,
  status integer,
  response text,
  failure text,
  -- The attempts before the last one, newest first.
  earlier jsonb not null default '[]'
);

create unique index webhook_deliveries_waiting_key on webhook_deliveries (webhook_id, subject)
  where state = 'waiting';
-- Statements that look for a subject cannot use it, because they do not name the time.
create index webhook_deliveries_due_idx on webhook_deliveries (webhook_id, due_at)
  where state = 'waiting' and due_at > 0;
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_ended_idx on webhook_deliveries (created_at)
  where state <> 'waiting';
`,
};
