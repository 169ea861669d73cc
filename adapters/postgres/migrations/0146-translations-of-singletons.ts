import { keepSearchPath } from './keep-search-path.ts';

/**
 * A singleton has one item or, if it is localised, one group of translations. An item without a group is its own group. A
 * group has at most 50 items: among 51, there are two groups.
 */
export const translationsOfSingletonsMigration = {
  name: '0146-translations-of-singletons',
  sql: `
create function check_singleton_group(collection uuid, wanted uuid) returns boolean language plpgsql as $$
begin
  if exists (
    select from first_items(collection) one join content on content.id = one
    where coalesce(group_id, content.id) <> wanted
  ) then
    raise unique_violation using
      message = 'The singleton has its item', constraint = 'content_singleton_check';
  end if;
  return true;
end $$;

create or replace function check_becomes_singleton() returns trigger language plpgsql as $$
begin
  if (
    select count(distinct one.wanted) from (
      select coalesce(group_id, id) as wanted from content
      where collection_id >= new.id and collection_id <= new.id
      order by collection_id desc, created_at desc, id desc limit 51
    ) one
  ) > 1 then
    raise unique_violation using
      message = 'The collection has several items', constraint = 'content_singleton_check';
  end if;
  return null;
end $$;

${keepSearchPath('check_singleton_group', 'check_becomes_singleton')}
`,
};
