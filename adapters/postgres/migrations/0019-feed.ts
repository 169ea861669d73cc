import { keepSearchPath } from './keep-search-path.ts';

/**
 * Positions of events, for the feed of changes. An event has none until somebody reads the feed. The lock comes first, and
 * only a later statement sees all that was committed before it: positions appear in their order, and an open transaction
 * delays its own events only.
 *
 * The source tells one line of changes from another: it differs after a restore from a backup, and after a failover. Then
 * the feed has another epoch.
 */
export const feedMigration = {
  name: '0019-feed',
  sql: `
alter table outbox add column feed_position bigint;

create unique index outbox_feed_idx on outbox (feed_position);
create index outbox_waiting_idx on outbox (position) where feed_position is null;

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
