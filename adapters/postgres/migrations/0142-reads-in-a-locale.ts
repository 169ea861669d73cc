import { keepSearchPath } from './keep-search-path.ts';

/**
 * What is stored beside an item has the locale of the item, so that reads in one locale read only what they return. Indexes
 * for them have rows of localised collections only. Triggers store the locale when it changes, whoever changes it.
 *
 * An entry of the search has its locale among its keys, and is in the language that this locale has. The entry of a copy has
 * another key if its item has no locale: a copy can show its item in another collection.
 */
export const readsInALocaleMigration = {
  name: '0142-reads-in-a-locale',
  sql: `
create index content_locale_created_idx on content (collection_id, locale, status, created_at, id)
  where locale is not null;
create index content_locale_updated_idx on content (collection_id, locale, status, updated_at, id)
  where locale is not null;
create index content_author_locale_created_idx on content
  (author_id, collection_id, locale, status, (created_at + 0), id) include (created_at)
  where author_id is not null and locale is not null;
create index content_author_locale_updated_idx on content
  (author_id, collection_id, locale, status, (updated_at + 0), id) include (updated_at)
  where author_id is not null and locale is not null;

alter table content_schedules add column locale text collate "C";
alter table former_slugs add column locale text collate "C";
alter table content_copies add column item_locale text collate "C";

update content_schedules set locale = content.locale
  from content where content.id = content_id and content.locale is not null;
update former_slugs set locale = item.locale from (
  select id, locale from content where locale is not null
  union all select id, locale from content_trash where locale is not null
) item where item.id = content_id;
update content_copies set item_locale = item.locale,
  search_vector = search_vector || array_to_tsvector(array['o/' || item.locale])
from (
  select id, locale from content where locale is not null
  union all select id, locale from content_trash where locale is not null
) item where item.id = content_id;
update content_search set vector = vector || array_to_tsvector(array['o/' || content.locale])
  from content where content.id = content_id and content.locale is not null;

create index content_schedules_locale_idx
  on content_schedules (collection_id, locale, at, content_id, action) where locale is not null;
create index former_slugs_locale_idx on former_slugs
  (collection_id, locale, is_seen, status, listed_slug) include (content_id, seen_in)
  where locale is not null;
create index content_copies_locale_idx
  on content_copies (item_collection_id, item_locale, updated_at, content_id)
  where item_locale is not null;

-- The languages of entries of items in some locales, by their codes.
alter table content_search_settings add column locale_languages jsonb not null default '{}';

-- The item is locked, so it does not change before the plan is stored. A function sees it as it is now.
create or replace function set_schedule_collection() returns trigger language plpgsql as $$
begin
  select content.collection_id, content.locale into new.collection_id, new.locale
    from content where id = new.content_id;
  return new;
end $$;

-- The entry of a copy is in the language of the former locale until it is replaced.
create function move_content_locale() returns trigger language plpgsql as $$
begin
  update content_schedules set locale = new.locale where content_id = new.id;
  update former_slugs set locale = new.locale where content_id = new.id;
  update content_copies set item_locale = new.locale, search_rebuild = 0,
    search_vector = ts_delete(search_vector, 'o/' || coalesce(old.locale, '-')) ||
      array_to_tsvector(array['o/' || coalesce(new.locale, '-')])
    where content_id = new.id;
  return null;
end $$;

create or replace function keep_content_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from content_search where content_id = old.id;
  else
    update content_search set
      collection_id = new.collection_id, status = new.status, created_at = new.created_at,
      version = case when version = old.version then new.version else version end,
      vector = array_to_tsvector(array_remove(
          content_search_keys(language, new.collection_id, new.status, new.created_at) || ('o/' || new.locale), null)) ||
        ts_delete(vector, array_remove(
          content_search_keys(language, collection_id, status, created_at) || ('o/' || old.locale), null))
    where content_id = new.id
      and ((collection_id, status, created_at) <> (new.collection_id, new.status, new.created_at)
        or old.locale is distinct from new.locale);
  end if;
  return null;
end $$;

${keepSearchPath('set_schedule_collection', 'move_content_locale', 'keep_content_search')}

drop trigger content_search_moved on content;
create trigger content_search_moved after update on content for each row
  when (old.collection_id <> new.collection_id or old.status <> new.status or old.created_at <> new.created_at
    or old.locale is distinct from new.locale)
  execute function keep_content_search();
create trigger content_locale_moved after update on content for each row
  when (old.locale is distinct from new.locale)
  execute function move_content_locale();
create trigger content_trash_locale_moved after update on content_trash for each row
  when (old.locale is distinct from new.locale)
  execute function move_content_locale();
`,
};
