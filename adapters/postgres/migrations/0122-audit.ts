import { keepSearchPath } from './keep-search-path.ts';

/**
 * The audit. A write of content stores a note with its event, and pays for nothing else: its entry and the indexes of that
 * are made later, many at once. The lock comes first, and only later statements see what others have collected before, so
 * each entry is stored once.
 */
export const auditMigration = {
  name: '0122-audit',
  sql: `
create table audit (
  number bigint generated always as identity constraint audit_pkey primary key,
  at bigint not null,
  actor_kind text not null,
  actor_id uuid,
  address text,
  action text not null,
  resource text not null generated always as (split_part(action, '.', 1)) stored,
  resource_id uuid,
  detail text
);

create index audit_at_idx on audit (at, number);
create index audit_actor_idx on audit (actor_id, at, number);
create index audit_resource_idx on audit (resource, at, number);
create index audit_resource_id_idx on audit (resource_id, at, number);
create index audit_action_idx on audit (action, at, number);

create table audit_state (
  is_only boolean constraint audit_state_pkey primary key default true check (is_only),
  -- The last event that was looked at.
  position bigint not null
);
insert into audit_state (position) values (0);

create function add_audit(noted_at bigint, note json) returns void language sql as $$
  insert into audit (at, actor_kind, actor_id, address, action, resource_id, detail)
  values (noted_at, note -> 'by' ->> 'kind', (note -> 'by' ->> 'id')::uuid, note -> 'by' ->> 'address',
    note ->> 'action', (note ->> 'id')::uuid, note ->> 'detail')
$$;

create function collect_audit(most integer, out looked bigint)
language plpgsql as $$
declare
  state audit_state;
  last_position bigint;
begin
  select * into state from audit_state for update;
  select max(feed_position), count(*) into last_position, looked from (
    select feed_position from outbox
    where feed_position > state.position order by feed_position limit most
  ) events;
  perform add_audit(stored_at, event -> 'audit') from (
    select stored_at, event from outbox
    where feed_position > state.position and feed_position <= last_position
      and event -> 'audit' is not null
    order by feed_position
  ) noted;
  update audit_state set position = last_position where last_position is not null;
end $$;

${keepSearchPath('add_audit', 'collect_audit')}
`,
};
