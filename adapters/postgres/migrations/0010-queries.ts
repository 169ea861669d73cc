/**
 * Queries. The indexes of schemas' fields are built while the service runs, each for one collection; here are the
 * functions in their expressions, and the indexes that every collection has.
 *
 * Each function returns the key of an item: of a text its beginning, of a number or a moment a `float8`. Without a value,
 * or with one of a wrong type, it returns the key before all others: the empty text, or minus infinity. It never fails,
 * so no content keeps an index from being built, and no index keeps content from being written. They are in PL/pgSQL,
 * because a function in SQL would be planned again at each call.
 */
export const queriesMigration = {
  name: '0010-queries',
  sql: `
-- The first three call functions of PostgreSQL only, so they need no search path of their own, which would make each
-- call ten times as long.
create function content_text(data json, path text, kind text, length integer) returns text
language plpgsql immutable strict as $$
declare value json;
begin
  value := data #> string_to_array(path, '.');
  return case
    when json_typeof(value) = 'string' then
      case when kind = 'uuid' then lower(value #>> '{}') else left(value #>> '{}', length) end
    when json_typeof(value) = 'number' and kind = 'choice' then left(value #>> '{}', length)
    else ''
  end;
exception when others then return '';
end $$;

-- The values of a list, without those of a wrong type.
create function content_texts(data json, path text, kind text, length integer) returns text[]
language plpgsql immutable strict as $$
declare list json;
begin
  list := data #> string_to_array(path, '.');
  if json_typeof(list) is distinct from 'array' then return '{}'; end if;
  return array(
    select case when kind = 'uuid' then lower(value #>> '{}') else left(value #>> '{}', length) end
    from json_array_elements(list) elements (value)
    where value #>> '{}' <> ''
      and (json_typeof(value) = 'string' or (json_typeof(value) = 'number' and kind = 'choice')));
exception when others then return '{}';
end $$;

-- A moment is in epoch milliseconds, without the digits after them. A question mark would be a placeholder.
create function content_number(data json, path text, kind text) returns float8
language plpgsql immutable strict as $$
declare
  value json;
  written text;
  zone text;
begin
  value := data #> string_to_array(path, '.');
  written := value #>> '{}';
  if kind = 'number' and json_typeof(value) = 'number' then return written::float8 + 0; end if;
  if kind = 'boolean' and json_typeof(value) = 'boolean' then return written::boolean::integer; end if;
  if kind <> 'moment' or json_typeof(value) is distinct from 'string' or length(written) > 35
    or written like '0000%' or written !~ (
      '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]' ||
      '(:[0-5][0-9]([.][0-9]{1,9}){0,1}){0,1}(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$')
  then return '-Infinity'; end if;
  zone := coalesce(substring(written from '[+-][0-9]{2}:[0-9]{2}$'), '+00:00');
  return extract(epoch from left(written, 16)::timestamp) * 1000
    + coalesce(substring(written from ':[0-9]{2}:([0-9]{2})[.Z+-]'), '0')::integer * 1000
    + rpad(left(coalesce(substring(written from '[.]([0-9]+)'), '0'), 3), 3, '0')::integer
    - (left(zone, 1) || '1')::integer * 60000
      * (substring(zone from 2 for 2)::integer * 60 + right(zone, 2)::integer);
exception when others then return '-Infinity';
end $$;

create function content_numbers(data json, path text, kind text) returns float8[]
language plpgsql immutable strict as $$
declare list json;
begin
  list := data #> string_to_array(path, '.');
  if json_typeof(list) is distinct from 'array' then return '{}'; end if;
  return array(
    select each
    from (select content_number(json_build_object('value', value), 'value', kind)
      from json_array_elements(list) elements (value)) numbers (each)
    where each <> '-Infinity');
exception when others then return '{}';
end $$;

-- For unique indexes: a digest of the whole text, because an index entry has a maximum size. Null without a value.
create function content_unique_value(data json, path text, kind text) returns text
language plpgsql immutable strict as $$
declare
  written text := '';
  number float8;
begin
  if kind in ('number', 'boolean', 'moment') then
    number := content_number(data, path, kind);
    return case when number <> '-Infinity' then number::text end;
  end if;
  written := content_text(data, path, kind, 2147483647);
  return case when written <> '' then encode(sha256(convert_to(written, 'UTF8')), 'hex') end;
end $$;

-- For the indexes of lists: the values of the list, each after the level of the item. Half of the items are on level 0, a
-- quarter on level 1, and so on. Levels follow a digest, so whoever chooses ids does not choose levels.
create function content_list_keys(id uuid, data json, path text, kind text) returns text[]
language plpgsql immutable strict as $$
declare
  list text[];
  digest bytea;
  level integer;
begin
  if kind in ('number', 'boolean', 'moment') then
    list := content_numbers(data, path, kind)::text[];
  else
    list := content_texts(data, path, kind, 256);
  end if;
  if list = '{}' then return list; end if;
  digest := sha256(uuid_send(id));
  level := length(substring((get_byte(digest, 0) * 256 + get_byte(digest, 1))::bit(16)::text from '^0*'));
  return array(select level || ':' || value from unnest(list) value);
end $$;

-- The ids of items whose list has one of the values, at most "entries". The index of a list always finds all items of a
-- key before the first one is returned. So this starts with the smallest level, and stops at the level that has enough:
-- it has about as many items as the levels before it together. Only a bitmap scan can use the index, and the statements of
-- the service run without such scans. The collection must be a literal, or the planner does not consider the index; and a
-- text, or it may read an index of the whole collection instead.
create function content_with_values(collection uuid, path text, kind text, wanted text[], entries integer)
returns setof uuid language plpgsql stable
set enable_bitmapscan = on set enable_indexscan = off set enable_indexonlyscan = off set enable_seqscan = off as $$
begin
  if kind in ('number', 'boolean', 'moment') then wanted := wanted::float8[]::text[]; end if;
  return query execute format(
    'select found.id from (
      select array_agg(level || '':'' || value) as keys from generate_series(0, 16) level, unnest($1) value
      group by level order by level desc
    ) part cross join lateral (
      select id from content
      where collection_id::text = %L and content_list_keys(id, data, %L, %L) && part.keys offset 0
    ) found limit $2',
    collection, path, kind) using wanted, entries;
end $$;

-- Tools such as pg_restore change content under another search path, and so does PostgreSQL when it builds an index.
do $$ 
declare name text;
begin
  foreach name in array array[
    'content_numbers', 'content_unique_value', 'content_list_keys', 'content_with_values'] loop
    execute format('alter function %I set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;

-- The order by the title considers its beginning, like that by any text.
create index content_collection_status_id_idx on content (collection_id, status, id);
create index content_collection_status_slug_idx on content (collection_id, status, slug, id);
create index content_collection_status_title_idx
  on content (collection_id, status, (left(title, 256) collate "C"), id);

-- Why indexes could not be built.
create table content_index_failures (
  name text collate "C" constraint content_index_failures_pkey primary key,
  reason text not null,
  failed_at bigint not null
);

-- Which instance builds and drops indexes: at most one row.
create table content_index_claims (
  id boolean constraint content_index_claims_pkey primary key default true
    constraint content_index_claims_single_check check (id),
  holder uuid not null,
  claimed_until bigint not null
);
`,
};
