import { keepSearchPath } from './keep-search-path.ts';

/** The functions that make the entries of the search, and the triggers that update entries when items change. */
export const searchEntriesMigration = {
  name: '0114-search-entries',
  sql: `
-- The number of the span of 2^shift milliseconds that contains the time. Times before 1970 are in the first one. It has no
-- search path of its own, because PostgreSQL inlines no function that has one. It needs none: only functions that have one
-- call it.
create function content_search_span(created_at bigint, shift integer)
returns bigint language sql immutable as $$
  select least(greatest(created_at, 0), (1::bigint << 43) - 1) >> shift
$$;

-- In PL/pgSQL, because a function in SQL would be planned again at each call.
create function content_search_keys(language text, collection_id uuid, status text, created_at bigint)
returns text[] language plpgsql immutable as $$
declare
  at bigint := content_search_span(created_at, 0);
begin
  return array['l/' || language, 'c/' || collection_id, 's/' || status,
    't/13/' || (at >> 13), 't/16/' || (at >> 16), 't/19/' || (at >> 19), 't/22/' || (at >> 22),
    't/25/' || (at >> 25), 't/28/' || (at >> 28), 't/31/' || (at >> 31), 't/34/' || (at >> 34),
    't/37/' || (at >> 37), 't/40/' || (at >> 40)];
end $$;

-- An operator can drop a text-search configuration. Its entries and queries then use "simple".
create function content_search_language(language text)
returns regconfig language plpgsql stable as $$
begin
  return language::regconfig;
exception when others then
  return 'simple'::regconfig;
end $$;

-- A word separates the texts of the body, so that no phrase matches across two of them. The vector does not contain the
-- word. This never fails: if the vector is too large for PostgreSQL, it takes half of the body, until it is not.
create function content_search_vector(language text, title text, body text)
returns tsvector language plpgsql stable as $$
declare
  config regconfig := content_search_language(language);
  gap constant text := '00000000000000000000';
  rest text := body;
begin
  loop
    begin
      return ts_delete(
        setweight(to_tsvector(config, title || ' ' || gap), 'A') ||
        setweight(to_tsvector(config, rest), 'D'), gap);
    exception
      when program_limit_exceeded then
        rest := left(rest, length(rest) / 2);
      when others then
        if config = 'simple'::regconfig then raise; end if;
        config := 'simple';
    end;
  end loop;
end $$;

-- "words" is a vector in the language "simple", written as text. Words of the title have the weight A. This never fails: if
-- the vector is too large for PostgreSQL, it takes half of the words, until it is not.
create function content_search_entry(language text, title text, body text, words text)
returns tsvector language plpgsql stable as $$
declare
  rest text := words;
begin
  if language <> 'simple' then return content_search_vector(language, title, body); end if;
  loop
    begin
      return rest::tsvector;
    exception
      when syntax_error then return content_search_vector(language, title, body);
      when program_limit_exceeded then
        rest := regexp_replace(left(rest, length(rest) / 2), '[^ ]*$', '');
    end;
  end loop;
end $$;

create function keep_content_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from content_search where content_id = old.id;
  else
    update content_search set
      collection_id = new.collection_id, status = new.status, created_at = new.created_at,
      version = case when version = old.version then new.version else version end,
      vector = array_to_tsvector(content_search_keys(language, new.collection_id, new.status, new.created_at)) ||
        ts_delete(vector, content_search_keys(language, collection_id, status, created_at))
    where content_id = new.id
      and (collection_id, status, created_at) <> (new.collection_id, new.status, new.created_at);
  end if;
  return null;
end $$;

create function truncate_content_search() returns trigger language plpgsql as $$
begin
  truncate content_search;
  return null;
end $$;

${keepSearchPath('content_search_keys', 'content_search_language', 'content_search_vector', 'content_search_entry', 'keep_content_search', 'truncate_content_search')}

create trigger content_search_removed after delete on content for each row
  execute function keep_content_search();
create trigger content_search_moved after update on content for each row
  when (old.collection_id <> new.collection_id or old.status <> new.status or old.created_at <> new.created_at)
  execute function keep_content_search();
create trigger content_search_truncated after truncate on content for each statement
  execute function truncate_content_search();
`,
};
