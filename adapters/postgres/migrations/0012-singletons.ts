/**
 * Singletons: collections of at most one item. A change that brings an item into one locks the collection, and then
 * calls the function, which sees what was committed while the statement waited. Other changes do not call it.
 */
export const singletonsMigration = {
  name: '0012-singletons',
  sql: `
alter table collections add column is_singleton boolean not null default false;

-- The range and the order fit one index only, whatever the planner expects.
create function check_singleton(collection uuid, item uuid) returns boolean language plpgsql as $$
begin
  if exists (
    select from (
      select id from content where collection_id >= collection and collection_id <= collection
      order by collection_id desc, created_at desc, id desc limit 2
    ) found where id <> item
  ) then
    raise unique_violation using
      message = 'The singleton has its item', constraint = 'content_singleton_key';
  end if;
  return true;
end $$;

-- Tools such as pg_restore change content under another search path.
do $$ begin
  execute format('alter function check_singleton set search_path = %I, pg_temp', current_schema());
end $$;
`,
};
