import { keepSearchPath } from './keep-search-path.ts';

/**
 * Queries: the functions in the indexes of fields, which the service builds while it runs, each for one collection.
 *
 * A function of a value returns its key: the beginning of a text, or a number or a moment as `float8`. For a missing
 * value, or one of a wrong type, it returns the first of all keys: the empty text, or minus infinity. It never fails, so
 * content never prevents an index, and an index that is not unique never prevents a write. The functions are in PL/pgSQL,
 * because a function in SQL would be planned again at each call.
 */
export const queriesMigration = {
  name: '0116-queries',
  sql: `
-- The first three functions call only functions of PostgreSQL, so they need no search path of their own. It would make
-- each call take ten times as long.
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

-- The keys of a list. Leaves out values of a wrong type.
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

-- A moment is in epoch milliseconds; further digits are cut off. The patterns have no question mark: it would be a
-- placeholder.
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

-- For unique indexes: a digest of the whole text, because an index entry has a maximum size. Null for no value.
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

-- For the indexes of lists: the keys of the list, each with the level of the item as its prefix. Half of the items are on
-- level 0, a quarter on level 1, and so on. The level depends on a digest, so a client that chooses ids cannot choose
-- levels.
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
-- key before it returns the first one. So this starts with the level that has the fewest items, and stops when it has
-- enough: each level has about as many items as all levels before it. Only a bitmap scan can use the index; the
-- statements of the service run without such scans. The collection must be a literal, or the planner does not consider
-- the index. It is compared as a text, or the planner may read an index of the whole collection instead.
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

-- The members of an object with these names, in the order of the names; null for a missing one. Of members with the same
-- name, the last one counts, as for the functions of single values. Like them, it never fails and needs no search path.
create function content_members(data json, names text[]) returns json[]
language plpgsql immutable strict as $$
declare
  members json[] := array_fill(null::json, array[cardinality(names)]);
  name text;
  value json;
begin
  for name, value in select * from json_each(data) member (name, value) where member.name = any (names) loop
    members[array_position(names, name)] := value;
  end loop;
  return members;
exception when others then return members;
end $$;

${keepSearchPath('content_numbers', 'content_unique_value', 'content_list_keys', 'content_with_values')}

-- The texts of numbers must not depend on the session that writes: with fewer digits than the default of PostgreSQL, 0.3
-- and 0.30000000000000004 would be one text.
alter function content_unique_value set extra_float_digits = 1;
alter function content_list_keys set extra_float_digits = 1;
alter function content_with_values set extra_float_digits = 1;

-- Why indexes could not be built.
create table content_index_failures (
  name text collate "C" constraint content_index_failures_pkey primary key,
  reason text not null,
  failed_at bigint not null
);

-- The instance that builds and drops indexes: at most one row.
create table content_index_claims (
  id boolean constraint content_index_claims_pkey primary key default true
    constraint content_index_claims_single_check check (id),
  holder uuid not null,
  claimed_until bigint not null,
  -- As in content_search_walk.
  process integer
);
`,
};
