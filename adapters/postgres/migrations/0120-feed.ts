import { keepSearchPath } from './keep-search-path.ts';

/**
 * The outbox, which has the events of all writes, and their positions in the feed of changes. An event has no position until
 * somebody reads the feed. The lock comes first, and only a later statement sees all that was committed before it: positions
 * appear in their order, and an open transaction delays its own events only.
 *
 * The source tells one line of changes from another: it differs after a restore from a backup, and after a failover. Then
 * the feed has another epoch.
 */
export const feedMigration = {
  name: '0120-feed',
  sql: `
create table outbox (
  position bigint generated always as identity constraint outbox_pkey primary key,
  stored_at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  event json not null,
  feed_position bigint
);

create index outbox_stored_idx on outbox (stored_at);
create unique index outbox_feed_idx on outbox (feed_position);
create index outbox_waiting_idx on outbox (position) where feed_position is null;

-- What readers could see when an event happened is known if no event of the type "visibility" came later. There are few
-- of them among the others.
create index outbox_visibility_idx on outbox (feed_position) where event ->> 'type' = 'visibility';

create table feed_state (
  is_only boolean constraint feed_state_pkey primary key default true check (is_only),
  epoch uuid not null,
  source text not null,
  head bigint not null,
  -- The last position of an event that was removed.
  removed bigint not null
);

create function advance_feed(most integer, out new_epoch uuid, out new_head bigint, out moved bigint)
language plpgsql as $$
declare
  here text := concat_ws('/', (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_relation_filepath('feed_state'));
  state feed_state;
  newest bigint;
begin
  insert into feed_state (epoch, source, head, removed) values (gen_random_uuid(), here, 0, 0)
    on conflict do nothing;
  select * into state from feed_state for update;
  with waiting as (
    select position from outbox where feed_position is null order by position limit most
  ), numbered as (
    update outbox set feed_position = state.head + waiting.number
    from (select position, row_number() over (order by position) as number from waiting) waiting
    where outbox.position = waiting.position
    returning feed_position
  )
  select max(feed_position), count(*) into newest, moved from numbered;
  update feed_state set
    epoch = case when source = here then epoch else gen_random_uuid() end,
    source = here,
    head = coalesce(newest, head)
    returning epoch, head into new_epoch, new_head;
end $$;

${keepSearchPath('advance_feed')}
`,
};
