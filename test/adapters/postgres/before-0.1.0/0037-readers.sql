create table outbox_readers (
  name text primary key,
  position bigint not null,
  failures integer not null default 0,
  claim uuid,
  claimed_until timestamptz not null default '-infinity'
);
