import { keepSearchPath } from './keep-search-path.ts';

/**
 * The words in titles: for each item, its folded title and each later word of it, cut to 100 characters. An index on an array
 * of words would be smaller, but has no order: a search for a word that all titles contain would read all of them. Triggers
 * write them, whoever changes the item.
 */
export const titlesMigration = {
  name: '0105-titles',
  sql: `
create table content_title_words (
  collection_id uuid not null,
  entry text collate "C" not null,
  content_id uuid not null
);

create unique index content_title_words_idx
  on content_title_words (collection_id, entry, content_id desc);

alter table content_title_words set (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

-- In PL/pgSQL, because a function in SQL would be planned again at each call.
create function content_title_entries(key text) returns text[] language plpgsql immutable as $$
begin
  return array(
    select left(entry, 100)
    from (select key union select unnest((string_to_array(key, ' '))[2:])) entries (entry)
    where entry <> '');
end $$;

create function index_content_title() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from content_title_words
    where collection_id = old.collection_id
      and entry = any (content_title_entries(old.title_key))
      and content_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into content_title_words
    select new.collection_id, entry, new.id
    from unnest(content_title_entries(new.title_key)) entries (entry);
  end if;
  return null;
end $$;

create function truncate_content_titles() returns trigger language plpgsql as $$
begin
  truncate content_title_words;
  return null;
end $$;

${keepSearchPath('content_title_entries', 'index_content_title', 'truncate_content_titles')}

create trigger content_title_added after insert or delete on content
  for each row execute function index_content_title();
create trigger content_title_changed after update on content for each row
  when (old.title_key <> new.title_key or old.collection_id <> new.collection_id)
  execute function index_content_title();
create trigger content_titles_truncated after truncate on content
  for each statement execute function truncate_content_titles();
`,
};
