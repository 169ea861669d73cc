import { keepSearchPath } from './keep-search-path.ts';

/**
 * Singletons: collections of at most one item. A change that creates an item in one, or moves one there, locks the
 * collection and then calls `check_singleton`, which sees what was committed while the statement waited. Other changes
 * do not call it. When a collection becomes a singleton, a trigger checks it after the update has locked it: changes that
 * locked it before have ended, and later ones wait.
 */
export const singletonsMigration = {
  name: '0118-singletons',
  sql: `
-- Only one index fits this range and this order, whatever the planner expects.
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

${keepSearchPath('first_items', 'check_singleton', 'check_becomes_singleton')}

create constraint trigger content_singleton_check after update on collections for each row
  when (new.is_singleton and not old.is_singleton)
  execute function check_becomes_singleton();
`,
};
