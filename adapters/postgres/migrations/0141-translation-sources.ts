import { keepSearchPath } from './keep-search-path.ts';

/**
 * What translations were made from, and which locales each group has, for lists of what there is to translate.
 *
 * `content_sources` has the place of the translation and of its source, so that one index lists what is outdated. Triggers keep
 * both: whatever moves an item, also into the trash and back, moves them. `content_groups` is kept at the end of the transaction,
 * when it has locked all items that it writes: two that write items of one group would otherwise wait for each other.
 */
export const translationSourcesMigration = {
  name: '0141-translation-sources',
  sql: `
create table content_sources (
  content_id uuid primary key,
  source_id uuid not null,
  version integer not null,
  prints jsonb not null,
  changed text[] collate "C" not null,
  -- Of the translation; in the trash, as it was before.
  collection_id uuid not null,
  locale text collate "C" not null,
  group_id uuid not null,
  group_since bigint not null,
  is_stored boolean not null,
  -- Null while the source is not stored outside of the trash.
  source_group uuid,
  is_outdated boolean generated always as (is_stored and source_group = group_id and changed <> '{}') stored
);
create index content_sources_source_idx on content_sources (source_id);
create index content_sources_work_idx on content_sources (collection_id, locale, group_since, group_id)
  where is_outdated;
create index content_sources_changed_idx on content_sources (collection_id) where changed <> '{}';

create table content_groups (
  id uuid primary key,
  collection_id uuid not null,
  since bigint not null,
  -- Sorted.
  locales text[] collate "C" not null
);
insert into content_groups (id, collection_id, since, locales)
  select group_id, min(collection_id::text)::uuid, min(group_since), array_agg(locale order by locale)
  from content where locale is not null group by group_id;
create index content_groups_work_idx on content_groups (collection_id, locales, since, id);

-- What counts as the state from which a translation was made: its shared paths are always those of the source.
create function rolled_prints(made jsonb, present jsonb, shared text[]) returns jsonb language sql immutable as $$
  select (made - shared) || coalesce(jsonb_object_agg(key, value) filter (where key = any (shared)), '{}')
  from jsonb_each(present)
$$;

create function changed_paths(made jsonb, present jsonb, shared text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(path order by path collate "C"), '{}') from jsonb_object_keys(made || present) path
  where made -> path is distinct from present -> path and path <> all (shared)
$$;

-- Compares the translations that were made from an item with it.
create function compare_translations(source uuid, present jsonb, shared text[]) returns void language plpgsql as $$
begin
  update content_sources made set prints = compared.prints, changed = compared.changed
  from (
    select content_id, rolled.prints, changed_paths(rolled.prints, present, shared) as changed
    from content_sources, lateral (select rolled_prints(content_sources.prints, present, shared) as prints) rolled
    where source_id = source) compared
  where made.content_id = compared.content_id
    and (made.prints <> compared.prints or made.changed <> compared.changed);
end $$;

-- Of an item that is locked, and a source that is locked or not there.
create function store_source(
  item uuid, source uuid, made_version integer, made jsonb, differing text[]
) returns boolean language plpgsql as $$
begin
  insert into content_sources (
    content_id, source_id, version, prints, changed,
    collection_id, locale, group_id, group_since, is_stored, source_group)
  select id, source, made_version, made, differing, collection_id, locale, group_id, group_since, true,
    (select other.group_id from content other where other.id = source)
  from content where id = item and locale is not null
  on conflict (content_id) do update set
    source_id = excluded.source_id, version = excluded.version, prints = excluded.prints,
    changed = excluded.changed, source_group = excluded.source_group;
  return found;
end $$;

-- Locks item and source in the order of their ids, like all locks of items. Returns whether both are as expected; a source
-- without a version must not be there.
create function record_source(
  item uuid, source uuid, made_version integer, made jsonb, present_version integer, present jsonb, shared text[]
) returns boolean language plpgsql as $$
declare
  stored_version integer;
  differing text[] := '{}';
begin
  perform id from content where id in (item, source) order by id for no key update;
  select version into stored_version from content where id = source;
  if stored_version is distinct from present_version then
    return false;
  end if;
  if present_version is not null then
    made := rolled_prints(made, present, shared);
    differing := changed_paths(made, present, shared);
  end if;
  return store_source(item, source, made_version, made, differing);
end $$;

create function place_content_source() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update content_sources set is_stored = false where content_id = old.id;
    update content_sources set source_group = null where source_id = old.id;
    return null;
  end if;
  update content_sources set
    collection_id = new.collection_id, locale = coalesce(new.locale, locale),
    group_id = coalesce(new.group_id, group_id), group_since = coalesce(new.group_since, group_since),
    is_stored = new.locale is not null
  where content_id = new.id;
  update content_sources set source_group = new.group_id
    where source_id = new.id and source_group is distinct from new.group_id;
  return null;
end $$;

create function count_in_content_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.group_id = old.group_id and new.collection_id = old.collection_id then
    update content_groups set since = new.group_since, locales = array(
        select distinct code collate "C" from unnest(array_replace(locales, old.locale, new.locale)) code order by 1)
      where id = new.group_id;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update content_groups set locales = array_remove(locales, old.locale) where id = old.group_id;
    delete from content_groups where id = old.group_id and locales = '{}';
  end if;
  if tg_op <> 'DELETE' and new.locale is not null then
    insert into content_groups (id, collection_id, since, locales)
    values (new.group_id, new.collection_id, new.group_since, array[new.locale])
    on conflict (id) do update set
      collection_id = excluded.collection_id, since = excluded.since,
      locales = array(
        select distinct code collate "C" from unnest(content_groups.locales || excluded.locales) code order by 1);
  end if;
  return null;
end $$;

create or replace function remove_content_parts(id uuid) returns void language plpgsql as $$
begin
  delete from content_revisions where content_id = id;
  delete from former_slugs where content_id = id;
  delete from content_sources where content_id = id;
  perform remove_content_copy(id);
end $$;

create or replace function localize_content() returns trigger language plpgsql as $$
begin
  if new.base_locale is null then
    if has_other_locale(new.id, old.base_locale) then
      raise unique_violation using
        message = 'Items have another locale', constraint = 'content_group_check';
    end if;
    update content set locale = null, group_id = null, group_since = null
      where collection_id = new.id and locale is not null;
    update content_trash set locale = null, group_id = null, group_since = null
      where collection_id = new.id and locale is not null;
    delete from content_groups where collection_id = new.id;
    delete from content_sources where collection_id = new.id;
  else
    update content set locale = new.base_locale, group_id = id, group_since = created_at
      where collection_id = new.id and locale is null;
    update content_trash set locale = new.base_locale, group_id = id, group_since = created_at
      where collection_id = new.id and locale is null;
    insert into content_groups (id, collection_id, since, locales)
      select id, collection_id, group_since, array[locale] from content
      where collection_id = new.id and locale is not null;
  end if;
  return null;
end $$;

${keepSearchPath(
  'rolled_prints',
  'changed_paths',
  'compare_translations',
  'store_source',
  'record_source',
  'place_content_source',
  'count_in_content_group',
  'remove_content_parts',
  'localize_content',
)}

-- Not for the items of a collection that becomes localised, or stops to be: they stay in their collection.
create trigger content_source_added after insert on content for each row
  when (new.locale is not null) execute function place_content_source();
create trigger content_source_removed after delete on content for each row
  when (old.locale is not null) execute function place_content_source();
create trigger content_source_moved after update on content for each row
  when ((old.locale is not null and new.locale is not null or new.collection_id <> old.collection_id)
    and (new.locale is distinct from old.locale or new.group_id is distinct from old.group_id
      or new.group_since is distinct from old.group_since or new.collection_id <> old.collection_id))
  execute function place_content_source();

create constraint trigger content_group_added after insert on content
  deferrable initially deferred for each row
  when (new.locale is not null) execute function count_in_content_group();
create constraint trigger content_group_left after delete on content
  deferrable initially deferred for each row
  when (old.locale is not null) execute function count_in_content_group();
create constraint trigger content_group_changed after update on content
  deferrable initially deferred for each row
  when ((old.locale is not null and new.locale is not null or new.collection_id <> old.collection_id)
    and (new.locale is distinct from old.locale or new.group_id is distinct from old.group_id
      or new.group_since is distinct from old.group_since or new.collection_id <> old.collection_id))
  execute function count_in_content_group();
`,
};
