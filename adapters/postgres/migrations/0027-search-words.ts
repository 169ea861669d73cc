import { keepSearchPath } from './keep-search-path.ts';

/**
 * The vector of an entry in the language `simple` is made from the words of the service with their positions: the parser of
 * PostgreSQL takes several times as long to find the same words, and splits a word at the letters of a few old scripts. The
 * entries are replaced in the background. Until then, they are found as before, unless a word has such a letter.
 */
export const searchWordsMigration = {
  name: '0027-search-words',
  sql: `
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

create or replace function content_search_condition(words text, is_title boolean)
returns tsquery language plpgsql stable as $$
declare
  each text;
  found tsquery;
  condition tsquery := '';
begin
  foreach each in array (select languages from content_search_settings) loop
    found := case when each = 'simple' then words::tsquery
      else to_tsquery(content_search_language(each), words) end;
    if numnode(found) > 0 then
      if not is_title then found := format('''l/%s''', each)::tsquery && found; end if;
      condition := condition || found;
    end if;
  end loop;
  return case when numnode(condition) = 0 then '''-/-'''::tsquery else condition end;
end $$;

${keepSearchPath('content_search_entry', 'content_search_condition')}

with settings as (
  update content_search_settings set rebuild = rebuild + 1
  where language = 'simple' and exists (select from content) returning rebuild
)
insert into content_search_rebuilds (collection_id, number, begun_at)
select '00000000-0000-0000-0000-000000000000', rebuild, floor(extract(epoch from statement_timestamp()) * 1000)::bigint
from settings
on conflict (collection_id) do update set number = excluded.number, begun_at = excluded.begun_at;
`,
};
