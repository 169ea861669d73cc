import { keepSearchPath } from './keep-search-path.ts';

/**
 * The ids of items that were deleted from groups of translations: references to them lead to the group, for as long as it has
 * items, also in the trash. Triggers keep them, whoever deletes or moves the item.
 *
 * A deletion locks its group, so that of two deletions the second one knows that it takes the last item.
 */
export const formerIdsMigration = {
  name: '0143-former-ids',
  sql: `
create table content_former_ids (
  id uuid constraint content_former_ids_pkey primary key,
  group_id uuid not null
);
create index content_former_ids_group_idx on content_former_ids (group_id);

insert into content_former_ids (id, group_id)
  select id, group_id from content_trash where locale is not null;

-- In the order of the index: without statistics, the planner could read the whole table to find nothing.
create function has_group_items(wanted uuid, others_than uuid[]) returns boolean language plpgsql as $$
begin
  perform from content
  where group_id >= wanted and group_id <= wanted and locale is not null and id <> all (others_than)
  order by group_id, locale limit 1;
  return found;
end $$;

create function add_former_id(item uuid, its_group uuid) returns void language plpgsql as $$
begin
  insert into content_former_ids (id, group_id) values (item, its_group)
    on conflict (id) do update set group_id = excluded.group_id;
end $$;

-- Runs after the statement that deletes the item, which also puts it into the trash.
create function keep_former_id() returns trigger language plpgsql as $$
begin
  perform add_former_id(old.id, old.group_id);
  perform forget_former_ids(old.group_id);
  return null;
end $$;

-- For items that come into the trash from a backup.
create function keep_trashed_id() returns trigger language plpgsql as $$
begin
  perform add_former_id(new.id, new.group_id);
  return null;
end $$;

create function forget_former_ids(wanted uuid) returns void language plpgsql as $$
begin
  if has_group_items(wanted, '{}') then
    return;
  end if;
  perform from content_trash where group_id >= wanted and group_id <= wanted and locale is not null
    order by group_id limit 1;
  if not found then
    delete from content_former_ids where group_id = wanted;
  end if;
end $$;

create function forget_trashed_group() returns trigger language plpgsql as $$
begin
  perform forget_former_ids(old.group_id);
  return null;
end $$;

create function remove_former_id() returns trigger language plpgsql as $$
begin
  delete from content_former_ids where id = new.id;
  return null;
end $$;

-- The last item that joins another group takes them along.
create function move_former_ids() returns trigger language plpgsql as $$
begin
  if has_group_items(old.group_id, '{}') then
    return null;
  end if;
  if new.group_id is null then
    delete from content_former_ids where group_id = old.group_id;
  else
    update content_former_ids set group_id = new.group_id where group_id = old.group_id;
  end if;
  return null;
end $$;

create function truncate_former_ids() returns trigger language plpgsql as $$
begin
  truncate content_former_ids;
  return null;
end $$;

-- Sees what was committed while the lock of the group was awaited.
create function check_group_references(item uuid, wanted uuid, leaving uuid[]) returns void language plpgsql as $$
begin
  if has_group_items(wanted, leaving || item) then
    return;
  end if;
  if exists (
    select from unnest(array(
      select item union all select id from content_former_ids where group_id = wanted
    )) named (id) cross join lateral (
      select from content_references where target = 'item/' || named.id and on_delete <> 'ignore'
        and content_id <> item and content_id <> all (leaving) limit 1
    ) found
  ) then
    raise foreign_key_violation using
      message = 'Another item refers to the group', constraint = 'content_references_on_delete_check';
  end if;
end $$;

-- A binding reference to a deleted item of a group holds the items of the group, as one to an item holds that.
create function lock_former_group(item uuid) returns void language plpgsql as $$
declare
  former uuid := (select group_id from content_former_ids where id = item);
begin
  if former is not null then
    perform id from content where id = any (array(
      select id from content where group_id >= former and group_id <= former and locale is not null
      order by group_id, locale
    )) order by id for key share;
  end if;
end $$;

create function lock_former_target() returns trigger language plpgsql as $$
begin
  perform lock_former_group(substr(new.target, 6)::uuid);
  return null;
end $$;

${keepSearchPath(
  'has_group_items',
  'add_former_id',
  'keep_former_id',
  'keep_trashed_id',
  'forget_former_ids',
  'forget_trashed_group',
  'remove_former_id',
  'move_former_ids',
  'truncate_former_ids',
  'check_group_references',
  'lock_former_group',
  'lock_former_target',
)}

create trigger content_former_id_kept after delete on content for each row
  when (old.locale is not null) execute function keep_former_id();
create trigger content_former_id_removed after insert on content for each row
  when (new.locale is not null) execute function remove_former_id();
create trigger content_former_ids_moved after update on content for each row
  when (old.locale is not null and new.group_id is distinct from old.group_id)
  execute function move_former_ids();
create trigger content_former_ids_truncated after truncate on content
  for each statement execute function truncate_former_ids();
create trigger content_trash_id_kept after insert on content_trash for each row
  when (new.locale is not null) execute function keep_trashed_id();
create trigger content_trash_group_left after delete on content_trash for each row
  when (old.locale is not null) execute function forget_trashed_group();
create trigger content_references_bound after insert on content_references for each row
  when (new.on_delete <> 'ignore' and starts_with(new.target, 'item/'))
  execute function lock_former_target();
`,
};
