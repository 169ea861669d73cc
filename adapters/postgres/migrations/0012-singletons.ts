/**
 * Singletons: collections of at most one item. A change that brings an item into one locks the collection, and then
 * calls `check_singleton`, which sees what was committed while the statement waited. Other changes do not call it. The
 * trigger runs after a collection has become a singleton, when all such changes have ended or wait for its end.
 */
export const singletonsMigration = {
  name: '0012-singletons',
  sql: `
alter table collections add column is_singleton boolean not null default false;

-- The range and the order fit one index only, whatever the planner expects.
create function first_items(collection uuid) returns setof uuid language plpgsql as $$
begin
  return query
    select id from content where collection_id >= collection and collection_id <= collection
    order by collection_id desc, created_at desc, id desc limit 2;
end $$;

create function check_singleton(collection uuid, item uuid) returns boolean language plpgsql as $$
begin
  if exists (select from first_items(collection) one where one <> item) then
    raise unique_violation using
      message = 'The singleton has its item', constraint = 'content_singleton_check';
  end if;
  return true;
end $$;

create function check_becomes_singleton() returns trigger language plpgsql as $$
begin
  if (select count(*) from first_items(new.id)) > 1 then
    raise unique_violation using
      message = 'The collection has several items', constraint = 'content_singleton_check';
  end if;
  return null;
end $$;

-- Tools such as pg_restore change content under another search path.
do $$ begin
  execute format('alter function first_items set search_path = %I, pg_temp', current_schema());
  execute format('alter function check_singleton set search_path = %I, pg_temp', current_schema());
  execute format('alter function check_becomes_singleton set search_path = %I, pg_temp', current_schema());
end $$;

create constraint trigger content_singleton_check after update on collections for each row
  when (new.is_singleton and not old.is_singleton)
  execute function check_becomes_singleton();
`,
};
