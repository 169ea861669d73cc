import { keepSearchPath } from './keep-search-path.ts';

/**
 * One trigger for each event of an item in place of one for each consequence. PostgreSQL prepares the condition of each
 * trigger for each statement, also for items that have no locale.
 *
 * When a collection becomes localised, or stops to be, what belongs to its items changes in one statement for each table.
 */
export const triggersOfTranslationsMigration = {
  name: '0148-triggers-of-translations',
  sql: `
drop trigger content_head_added on content;
drop trigger content_head_changed on content;
drop trigger content_head_left on content;
drop trigger content_head_removed on content;
drop trigger content_slug_added on content;
drop trigger content_slug_changed on content;
drop trigger content_slug_lost on content;
drop trigger content_slug_removed on content;
drop trigger content_former_id_kept on content;
drop trigger content_former_id_removed on content;
drop trigger content_former_ids_moved on content;
drop trigger content_source_added on content;
drop trigger content_source_removed on content;
drop trigger content_source_moved on content;
drop trigger content_locale_moved on content;
drop trigger content_trash_locale_moved on content_trash;
drop trigger content_copy_moved on content;
drop trigger content_references_moved on content;
drop trigger content_schedule_moved on content;
drop function follow_group(), pass_on_group(), share_content_slug(), pass_on_content_slug(),
  keep_former_id(), remove_former_id(), move_former_ids(), place_content_source(), move_content_locale(),
  move_content_copy(), move_content_references(), move_content_schedule();

create function place_in_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.group_id is distinct from old.group_id then
    new.follows_group := exists (
      select from content
      where group_id = new.group_id and locale is not null and not follows_group and id <> new.id);
  end if;
  perform from content
  where slug = new.slug and slug_share = '' and id <> new.id
    and (group_id = new.group_id or (tg_op = 'UPDATE' and new.slug = old.slug))
  for share;
  new.slug_share := case when found then new.id::text else '' end;
  return new;
end $$;

create function pass_on_group(former uuid) returns void language plpgsql as $$
begin
  update content set follows_group = false where id = (
    select id from content where group_id = former and locale is not null
    order by id limit 1);
end $$;

create function pass_on_slug(former uuid, its_slug text, item uuid) returns void language plpgsql as $$
begin
  update content set slug_share = '' where id = (
    select id from content
    where group_id = former and locale is not null and slug = its_slug and id <> item
    order by id limit 1);
end $$;

-- The last item that joins another group takes them along.
create function move_former_ids(former uuid, present uuid) returns void language plpgsql as $$
begin
  if has_group_items(former, '{}') then
    return;
  end if;
  if present is null then
    delete from content_former_ids where group_id = former;
  else
    update content_former_ids set group_id = present where group_id = former;
  end if;
end $$;

-- The entry of a copy is in the language of the former locale until it is replaced.
create function move_locale(item uuid, former text, present text) returns void language plpgsql as $$
begin
  update content_schedules set locale = present where content_id = item;
  update former_slugs set locale = present where content_id = item;
  update content_copies set item_locale = present, search_rebuild = 0,
    search_vector = ts_delete(search_vector, 'o/' || coalesce(former, '-')) ||
      array_to_tsvector(array['o/' || coalesce(present, '-')])
    where content_id = item;
end $$;

create function place_source(item content) returns void language plpgsql as $$
begin
  update content_sources set
    collection_id = item.collection_id, locale = coalesce(item.locale, locale),
    group_id = coalesce(item.group_id, group_id), group_since = coalesce(item.group_since, group_since),
    is_stored = item.locale is not null
  where content_id = item.id;
  update content_sources set source_group = item.group_id
    where source_id = item.id and source_group is distinct from item.group_id;
end $$;

create function add_translation() returns trigger language plpgsql as $$
begin
  delete from content_former_ids where id = new.id;
  perform place_source(new);
  return null;
end $$;

create function move_translation() returns trigger language plpgsql as $$
begin
  if old.group_id <> new.group_id or (old.group_id is not null and new.group_id is null) then
    perform move_former_ids(old.group_id, new.group_id);
  end if;
  if old.group_id <> new.group_id and not old.follows_group then
    perform pass_on_group(old.group_id);
  end if;
  if old.locale is not null and old.slug_share = '' and new.slug <> old.slug then
    perform pass_on_slug(old.group_id, old.slug, old.id);
  end if;
  -- Otherwise its collection becomes localised or stops to be, which changes what belongs to all items at once.
  if (old.locale is not null and new.locale is not null) or new.collection_id <> old.collection_id then
    if new.locale is distinct from old.locale then
      perform move_locale(new.id, old.locale, new.locale);
    end if;
    if (new.locale, new.group_id, new.group_since, new.collection_id)
      is distinct from (old.locale, old.group_id, old.group_since, old.collection_id) then
      perform place_source(new);
    end if;
  end if;
  return null;
end $$;

-- Runs after the statement that deletes the item, which also puts it into the trash.
create function remove_translation() returns trigger language plpgsql as $$
begin
  perform add_former_id(old.id, old.group_id);
  perform forget_former_ids(old.group_id);
  if not old.follows_group then
    perform pass_on_group(old.group_id);
  end if;
  if old.slug_share = '' then
    perform pass_on_slug(old.group_id, old.slug, old.id);
  end if;
  update content_sources set is_stored = false where content_id = old.id;
  update content_sources set source_group = null where source_id = old.id;
  return null;
end $$;

create function move_trashed_locale() returns trigger language plpgsql as $$
begin
  perform move_locale(new.id, old.locale, new.locale);
  return null;
end $$;

create function move_content_parts() returns trigger language plpgsql as $$
begin
  update content_copies
    set item_collection_id = new.collection_id, item_author_id = new.author_id
    where content_id = new.id;
  if old.collection_id <> new.collection_id then
    update content_references set collection_id = new.collection_id
      where content_id = new.id and collection_id is distinct from new.collection_id;
    update content_schedules set collection_id = new.collection_id where content_id = new.id;
  end if;
  return null;
end $$;

create or replace function localize_content() returns trigger language plpgsql as $$
begin
  if new.base_locale is null and has_other_locale(new.id, old.base_locale) then
    raise unique_violation using
      message = 'Items have another locale', constraint = 'content_group_check';
  end if;
  update content set locale = new.base_locale,
      group_id = case when new.base_locale is not null then id end,
      group_since = case when new.base_locale is not null then created_at end
    where collection_id = new.id and locale is distinct from new.base_locale;
  update content_trash set locale = new.base_locale,
      group_id = case when new.base_locale is not null then id end,
      group_since = case when new.base_locale is not null then created_at end
    where collection_id = new.id and locale is distinct from new.base_locale;
  update content_schedules set locale = new.base_locale where collection_id = new.id;
  update former_slugs set locale = new.base_locale where collection_id = new.id;
  update content_copies set item_locale = new.base_locale, search_rebuild = 0,
      search_vector = ts_delete(search_vector, 'o/' || coalesce(old.base_locale, '-')) ||
        array_to_tsvector(array['o/' || coalesce(new.base_locale, '-')])
    where item_collection_id = new.id;
  if new.base_locale is null then
    delete from content_groups where collection_id = new.id;
    delete from content_sources where collection_id = new.id;
  else
    insert into content_groups (id, collection_id, since, locales)
      select id, collection_id, group_since, array[locale] from content
      where collection_id = new.id and locale is not null;
  end if;
  return null;
end $$;

${keepSearchPath(
  'place_in_group',
  'pass_on_group',
  'pass_on_slug',
  'move_former_ids',
  'move_locale',
  'place_source',
  'add_translation',
  'move_translation',
  'remove_translation',
  'move_trashed_locale',
  'move_content_parts',
  'localize_content',
)}

create trigger content_group_entered before insert on content for each row
  when (new.group_id is not null) execute function place_in_group();
create trigger content_group_moved before update on content for each row
  when (new.group_id is not null and (new.slug <> old.slug or new.group_id is distinct from old.group_id))
  execute function place_in_group();
create trigger content_translation_added after insert on content for each row
  when (new.locale is not null) execute function add_translation();
create trigger content_translation_moved after update on content for each row
  when (old.locale is not null or new.locale is not null) execute function move_translation();
create trigger content_translation_removed after delete on content for each row
  when (old.locale is not null) execute function remove_translation();
create trigger content_trash_locale_moved after update on content_trash for each row
  when (old.locale <> new.locale) execute function move_trashed_locale();
create trigger content_parts_moved after update on content for each row
  when (old.collection_id <> new.collection_id
    or (new.author_id is not null and old.author_id is distinct from new.author_id))
  execute function move_content_parts();
`,
};
