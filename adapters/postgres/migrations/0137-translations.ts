import { keepSearchPath } from './keep-search-path.ts';

/**
 * The locales of items, and the groups of items that translate each other.
 *
 * A slug names one group. One of its items holds it; for the others, `slug_share` is their id. Triggers decide it: before
 * an item gets a slug, they lock the holder, so that this one cannot lose the slug meanwhile; when a holder loses it, another
 * item of the group that has it becomes the holder.
 *
 * When a collection becomes localised, its items get its base locale, and lose it when it is no longer. That is no write of
 * the items: their versions stay.
 */
export const translationsMigration = {
  name: '0137-translations',
  sql: `
alter table content
  add column locale text collate "C",
  add column group_id uuid,
  add column group_since bigint,
  add column slug_share text collate "C" not null default '',
  add constraint content_group_check check (
    (locale is null) = (group_id is null) and (locale is null) = (group_since is null)
  );
alter table content_trash
  add column locale text collate "C",
  add column group_id uuid,
  add column group_since bigint;

alter table content drop constraint content_slug_key;
alter table content add constraint content_slug_key unique (slug, slug_share);

create unique index content_group_locale_key on content (group_id, locale)
  where locale is not null;
create index content_trash_locale_idx on content_trash (collection_id, locale) where locale is not null;

-- For lists in a locale, which merge one scan for each locale, and have one item of each group.
create index content_locale_idx on content (collection_id, locale, status, group_since, group_id)
  where locale is not null;

-- In the order of ids, like all locks of items.
create function lock_content_groups(wanted uuid[]) returns boolean language plpgsql as $$
begin
  perform id from content where group_id = any (wanted) and locale is not null
  order by id for no key update;
  return true;
end $$;

-- Sees what was committed while the lock was awaited. Returns whether the item meets others, if it has to.
create function check_content_group(
  item uuid, wanted uuid, collection uuid, language text, meets boolean
) returns boolean language plpgsql as $$
declare
  others uuid[] := array(
    select id from content where group_id = wanted and locale is not null and id <> item);
begin
  if exists (select from content where id = any (others) and locale = language) then
    raise unique_violation using
      message = 'The group has this locale', constraint = 'content_group_locale_key';
  end if;
  if exists (select from content where id = any (others) and collection_id <> collection) then
    raise unique_violation using
      message = 'The group is in another collection', constraint = 'content_group_check';
  end if;
  return not meets or cardinality(others) > 0;
end $$;

create function share_content_slug() returns trigger language plpgsql as $$
begin
  perform from content
  where slug = new.slug and slug_share = '' and id <> new.id
    and group_id = new.group_id
  for share;
  new.slug_share := case when found then new.id::text else '' end;
  return new;
end $$;

create function pass_on_content_slug() returns trigger language plpgsql as $$
begin
  update content set slug_share = '' where id = (
    select id from content
    where group_id = old.group_id and locale is not null and slug = old.slug and id <> old.id
    order by id limit 1);
  return null;
end $$;

-- Whether a collection has an item in another locale than this one.
create function has_other_locale(collection uuid, language text) returns boolean language plpgsql as $$
begin
  return exists (select from content where collection_id = collection and locale < language)
    or exists (select from content where collection_id = collection and locale > language)
    or exists (select from content_trash where collection_id = collection and locale < language)
    or exists (select from content_trash where collection_id = collection and locale > language);
end $$;

create function localize_content() returns trigger language plpgsql as $$
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
  else
    update content set locale = new.base_locale, group_id = id, group_since = created_at
      where collection_id = new.id and locale is null;
    update content_trash set locale = new.base_locale, group_id = id, group_since = created_at
      where collection_id = new.id and locale is null;
  end if;
  return null;
end $$;

${keepSearchPath(
  'lock_content_groups',
  'check_content_group',
  'share_content_slug',
  'pass_on_content_slug',
  'has_other_locale',
  'localize_content',
)}

create trigger content_slug_added before insert on content for each row
  when (new.group_id is not null)
  execute function share_content_slug();
create trigger content_slug_changed before update on content for each row
  when (new.group_id is not null and (new.slug <> old.slug or new.group_id is distinct from old.group_id))
  execute function share_content_slug();
create trigger content_slug_lost after update on content for each row
  when (old.slug_share = '' and old.locale is not null
    and (new.slug <> old.slug or new.group_id is distinct from old.group_id))
  execute function pass_on_content_slug();
create trigger content_slug_removed after delete on content for each row
  when (old.slug_share = '' and old.locale is not null)
  execute function pass_on_content_slug();
create trigger collection_localized after update on collections for each row
  when ((new.base_locale is null) <> (old.base_locale is null))
  execute function localize_content();
`,
};
