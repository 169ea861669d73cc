import { keepSearchPath } from './keep-search-path.ts';

/**
 * A lock of a group that also holds while all of its items are in the trash, and before it has any: items that come into such
 * a group at the same time must have equal shared fields.
 */
export const sharedFieldsMigration = {
  name: '0139-shared-fields',
  sql: `
create index content_trash_group_idx on content_trash (group_id) where locale is not null;

create or replace function lock_content_groups(wanted uuid[]) returns boolean language plpgsql as $$
declare
  vacant uuid;
begin
  perform id from content where group_id = any (wanted) and locale is not null
  order by id for no key update;
  perform id from content_trash where group_id = any (wanted) and locale is not null
  order by id for no key update;
  -- A group without rows is locked by its name, which nobody else can insert until the end of the transaction.
  for vacant in
    select distinct each from unnest(wanted) each
    where not exists (select from content where group_id = each and locale is not null)
      and not exists (select from content_trash where group_id = each and locale is not null)
    order by each
  loop
    insert into locks (name) values ('group ' || vacant) on conflict (name) do nothing;
    delete from locks where name = 'group ' || vacant;
  end loop;
  return true;
end $$;

${keepSearchPath('lock_content_groups')}
`,
};
