-- A database as the last program without the step 0036-words left it: made by its steps, filled by its use cases, and
-- written by "pg_dump --no-owner --inserts --column-inserts", without the settings of a session.

CREATE FUNCTION public.add_audit(noted_at bigint, note json) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  insert into audit (at, actor_kind, actor_id, address, action, resource_id, detail)
  values (noted_at, note -> 'by' ->> 'kind', (note -> 'by' ->> 'id')::uuid, note -> 'by' ->> 'address',
    note ->> 'action', (note ->> 'id')::uuid, note ->> 'detail')
$$;

CREATE FUNCTION public.advance_feed(most integer, OUT new_epoch uuid, OUT new_head bigint, OUT moved bigint) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  here text := concat_ws('/', (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_relation_filepath('feed_state'));
  state feed_state;
  newest bigint;
begin
  insert into feed_state (epoch, source, head, removed) values (gen_random_uuid(), here, 0, 0)
    on conflict do nothing;
  select * into state from feed_state for update;
  with waiting as (
    select position from outbox where feed_position is null order by position limit most
  ), numbered as (
    update outbox set feed_position = state.head + waiting.number
    from (select position, row_number() over (order by position) as number from waiting) waiting
    where outbox.position = waiting.position
    returning feed_position
  )
  select max(feed_position), count(*) into newest, moved from numbered;
  update feed_state set
    epoch = case when source = here then epoch else gen_random_uuid() end,
    source = here,
    head = coalesce(newest, head)
    returning epoch, head into new_epoch, new_head;
end $$;

CREATE FUNCTION public.check_becomes_singleton() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if (select count(*) from first_items(new.id)) > 1 then
    raise unique_violation using
      message = 'The collection has several items', constraint = 'content_singleton_check';
  end if;
  return null;
end $$;

CREATE FUNCTION public.check_content_id() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from content_trash where id = new.id) then
    raise unique_violation using
      message = 'An item in the trash has this id', constraint = 'content_trash_pkey';
  end if;
  return null;
end $$;

CREATE FUNCTION public.check_content_references(item uuid, leaving uuid[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if exists (
    select from content_references where target = 'item/' || item and on_delete <> 'ignore'
      and content_id <> item and content_id <> all (leaving)
  ) then
    raise foreign_key_violation using
      message = 'Another item refers to the item', constraint = 'content_references_on_delete_check';
  end if;
end $$;

CREATE FUNCTION public.check_singleton(collection uuid, item uuid) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from first_items(collection) one where one <> item) then
    raise unique_violation using
      message = 'The singleton has its item', constraint = 'content_singleton_check';
  end if;
  return true;
end $$;

CREATE FUNCTION public.collect_audit(most integer, OUT looked bigint) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  state audit_state;
  last_position bigint;
begin
  select * into state from audit_state for update;
  select max(feed_position), count(*) into last_position, looked from (
    select feed_position from outbox
    where feed_position > state.position order by feed_position limit most
  ) events;
  perform add_audit(stored_at, event -> 'audit') from (
    select stored_at, event from outbox
    where feed_position > state.position and feed_position <= last_position
      and event -> 'audit' is not null
    order by feed_position
  ) noted;
  update audit_state set position = last_position where last_position is not null;
end $$;

CREATE FUNCTION public.content_list_keys(id uuid, data json, path text, kind text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE STRICT
    SET search_path TO 'public', 'pg_temp'
    SET extra_float_digits TO '1'
    AS $$
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

CREATE FUNCTION public.content_members(data json, names text[]) RETURNS json[]
    LANGUAGE plpgsql IMMUTABLE STRICT
    AS $$
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

CREATE FUNCTION public.content_number(data json, path text, kind text) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE STRICT
    AS $_$
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
end $_$;

CREATE FUNCTION public.content_numbers(data json, path text, kind text) RETURNS double precision[]
    LANGUAGE plpgsql IMMUTABLE STRICT
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.content_search_condition(words text, is_title boolean) RETURNS tsquery
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.content_search_copies(condition tsquery) RETURNS TABLE(content_id uuid, created_at bigint, title tsvector, vector tsvector)
    LANGUAGE sql STABLE
    SET enable_bitmapscan TO 'on'
    SET enable_seqscan TO 'off'
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select item.id, item.created_at, copy.search_title, copy.search_vector from (
    select copies.content_id, search_title, search_vector from content_copies copies
    where search_vector @@ condition offset 0
  ) copy cross join lateral (
    select id, content.created_at from content where id = copy.content_id and status = 'published' offset 0
  ) item
$$;

CREATE FUNCTION public.content_search_entry(language text, title text, body text, words text) RETURNS tsvector
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
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
end $_$;

CREATE TABLE public.content_search (
    content_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    version integer NOT NULL,
    rebuild integer NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    title tsvector NOT NULL,
    vector tsvector NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.02');
ALTER TABLE ONLY public.content_search ALTER COLUMN title SET STORAGE MAIN;
ALTER TABLE ONLY public.content_search ALTER COLUMN vector SET STORAGE EXTERNAL;

CREATE FUNCTION public.content_search_find(condition tsquery, wanted integer) RETURNS SETOF public.content_search
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  each content_search;
  rest integer := wanted;
  step integer := 512;
  seen integer;
  walked integer := 0;
  last_at bigint := 9223372036854775807;
  last_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  newest bigint;
  oldest bigint;
  high bigint;
  low bigint;
  length bigint;
  shift integer := 13;
begin
  loop
    seen := 0;
    for each in select * from content_search_next(last_at, last_id, step) loop
      seen := seen + 1;
      newest := coalesce(newest, each.created_at);
      last_at := each.created_at;
      last_id := each.content_id;
      if each.vector @@ condition then
        return next each;
        rest := rest - 1;
        if rest = 0 then return; end if;
      end if;
    end loop;
    if seen < step then return; end if;
    walked := walked + seen;
    exit when (wanted - rest) * 4 < walked or walked > 40000;
    step := 4096;
  end loop;
  if content_search_is_rare(condition, 2 * wanted) then
    return query select * from content_search_matches(condition, last_at, last_id, rest);
    return;
  end if;
  select created_at into oldest from content_search order by created_at limit 1;
  newest := content_search_span(newest, 0) + 1;
  oldest := content_search_span(oldest, 0);
  high := content_search_span(last_at, 0) + 1;
  length := greatest(newest - high, 8192) * case when walked > 512 then 4 else 16 end;
  loop
    low := greatest(newest - length, oldest);
    while shift < 40 and ((high - low) >> shift) > 24 loop
      shift := shift + 3;
    end loop;
    low := (low >> shift) << shift;
    high := ((high + 8191) >> 13) << 13;
    return query select * from content_search_matches(
      condition && content_search_spans(low, high, shift), last_at, last_id, rest);
    get diagnostics seen = row_count;
    rest := rest - seen;
    if rest = 0 or low <= oldest then return; end if;
    high := low;
    length := (newest - low) * 2;
  end loop;
end $$;

CREATE FUNCTION public.content_search_is_rare(condition tsquery, most integer) RETURNS boolean
    LANGUAGE sql STABLE
    SET enable_bitmapscan TO 'on'
    SET enable_seqscan TO 'off'
    SET work_mem TO '32MB'
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select count(*) <= most from (select from content_search where vector @@ condition limit most + 1) found
$$;

CREATE FUNCTION public.content_search_keys(language text, collection_id uuid, status text, created_at bigint) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  at bigint := content_search_span(created_at, 0);
begin
  return array['l/' || language, 'c/' || collection_id, 's/' || status,
    't/13/' || (at >> 13), 't/16/' || (at >> 16), 't/19/' || (at >> 19), 't/22/' || (at >> 22),
    't/25/' || (at >> 25), 't/28/' || (at >> 28), 't/31/' || (at >> 31), 't/34/' || (at >> 34),
    't/37/' || (at >> 37), 't/40/' || (at >> 40)];
end $$;

CREATE FUNCTION public.content_search_language(language text) RETURNS regconfig
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return language::regconfig;
exception when others then
  return 'simple'::regconfig;
end $$;

CREATE FUNCTION public.content_search_matches(condition tsquery, last_at bigint, last_id uuid, wanted integer) RETURNS SETOF public.content_search
    LANGUAGE sql STABLE
    SET enable_bitmapscan TO 'on'
    SET enable_sort TO 'on'
    SET enable_seqscan TO 'off'
    SET enable_indexscan TO 'off'
    SET enable_indexonlyscan TO 'off'
    SET work_mem TO '32MB'
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select * from (select * from content_search where vector @@ condition offset 0) found
  where (created_at, content_id) < (last_at, last_id)
  order by created_at desc, content_id desc limit wanted
$$;

CREATE FUNCTION public.content_search_next(last_at bigint, last_id uuid, wanted integer) RETURNS SETOF public.content_search
    LANGUAGE sql STABLE
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET enable_seqscan TO 'off'
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select * from content_search where (created_at, content_id) < (last_at, last_id)
  order by created_at desc, content_id desc limit wanted
$$;

CREATE FUNCTION public.content_search_span(created_at bigint, shift integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
  select least(greatest(created_at, 0), (1::bigint << 43) - 1) >> shift
$$;

CREATE FUNCTION public.content_search_spans(low bigint, high bigint, shift integer) RETURNS tsquery
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  spans text := '';
  at bigint := low;
  inner_shift integer;
begin
  while at < high loop
    inner_shift := shift;
    while inner_shift > 13 and at + (1::bigint << inner_shift) > high loop
      inner_shift := inner_shift - 3;
    end loop;
    spans := spans || format(' | ''t/%s/%s''', inner_shift, at >> inner_shift);
    at := at + (1::bigint << inner_shift);
  end loop;
  return substr(spans, 4)::tsquery;
end $$;

CREATE FUNCTION public.content_search_vector(language text, title text, body text) RETURNS tsvector
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.content_text(data json, path text, kind text, length integer) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT
    AS $$
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

CREATE FUNCTION public.content_texts(data json, path text, kind text, length integer) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE STRICT
    AS $$
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

CREATE FUNCTION public.content_title_entries(key text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return array(
    select left(entry, 100)
    from (select key union select unnest((string_to_array(key, ' '))[2:])) entries (entry)
    where entry <> '');
end $$;

CREATE FUNCTION public.content_unique_value(data json, path text, kind text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT
    SET search_path TO 'public', 'pg_temp'
    SET extra_float_digits TO '1'
    AS $$
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

CREATE FUNCTION public.content_with_values(collection uuid, path text, kind text, wanted text[], entries integer) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE
    SET enable_bitmapscan TO 'on'
    SET enable_indexscan TO 'off'
    SET enable_indexonlyscan TO 'off'
    SET enable_seqscan TO 'off'
    SET search_path TO 'public', 'pg_temp'
    SET extra_float_digits TO '1'
    AS $_$
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
end $_$;

CREATE FUNCTION public.first_items(collection uuid) RETURNS SETOF uuid
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return query
    select id from content where collection_id >= collection and collection_id <= collection
    order by collection_id desc, created_at desc, id desc limit 2;
end $$;

CREATE FUNCTION public.index_content_title() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.keep_content_search() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

CREATE FUNCTION public.move_content_copy() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update content_copies
  set item_collection_id = new.collection_id, item_author_id = new.author_id
  where content_id = new.id;
  return null;
end $$;

CREATE FUNCTION public.remove_content_copy(id uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from content_copies where content_id = id;
end $$;

CREATE FUNCTION public.remove_content_history(id uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from content_revisions where content_id = id;
end $$;

CREATE FUNCTION public.remove_content_parts(id uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from content_revisions where content_id = id;
  delete from former_slugs where content_id = id;
  perform remove_content_copy(id);
end $$;

CREATE FUNCTION public.remove_content_references() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from content_references where content_id = old.id;
  return null;
end $$;

CREATE FUNCTION public.remove_former_slugs(id uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from former_slugs where content_id = id;
end $$;

CREATE FUNCTION public.remove_preview_tokens() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'TRUNCATE' then
    delete from preview_tokens where content_id is not null;
  else
    delete from preview_tokens where content_id = old.id;
  end if;
  return null;
end $$;

CREATE FUNCTION public.truncate_content_references() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  truncate content_references;
  return null;
end $$;

CREATE FUNCTION public.truncate_content_search() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  truncate content_search;
  return null;
end $$;

CREATE FUNCTION public.truncate_content_titles() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  truncate content_title_words;
  return null;
end $$;

CREATE FUNCTION public.unschedule_content(item uuid, actions text[]) RETURNS void
    LANGUAGE sql
    AS $$
  delete from content_schedules
  where content_id = item and (state = 'failed' or action = any (actions))
$$;

CREATE FUNCTION public.write_content_references(item uuid, fields text[], targets text[], rules text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  delete from content_references stored where content_id = item and not exists (
    select from unnest(fields, targets, rules) wanted (field, target, on_delete)
    where wanted.field = stored.field and wanted.target = stored.target
      and wanted.on_delete = stored.on_delete);
  if cardinality(fields) > 0 then
    insert into content_references (content_id, field, target, on_delete)
    select item, wanted.field, wanted.target, wanted.on_delete
    from unnest(fields, targets, rules) wanted (field, target, on_delete)
    on conflict do nothing;
  end if;
end $$;

CREATE TABLE public.api_tokens (
    id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    digest text NOT NULL COLLATE pg_catalog."C",
    scope uuid[],
    expires_at bigint,
    last_used_at bigint,
    created_at bigint NOT NULL,
    kind text DEFAULT 'published'::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT api_tokens_kind_check CHECK ((kind = ANY (ARRAY['published'::text, 'preview'::text])))
);

CREATE TABLE public.audit (
    number bigint NOT NULL,
    at bigint NOT NULL,
    actor_kind text NOT NULL,
    actor_id uuid,
    address text,
    action text NOT NULL,
    resource text GENERATED ALWAYS AS (split_part(action, '.'::text, 1)) STORED NOT NULL,
    resource_id uuid,
    detail text
);

ALTER TABLE public.audit ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_state (
    is_only boolean DEFAULT true NOT NULL,
    "position" bigint NOT NULL,
    CONSTRAINT audit_state_is_only_check CHECK (is_only)
);

CREATE TABLE public.collections (
    id uuid NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    display_name text NOT NULL,
    description text NOT NULL,
    schema json NOT NULL,
    is_active boolean NOT NULL,
    version integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    preview_url text,
    is_singleton boolean DEFAULT false NOT NULL,
    hidden_since bigint
);

CREATE TABLE public.content (
    id uuid NOT NULL,
    collection_id uuid NOT NULL,
    author_id uuid,
    title text NOT NULL,
    slug text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    data json NOT NULL,
    version integer NOT NULL,
    origin_digest text,
    origin_version integer,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    title_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    data_bytes integer GENERATED ALWAYS AS (octet_length((data)::text)) STORED NOT NULL,
    published_at bigint,
    CONSTRAINT content_origin_check CHECK (((origin_digest IS NULL) = (origin_version IS NULL))),
    CONSTRAINT content_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_insert_scale_factor='0.02');

CREATE TABLE public.content_copies (
    content_id uuid NOT NULL,
    item_collection_id uuid NOT NULL,
    item_author_id uuid,
    version uuid NOT NULL,
    author_id uuid,
    title text NOT NULL,
    slug text NOT NULL COLLATE pg_catalog."C",
    collection_id uuid NOT NULL,
    base_version integer NOT NULL,
    base_title text NOT NULL,
    base_slug text NOT NULL COLLATE pg_catalog."C",
    base_collection_id uuid NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    base_bytes integer GENERATED ALWAYS AS (octet_length((base_data)::text)) STORED NOT NULL,
    data json NOT NULL,
    base_data json NOT NULL,
    search_version uuid,
    search_rebuild integer,
    search_title tsvector,
    search_vector tsvector,
    data_bytes integer GENERATED ALWAYS AS (octet_length((data)::text)) STORED NOT NULL
);
ALTER TABLE ONLY public.content_copies ALTER COLUMN search_title SET STORAGE MAIN;
ALTER TABLE ONLY public.content_copies ALTER COLUMN search_vector SET STORAGE EXTERNAL;

CREATE TABLE public.content_index_claims (
    id boolean DEFAULT true NOT NULL,
    holder uuid NOT NULL,
    claimed_until bigint NOT NULL,
    process integer,
    CONSTRAINT content_index_claims_single_check CHECK (id)
);

CREATE TABLE public.content_index_failures (
    name text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL,
    failed_at bigint NOT NULL
);

CREATE TABLE public.content_reference_indexes (
    collection_id uuid NOT NULL,
    form text NOT NULL COLLATE pg_catalog."C",
    after_created_at bigint,
    after_id uuid,
    ended_at bigint
);

CREATE TABLE public.content_references (
    content_id uuid NOT NULL,
    field text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    on_delete text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT content_references_on_delete_check CHECK ((on_delete = ANY (ARRAY['ignore'::text, 'refuse'::text, 'clear'::text])))
);

CREATE TABLE public.content_revisions (
    content_id uuid NOT NULL,
    version integer NOT NULL,
    author_id uuid,
    title text NOT NULL,
    slug text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    collection_id uuid NOT NULL,
    changed json NOT NULL,
    note text,
    is_autosave boolean NOT NULL,
    created_at bigint NOT NULL,
    stored_at bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
    data json NOT NULL
);

CREATE TABLE public.content_schedules (
    content_id uuid NOT NULL,
    action text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL COLLATE pg_catalog."C",
    reason text,
    scheduled_by uuid,
    claimed_until bigint DEFAULT 0 NOT NULL,
    CONSTRAINT content_schedules_reason_check CHECK (((state = 'failed'::text) = (reason IS NOT NULL)))
);

CREATE TABLE public.content_search_rebuilds (
    collection_id uuid NOT NULL,
    number integer NOT NULL,
    begun_at bigint NOT NULL
);

CREATE TABLE public.content_search_settings (
    id boolean DEFAULT true NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    languages text[] NOT NULL,
    rebuild integer NOT NULL,
    CONSTRAINT content_search_settings_single_check CHECK (id)
);

CREATE TABLE public.content_search_walk (
    id boolean DEFAULT true NOT NULL,
    target integer,
    place uuid,
    done integer NOT NULL,
    ended_at bigint NOT NULL,
    leased_until bigint NOT NULL,
    process integer,
    items bigint DEFAULT 0 NOT NULL,
    seen bigint DEFAULT 0 NOT NULL,
    CONSTRAINT content_search_walk_single_check CHECK (id)
);

CREATE TABLE public.content_title_words (
    collection_id uuid NOT NULL,
    entry text NOT NULL COLLATE pg_catalog."C",
    content_id uuid NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_insert_scale_factor='0.02');

CREATE TABLE public.content_trash (
    id uuid NOT NULL,
    collection_id uuid NOT NULL,
    author_id uuid,
    title text NOT NULL,
    slug text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    data json NOT NULL,
    version integer NOT NULL,
    origin_digest text,
    origin_version integer,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    deleted_at bigint NOT NULL,
    deleted_by uuid,
    stored_at bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
    published_at bigint
);

CREATE TABLE public.feed_state (
    is_only boolean DEFAULT true NOT NULL,
    epoch uuid NOT NULL,
    source text NOT NULL,
    head bigint NOT NULL,
    removed bigint NOT NULL,
    CONSTRAINT feed_state_is_only_check CHECK (is_only)
);

CREATE TABLE public.former_slugs (
    slug text NOT NULL COLLATE pg_catalog."C",
    content_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    status text NOT NULL COLLATE pg_catalog."C",
    listed_slug text GENERATED ALWAYS AS (slug) STORED NOT NULL COLLATE pg_catalog."C",
    seen_in uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    is_seen boolean GENERATED ALWAYS AS ((cardinality(seen_in) > 0)) STORED NOT NULL
);

CREATE TABLE public.locks (
    name text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.media (
    id uuid NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    filename text NOT NULL,
    original_name text NOT NULL,
    mime_type text NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    size bigint NOT NULL,
    folder text NOT NULL COLLATE pg_catalog."C",
    width integer,
    height integer,
    alt text NOT NULL,
    caption text NOT NULL,
    uploaded_by uuid,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    focus_x double precision,
    focus_y double precision,
    CONSTRAINT media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'document'::text]))),
    CONSTRAINT media_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'ready'::text, 'deleting'::text])))
);

CREATE TABLE public.outbox (
    "position" bigint NOT NULL,
    stored_at bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
    event json NOT NULL,
    feed_position bigint
);

ALTER TABLE public.outbox ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.preview_tokens (
    id uuid NOT NULL,
    digest text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    content_id uuid,
    expires_at bigint NOT NULL
);

CREATE TABLE public.receipt_totals (
    user_id uuid NOT NULL,
    count bigint NOT NULL,
    bytes bigint NOT NULL
);

CREATE TABLE public.receipts (
    user_id uuid NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    reservation_id uuid NOT NULL,
    digest text NOT NULL COLLATE pg_catalog."C",
    leased_until bigint NOT NULL,
    stored_at bigint NOT NULL,
    answer json,
    rights json,
    process integer,
    total_count bigint,
    total_bytes bigint
);

CREATE TABLE public.schema_migrations (
    id integer NOT NULL,
    name character varying(255),
    batch integer,
    migration_time timestamp with time zone
);

CREATE SEQUENCE public.schema_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.schema_migrations_id_seq OWNED BY public.schema_migrations.id;

CREATE TABLE public.schema_migrations_lock (
    index integer NOT NULL,
    is_locked integer
);

CREATE SEQUENCE public.schema_migrations_lock_index_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.schema_migrations_lock_index_seq OWNED BY public.schema_migrations_lock.index;

CREATE TABLE public.sessions (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id uuid NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);

CREATE TABLE public.settings (
    id boolean DEFAULT true NOT NULL,
    value json NOT NULL,
    CONSTRAINT settings_single_check CHECK (id)
);

CREATE TABLE public.user_grants (
    user_id uuid NOT NULL,
    collection_id uuid NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT user_grants_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'author'::text, 'editor'::text, 'admin'::text])))
);

CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL,
    username_key text NOT NULL COLLATE pg_catalog."C",
    first_name text NOT NULL,
    last_name text NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    is_active boolean NOT NULL,
    password_hash text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'author'::text, 'editor'::text, 'admin'::text])))
);

CREATE TABLE public.webhook_deliveries (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    body text,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    claimed_until bigint DEFAULT 0 NOT NULL,
    ended_at bigint,
    duration_ms integer,
    status integer,
    response text,
    failure text,
    earlier jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE public.webhooks (
    id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    events text[] NOT NULL,
    scope uuid[],
    only_published boolean NOT NULL,
    debounce_seconds integer NOT NULL,
    is_active boolean NOT NULL,
    secrets json NOT NULL,
    "position" bigint NOT NULL,
    failing_since bigint,
    switched_off_at bigint,
    version integer NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    switched_off_reason text
);

ALTER TABLE ONLY public.schema_migrations ALTER COLUMN id SET DEFAULT nextval('public.schema_migrations_id_seq'::regclass);

ALTER TABLE ONLY public.schema_migrations_lock ALTER COLUMN index SET DEFAULT nextval('public.schema_migrations_lock_index_seq'::regclass);

INSERT INTO public.api_tokens (id, name, prefix, digest, scope, expires_at, last_used_at, created_at, kind) VALUES ('018bcfe5-6800-71d6-902a-4aece79e51b5', 'Site', 'st_ApgYU', 'abb3dedf52049bfb6679ab09d0db20b8a2d63ac1110107f50210576f5bd1b45f', NULL, NULL, NULL, 1700000000000, 'published');

INSERT INTO public.audit (number, at, actor_kind, actor_id, address, action, resource_id, detail) OVERRIDING SYSTEM VALUE VALUES (1, 1795929935107, 'operator', NULL, NULL, 'user.create', '018bcfe5-6800-71d1-9b2f-d61284756a41', 'editor');
INSERT INTO public.audit (number, at, actor_kind, actor_id, address, action, resource_id, detail) OVERRIDING SYSTEM VALUE VALUES (2, 1795929935212, 'operator', NULL, NULL, 'schedule.plan', '018bcfe5-6800-71d3-aa85-1434c9be3ce1', 'moon');
INSERT INTO public.audit (number, at, actor_kind, actor_id, address, action, resource_id, detail) OVERRIDING SYSTEM VALUE VALUES (3, 1795929935217, 'operator', NULL, NULL, 'token.create', '018bcfe5-6800-71d6-902a-4aece79e51b5', 'Site');
INSERT INTO public.audit (number, at, actor_kind, actor_id, address, action, resource_id, detail) OVERRIDING SYSTEM VALUE VALUES (4, 1795929935231, 'operator', NULL, NULL, 'webhook.create', '018bcfe5-6800-71d7-a8d4-6a9f5162cb85', 'Build');
INSERT INTO public.audit (number, at, actor_kind, actor_id, address, action, resource_id, detail) OVERRIDING SYSTEM VALUE VALUES (5, 1795929935239, 'operator', NULL, NULL, 'settings.update', NULL, 'siteName');

INSERT INTO public.audit_state (is_only, "position") VALUES (true, 0);

INSERT INTO public.collections (id, name, display_name, description, schema, is_active, version, created_at, updated_at, preview_url, is_singleton, hidden_since) VALUES ('018bcfe5-6800-71cf-9ca4-0b16fd9d00f4', 'pages', 'Pages', 'Pages of the site', '{"type":"object","properties":{"excerpt":{"type":"textarea","title":"Excerpt"},"content":{"type":"markdown","title":"Content"},"featuredImage":{"type":"media","title":"Featured image"},"tags":{"type":"array","title":"Tags","items":{"type":"string"}}},"required":[]}', true, 1, 1700000000000, 1700000000000, NULL, false, NULL);
INSERT INTO public.collections (id, name, display_name, description, schema, is_active, version, created_at, updated_at, preview_url, is_singleton, hidden_since) VALUES ('018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'blog-posts', 'Blog posts', 'Posts of the blog', '{"type":"object","properties":{"excerpt":{"type":"textarea","title":"Excerpt"},"content":{"type":"markdown","title":"Content"},"featuredImage":{"type":"media","title":"Featured image"},"tags":{"type":"array","title":"Tags","items":{"type":"string"}}},"required":[]}', true, 1, 1700000000000, 1700000000000, NULL, false, NULL);

INSERT INTO public.content (id, collection_id, author_id, title, slug, status, data, version, origin_digest, origin_version, created_at, updated_at, title_key, published_at) VALUES ('018bcfe5-6800-71d3-aa85-1434c9be3ce1', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', NULL, 'Moon', 'moon', 'draft', '{}', 1, NULL, NULL, 1700000000000, 1700000000000, 'moon', NULL);
INSERT INTO public.content (id, collection_id, author_id, title, slug, status, data, version, origin_digest, origin_version, created_at, updated_at, title_key, published_at) VALUES ('018bcfe5-6800-71d2-b4f0-78382405d4c5', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', NULL, 'Tides of Straße 9', 'tides-today', 'published', '{"excerpt":"Ebb and flow"}', 2, NULL, NULL, 1700000000000, 1700000000000, 'tides of strasse 9', 1700000000000);

INSERT INTO public.content_copies (content_id, item_collection_id, item_author_id, version, author_id, title, slug, collection_id, base_version, base_title, base_slug, base_collection_id, created_at, updated_at, data, base_data, search_version, search_rebuild, search_title, search_vector) VALUES ('018bcfe5-6800-71d2-b4f0-78382405d4c5', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', NULL, '018bcfe5-6800-71d5-961a-5c18abd96d73', NULL, 'Tides of tomorrow', 'tides-today', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 2, 'Tides of Straße 9', 'tides-today', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 1700000000000, 1700000000000, '{"excerpt":"Ebb and flow"}', '{"excerpt":"Ebb and flow"}', '018bcfe5-6800-71d5-961a-5c18abd96d73', 1, '''of'':2A ''tides'':1A ''tomorrow'':3A', '''and'':9 ''c/018bcfe5-6800-71d0-9bc7-7a82c21e0b90'' ''ebb'':8 ''flow'':10 ''l/simple'' ''of'':2A ''s/published'' ''tides'':1A,5 ''today'':6 ''tomorrow'':3A');

INSERT INTO public.content_revisions (content_id, version, author_id, title, slug, status, collection_id, changed, note, is_autosave, created_at, stored_at, data) VALUES ('018bcfe5-6800-71d2-b4f0-78382405d4c5', 1, NULL, 'Tides of Straße 9', 'tides', 'published', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', '["title","slug","status","collectionId","data.excerpt"]', NULL, false, 1700000000000, 1795929935129, '{"excerpt":"Ebb and flow"}');
INSERT INTO public.content_revisions (content_id, version, author_id, title, slug, status, collection_id, changed, note, is_autosave, created_at, stored_at, data) VALUES ('018bcfe5-6800-71d3-aa85-1434c9be3ce1', 1, NULL, 'Moon', 'moon', 'draft', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', '["title","slug","status","collectionId"]', NULL, false, 1700000000000, 1795929935167, '{}');
INSERT INTO public.content_revisions (content_id, version, author_id, title, slug, status, collection_id, changed, note, is_autosave, created_at, stored_at, data) VALUES ('018bcfe5-6800-71d4-b873-8ea591ad9b3b', 1, NULL, 'Gone', 'gone', 'published', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', '["title","slug","status","collectionId"]', NULL, false, 1700000000000, 1795929935178, '{}');
INSERT INTO public.content_revisions (content_id, version, author_id, title, slug, status, collection_id, changed, note, is_autosave, created_at, stored_at, data) VALUES ('018bcfe5-6800-71d2-b4f0-78382405d4c5', 2, NULL, 'Tides of Straße 9', 'tides-today', 'published', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', '["slug"]', NULL, false, 1700000000000, 1795929935186, '{"excerpt":"Ebb and flow"}');

INSERT INTO public.content_schedules (content_id, action, at, state, reason, scheduled_by, claimed_until) VALUES ('018bcfe5-6800-71d3-aa85-1434c9be3ce1', 'publish', 4102444800000, 'pending', NULL, NULL, 0);

INSERT INTO public.content_search (content_id, collection_id, status, created_at, version, rebuild, language, title, vector) VALUES ('018bcfe5-6800-71d3-aa85-1434c9be3ce1', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'draft', 1700000000000, 1, 1, 'simple', '''moon'':1A', '''c/018bcfe5-6800-71d0-9bc7-7a82c21e0b90'' ''l/simple'' ''moon'':1A,3 ''s/draft'' ''t/13/207519531'' ''t/16/25939941'' ''t/19/3242492'' ''t/22/405311'' ''t/25/50663'' ''t/28/6332'' ''t/31/791'' ''t/34/98'' ''t/37/12'' ''t/40/1''');
INSERT INTO public.content_search (content_id, collection_id, status, created_at, version, rebuild, language, title, vector) VALUES ('018bcfe5-6800-71d2-b4f0-78382405d4c5', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'published', 1700000000000, 2, 1, 'simple', '''9'':4A ''of'':2A ''strasse'':3A ''tides'':1A', '''9'':4A ''and'':10 ''c/018bcfe5-6800-71d0-9bc7-7a82c21e0b90'' ''ebb'':9 ''flow'':11 ''l/simple'' ''of'':2A ''s/published'' ''strasse'':3A ''t/13/207519531'' ''t/16/25939941'' ''t/19/3242492'' ''t/22/405311'' ''t/25/50663'' ''t/28/6332'' ''t/31/791'' ''t/34/98'' ''t/37/12'' ''t/40/1'' ''tides'':1A,6 ''today'':7');

INSERT INTO public.content_search_rebuilds (collection_id, number, begun_at) VALUES ('00000000-0000-0000-0000-000000000000', 1, 0);

INSERT INTO public.content_search_settings (id, language, languages, rebuild) VALUES (true, 'simple', '{simple}', 1);

INSERT INTO public.content_search_walk (id, target, place, done, ended_at, leased_until, process, items, seen) VALUES (true, NULL, NULL, 0, 0, 0, NULL, 0, 0);

INSERT INTO public.content_title_words (collection_id, entry, content_id) VALUES ('018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'of', '018bcfe5-6800-71d2-b4f0-78382405d4c5');
INSERT INTO public.content_title_words (collection_id, entry, content_id) VALUES ('018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'strasse', '018bcfe5-6800-71d2-b4f0-78382405d4c5');
INSERT INTO public.content_title_words (collection_id, entry, content_id) VALUES ('018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'tides of strasse 9', '018bcfe5-6800-71d2-b4f0-78382405d4c5');
INSERT INTO public.content_title_words (collection_id, entry, content_id) VALUES ('018bcfe5-6800-71d0-9bc7-7a82c21e0b90', '9', '018bcfe5-6800-71d2-b4f0-78382405d4c5');
INSERT INTO public.content_title_words (collection_id, entry, content_id) VALUES ('018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'moon', '018bcfe5-6800-71d3-aa85-1434c9be3ce1');

INSERT INTO public.content_trash (id, collection_id, author_id, title, slug, status, data, version, origin_digest, origin_version, created_at, updated_at, deleted_at, deleted_by, stored_at, published_at) VALUES ('018bcfe5-6800-71d4-b873-8ea591ad9b3b', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', NULL, 'Gone', 'gone', 'published', '{}', 1, NULL, NULL, 1700000000000, 1700000000000, 1700000000000, NULL, 1795929935196, 1700000000000);

INSERT INTO public.feed_state (is_only, epoch, source, head, removed) VALUES (true, 'ad5830ce-f12d-4592-9977-17eab80e9453', '7713452951819253883/00000001/base/76170/76562', 6, 0);

INSERT INTO public.former_slugs (slug, content_id, collection_id, status, seen_in) VALUES ('tides', '018bcfe5-6800-71d2-b4f0-78382405d4c5', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'published', '{018bcfe5-6800-71d0-9bc7-7a82c21e0b90}');
INSERT INTO public.former_slugs (slug, content_id, collection_id, status, seen_in) VALUES ('gone', '018bcfe5-6800-71d4-b873-8ea591ad9b3b', '018bcfe5-6800-71d0-9bc7-7a82c21e0b90', 'published', '{018bcfe5-6800-71d0-9bc7-7a82c21e0b90}');

INSERT INTO public.locks (name) VALUES ('accounts');
INSERT INTO public.locks (name) VALUES ('settings');

INSERT INTO public.media (id, key, state, filename, original_name, mime_type, kind, size, folder, width, height, alt, caption, uploaded_by, created_at, updated_at, focus_x, focus_y) VALUES ('d0000000-0000-7000-8000-000000000001', 'uploads/0123456789abcdef-1/file-1.pdf', 'ready', 'file-1.pdf', 'File 1.pdf', 'application/pdf', 'document', 1001, 'uploads', NULL, NULL, '', '', 'a0000000-0000-7000-8000-000000000001', 1760000001001, 1760000001001, NULL, NULL);

INSERT INTO public.outbox ("position", stored_at, event, feed_position) OVERRIDING SYSTEM VALUE VALUES (1, 1795929935128, '{"type":"content","id":"018bcfe5-6800-71d2-b4f0-78382405d4c5","at":1700000000000,"before":null,"after":{"version":1,"status":"published","slug":"tides","collectionId":"018bcfe5-6800-71d0-9bc7-7a82c21e0b90","title":"Tides of Straße 9"},"audit":{"action":"content.create","by":{"kind":"operator"},"id":"018bcfe5-6800-71d2-b4f0-78382405d4c5","detail":"tides"}}', 1);
INSERT INTO public.outbox ("position", stored_at, event, feed_position) OVERRIDING SYSTEM VALUE VALUES (2, 1795929935167, '{"type":"content","id":"018bcfe5-6800-71d3-aa85-1434c9be3ce1","at":1700000000000,"before":null,"after":{"version":1,"status":"draft","slug":"moon","collectionId":"018bcfe5-6800-71d0-9bc7-7a82c21e0b90","title":"Moon"},"audit":{"action":"content.create","by":{"kind":"operator"},"id":"018bcfe5-6800-71d3-aa85-1434c9be3ce1","detail":"moon"}}', 2);
INSERT INTO public.outbox ("position", stored_at, event, feed_position) OVERRIDING SYSTEM VALUE VALUES (3, 1795929935178, '{"type":"content","id":"018bcfe5-6800-71d4-b873-8ea591ad9b3b","at":1700000000000,"before":null,"after":{"version":1,"status":"published","slug":"gone","collectionId":"018bcfe5-6800-71d0-9bc7-7a82c21e0b90","title":"Gone"},"audit":{"action":"content.create","by":{"kind":"operator"},"id":"018bcfe5-6800-71d4-b873-8ea591ad9b3b","detail":"gone"}}', 3);
INSERT INTO public.outbox ("position", stored_at, event, feed_position) OVERRIDING SYSTEM VALUE VALUES (4, 1795929935186, '{"type":"content","id":"018bcfe5-6800-71d2-b4f0-78382405d4c5","at":1700000000000,"before":{"version":1,"status":"published","slug":"tides","collectionId":"018bcfe5-6800-71d0-9bc7-7a82c21e0b90","title":"Tides of Straße 9"},"after":{"version":2,"status":"published","slug":"tides-today","collectionId":"018bcfe5-6800-71d0-9bc7-7a82c21e0b90","title":"Tides of Straße 9"},"audit":{"action":"content.update","by":{"kind":"operator"},"id":"018bcfe5-6800-71d2-b4f0-78382405d4c5","detail":"tides-today"}}', 4);
INSERT INTO public.outbox ("position", stored_at, event, feed_position) OVERRIDING SYSTEM VALUE VALUES (5, 1795929935196, '{"type":"content","id":"018bcfe5-6800-71d4-b873-8ea591ad9b3b","at":1700000000000,"before":{"version":1,"status":"published","slug":"gone","collectionId":"018bcfe5-6800-71d0-9bc7-7a82c21e0b90","title":"Gone"},"after":null,"audit":{"action":"content.delete","by":{"kind":"operator"},"id":"018bcfe5-6800-71d4-b873-8ea591ad9b3b","detail":"gone"}}', 5);
INSERT INTO public.outbox ("position", stored_at, event, feed_position) OVERRIDING SYSTEM VALUE VALUES (6, 1795929935204, '{"type":"copy","id":"018bcfe5-6800-71d2-b4f0-78382405d4c5","at":1700000000000,"before":{"slug":"tides-today","collectionId":"018bcfe5-6800-71d0-9bc7-7a82c21e0b90"},"after":{"slug":"tides-today","collectionId":"018bcfe5-6800-71d0-9bc7-7a82c21e0b90"},"audit":{"action":"draft.save","by":{"kind":"operator"},"id":"018bcfe5-6800-71d2-b4f0-78382405d4c5","detail":"tides-today"}}', 6);

INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (1, '0001-initial', 1, '2026-11-29 05:25:34.385+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (2, '0002-history', 1, '2026-11-29 05:25:34.431+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (3, '0003-trash', 1, '2026-11-29 05:25:34.469+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (4, '0004-copies', 1, '2026-11-29 05:25:34.493+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (5, '0005-schedules', 1, '2026-11-29 05:25:34.505+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (6, '0006-receipts', 1, '2026-11-29 05:25:34.517+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (7, '0007-slugs', 1, '2026-11-29 05:25:34.53+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (8, '0008-references', 1, '2026-11-29 05:25:34.566+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (9, '0009-search', 1, '2026-11-29 05:25:34.6+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (10, '0010-queries', 1, '2026-11-29 05:25:34.637+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (11, '0011-previews', 1, '2026-11-29 05:25:34.689+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (12, '0012-singletons', 1, '2026-11-29 05:25:34.69+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (13, '0013-history-removal', 1, '2026-11-29 05:25:34.691+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (14, '0014-copy-search', 1, '2026-11-29 05:25:34.692+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (15, '0015-media-focus', 1, '2026-11-29 05:25:34.697+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (16, '0016-number-keys', 1, '2026-11-29 05:25:34.698+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (17, '0017-permanent-deletion', 1, '2026-11-29 05:25:34.699+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (18, '0018-search-span', 1, '2026-11-29 05:25:34.702+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (19, '0019-feed', 1, '2026-11-29 05:25:34.725+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (20, '0020-webhooks', 1, '2026-11-29 05:25:34.769+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (21, '0021-audit', 1, '2026-11-29 05:25:34.803+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (22, '0022-published-times', 1, '2026-11-29 05:25:34.817+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (23, '0023-query-members', 1, '2026-11-29 05:25:34.869+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (24, '0024-visibility-changes', 1, '2026-11-29 05:25:34.88+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (25, '0025-claims', 1, '2026-11-29 05:25:34.893+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (26, '0026-webhook-attempts', 1, '2026-11-29 05:25:34.905+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (27, '0027-search-words', 1, '2026-11-29 05:25:34.907+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (28, '0031-folded-letters', 1, '2026-11-29 05:25:34.908+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (29, '0034-seen-slugs', 1, '2026-11-29 05:25:34.972+00');
INSERT INTO public.schema_migrations (id, name, batch, migration_time) VALUES (30, '0035-search-progress', 1, '2026-11-29 05:25:35.005+00');

INSERT INTO public.schema_migrations_lock (index, is_locked) VALUES (1, 0);

INSERT INTO public.settings (id, value) VALUES (true, '{"plugins": {}, "siteName": "Harbour", "publicContent": "all", "registrationEnabled": false, "starterCollectionsCreated": true}');

INSERT INTO public.users (id, email, username, username_key, first_name, last_name, role, is_active, password_hash, created_at, updated_at) VALUES ('018bcfe5-6800-71d1-9b2f-d61284756a41', 'ada@example.org', 'ada', 'ada', '', '', 'editor', true, 'pbkdf2:100000:471f1c410336d413b12f7ce7e1a94a43:7471496e4fdc1204ee121d5f5d24f68c79f37e9354c69bf022809fb106973a98', 1700000000000, 1700000000000);
INSERT INTO public.users (id, email, username, username_key, first_name, last_name, role, is_active, password_hash, created_at, updated_at) VALUES ('a0000000-0000-7000-8000-000000000001', 'user-1@example.com', 'User 1', 'user 1', '', '', 'viewer', true, 'pbkdf2:100000:00:a0000000-0000-7000-8000-000000000001', 1760000001001, 1760000001001);

INSERT INTO public.webhooks (id, name, url, kind, events, scope, only_published, debounce_seconds, is_active, secrets, "position", failing_since, switched_off_at, version, created_at, updated_at, switched_off_reason) VALUES ('018bcfe5-6800-71d7-a8d4-6a9f5162cb85', 'Build', 'https://build.example.org/hook', 'event', '{content.created,content.updated,content.published,content.unpublished,content.archived,content.deleted,content.restored,content.schedule_failed,media.created,media.updated,media.deleted,collection.changed}', NULL, true, 60, true, '[{"value":"whsec_uQR4JMbfudvLfYda94iKT50S7OTPgc0Kw1lLIapEVbQ="}]', 6, NULL, NULL, 1, 1700000000000, 1700000000000, NULL);

SELECT pg_catalog.setval('public.audit_number_seq', 5, true);

SELECT pg_catalog.setval('public.outbox_position_seq', 6, true);

SELECT pg_catalog.setval('public.schema_migrations_id_seq', 30, true);

SELECT pg_catalog.setval('public.schema_migrations_lock_index_seq', 1, true);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.audit_state
    ADD CONSTRAINT audit_state_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_name_key UNIQUE (name);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.content_copies
    ADD CONSTRAINT content_copies_pkey PRIMARY KEY (content_id);

ALTER TABLE ONLY public.content_index_claims
    ADD CONSTRAINT content_index_claims_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.content_index_failures
    ADD CONSTRAINT content_index_failures_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.content_reference_indexes
    ADD CONSTRAINT content_reference_indexes_pkey PRIMARY KEY (collection_id);

ALTER TABLE ONLY public.content_references
    ADD CONSTRAINT content_references_pkey PRIMARY KEY (content_id, field, target);

ALTER TABLE ONLY public.content_revisions
    ADD CONSTRAINT content_revisions_pkey PRIMARY KEY (content_id, version);

ALTER TABLE ONLY public.content_schedules
    ADD CONSTRAINT content_schedules_pkey PRIMARY KEY (content_id, action);

ALTER TABLE ONLY public.content_search
    ADD CONSTRAINT content_search_pkey PRIMARY KEY (content_id);

ALTER TABLE ONLY public.content_search_rebuilds
    ADD CONSTRAINT content_search_rebuilds_pkey PRIMARY KEY (collection_id);

ALTER TABLE ONLY public.content_search_settings
    ADD CONSTRAINT content_search_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.content_search_walk
    ADD CONSTRAINT content_search_walk_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.content_trash
    ADD CONSTRAINT content_trash_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.feed_state
    ADD CONSTRAINT feed_state_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY public.former_slugs
    ADD CONSTRAINT former_slugs_pkey PRIMARY KEY (slug);

ALTER TABLE ONLY public.locks
    ADD CONSTRAINT locks_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.media
    ADD CONSTRAINT media_key_key UNIQUE (key);

ALTER TABLE ONLY public.media
    ADD CONSTRAINT media_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.preview_tokens
    ADD CONSTRAINT preview_tokens_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.preview_tokens
    ADD CONSTRAINT preview_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.receipt_totals
    ADD CONSTRAINT receipt_totals_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (user_id, key);

ALTER TABLE ONLY public.schema_migrations_lock
    ADD CONSTRAINT schema_migrations_lock_pkey PRIMARY KEY (index);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_grants
    ADD CONSTRAINT user_grants_pkey PRIMARY KEY (user_id, collection_id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email_key UNIQUE (email);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key UNIQUE (username_key);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

CREATE INDEX audit_action_idx ON public.audit USING btree (action, at, number);

CREATE INDEX audit_actor_idx ON public.audit USING btree (actor_id, at, number);

CREATE INDEX audit_at_idx ON public.audit USING btree (at, number);

CREATE INDEX audit_resource_id_idx ON public.audit USING btree (resource_id, at, number);

CREATE INDEX audit_resource_idx ON public.audit USING btree (resource, at, number);

CREATE INDEX collections_inactive_idx ON public.collections USING btree (id) WHERE (NOT is_active);

CREATE INDEX content_author_created_idx ON public.content USING btree (author_id, collection_id, status, ((created_at + 0)), id) INCLUDE (created_at) WHERE (author_id IS NOT NULL);

CREATE INDEX content_author_updated_idx ON public.content USING btree (author_id, collection_id, status, ((updated_at + 0)), id) INCLUDE (updated_at) WHERE (author_id IS NOT NULL);

CREATE INDEX content_collection_idx ON public.content USING btree (collection_id, created_at, id);

CREATE INDEX content_collection_status_id_idx ON public.content USING btree (collection_id, status, id);

CREATE INDEX content_collection_status_idx ON public.content USING btree (collection_id, status, created_at, id);

CREATE INDEX content_collection_status_published_idx ON public.content USING btree (collection_id, status, COALESCE((published_at)::double precision, '-Infinity'::double precision), id);

CREATE INDEX content_collection_status_slug_idx ON public.content USING btree (collection_id, status, slug, id);

CREATE INDEX content_collection_status_title_idx ON public.content USING btree (collection_id, status, "left"(title, 256) COLLATE "C", id);

CREATE INDEX content_collection_status_updated_idx ON public.content USING btree (collection_id, status, updated_at, id);

CREATE INDEX content_copies_author_idx ON public.content_copies USING btree (author_id, item_collection_id, ((updated_at + 0)), content_id) WHERE (author_id IS NOT NULL);

CREATE INDEX content_copies_collection_idx ON public.content_copies USING btree (item_collection_id, updated_at, content_id);

CREATE INDEX content_copies_moved_idx ON public.content_copies USING btree (content_id) WHERE (collection_id <> item_collection_id);

CREATE INDEX content_copies_moved_to_idx ON public.content_copies USING btree (collection_id, content_id) WHERE (collection_id <> item_collection_id);

CREATE INDEX content_copies_owner_idx ON public.content_copies USING btree (item_author_id, item_collection_id, ((updated_at + 0)), content_id) WHERE (item_author_id IS NOT NULL);

CREATE INDEX content_copies_search_idx ON public.content_copies USING gin (search_vector) WITH (fastupdate='on', gin_pending_list_limit='1024');

CREATE INDEX content_copies_slug_idx ON public.content_copies USING btree (slug);

CREATE INDEX content_created_idx ON public.content USING btree (created_at, id) INCLUDE (collection_id);

CREATE INDEX content_references_binding_idx ON public.content_references USING btree (target, on_delete, content_id, field) WHERE (on_delete <> 'ignore'::text);

CREATE INDEX content_references_target_idx ON public.content_references USING btree (target, content_id, field);

CREATE INDEX content_revisions_stored_idx ON public.content_revisions USING btree (stored_at, content_id);

CREATE INDEX content_schedules_at_idx ON public.content_schedules USING btree (at, content_id, action);

CREATE INDEX content_schedules_due_idx ON public.content_schedules USING btree (at) WHERE (state = 'pending'::text);

CREATE INDEX content_search_created_idx ON public.content_search USING btree (created_at, content_id);

CREATE INDEX content_search_vector_idx ON public.content_search USING gin (vector) WITH (fastupdate='on', gin_pending_list_limit='1024');

CREATE INDEX content_status_idx ON public.content USING btree (status, created_at, id) INCLUDE (collection_id);

CREATE INDEX content_status_updated_idx ON public.content USING btree (status, updated_at, id);

CREATE UNIQUE INDEX content_title_words_idx ON public.content_title_words USING btree (collection_id, entry, content_id DESC);

CREATE INDEX content_trash_author_idx ON public.content_trash USING btree (author_id, collection_id, deleted_at, id) WHERE (author_id IS NOT NULL);

CREATE INDEX content_trash_collection_idx ON public.content_trash USING btree (collection_id, deleted_at, id);

CREATE INDEX content_trash_deleted_by_idx ON public.content_trash USING btree (deleted_by);

CREATE INDEX content_trash_deleted_idx ON public.content_trash USING btree (deleted_at, id);

CREATE INDEX content_trash_stored_idx ON public.content_trash USING btree (stored_at, id);

CREATE INDEX former_slugs_collection_idx ON public.former_slugs USING btree (collection_id, is_seen, status, listed_slug) INCLUDE (content_id, seen_in);

CREATE INDEX former_slugs_content_idx ON public.former_slugs USING btree (content_id);

CREATE INDEX former_slugs_status_idx ON public.former_slugs USING btree (is_seen, status, listed_slug) INCLUDE (content_id, seen_in);

CREATE INDEX media_created_idx ON public.media USING btree (created_at, id) WHERE (state = 'ready'::text);

CREATE INDEX media_folder_idx ON public.media USING btree (folder, created_at, id) WHERE (state = 'ready'::text);

CREATE INDEX media_folder_kind_idx ON public.media USING btree (folder, kind, created_at, id) WHERE (state = 'ready'::text);

CREATE INDEX media_kind_idx ON public.media USING btree (kind, created_at, id) WHERE (state = 'ready'::text);

CREATE INDEX media_unfinished_idx ON public.media USING btree (updated_at, id) WHERE (state <> 'ready'::text);

CREATE INDEX media_uploaded_by_idx ON public.media USING btree (uploaded_by);

CREATE INDEX media_without_alt_idx ON public.media USING btree (id) WHERE ((state = 'ready'::text) AND (kind = 'image'::text) AND (alt = ''::text));

CREATE UNIQUE INDEX outbox_feed_idx ON public.outbox USING btree (feed_position);

CREATE INDEX outbox_stored_idx ON public.outbox USING btree (stored_at);

CREATE INDEX outbox_visibility_idx ON public.outbox USING btree (feed_position) WHERE ((event ->> 'type'::text) = 'visibility'::text);

CREATE INDEX outbox_waiting_idx ON public.outbox USING btree ("position") WHERE (feed_position IS NULL);

CREATE INDEX preview_tokens_content_idx ON public.preview_tokens USING btree (content_id);

CREATE INDEX preview_tokens_expires_idx ON public.preview_tokens USING btree (expires_at);

CREATE INDEX preview_tokens_newest_idx ON public.preview_tokens USING btree (user_id, content_id, id);

CREATE INDEX receipts_stored_idx ON public.receipts USING btree (stored_at);

CREATE INDEX receipts_user_idx ON public.receipts USING btree (user_id, stored_at) WHERE (total_count IS NOT NULL);

CREATE INDEX sessions_expires_idx ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_user_idx ON public.sessions USING btree (user_id);

CREATE INDEX user_grants_collection_idx ON public.user_grants USING btree (collection_id);

CREATE INDEX users_created_idx ON public.users USING btree (created_at, id);

CREATE INDEX webhook_deliveries_due_idx ON public.webhook_deliveries USING btree (webhook_id, due_at) WHERE ((state = 'waiting'::text) AND (due_at > 0));

CREATE INDEX webhook_deliveries_ended_idx ON public.webhook_deliveries USING btree (created_at) WHERE (state <> 'waiting'::text);

CREATE INDEX webhook_deliveries_list_idx ON public.webhook_deliveries USING btree (webhook_id, created_at, id);

CREATE UNIQUE INDEX webhook_deliveries_waiting_key ON public.webhook_deliveries USING btree (webhook_id, subject) WHERE (state = 'waiting'::text);

CREATE TRIGGER content_copy_moved AFTER UPDATE ON public.content FOR EACH ROW WHEN (((old.collection_id <> new.collection_id) OR ((new.author_id IS NOT NULL) AND (old.author_id IS DISTINCT FROM new.author_id)))) EXECUTE FUNCTION public.move_content_copy();

CREATE TRIGGER content_id_checked AFTER INSERT ON public.content FOR EACH ROW EXECUTE FUNCTION public.check_content_id();

CREATE TRIGGER content_preview_tokens_removed AFTER DELETE ON public.content FOR EACH ROW EXECUTE FUNCTION public.remove_preview_tokens();

CREATE TRIGGER content_preview_tokens_truncated AFTER TRUNCATE ON public.content FOR EACH STATEMENT EXECUTE FUNCTION public.remove_preview_tokens();

CREATE TRIGGER content_references_removed AFTER DELETE ON public.content FOR EACH ROW EXECUTE FUNCTION public.remove_content_references();

CREATE TRIGGER content_references_truncated AFTER TRUNCATE ON public.content FOR EACH STATEMENT EXECUTE FUNCTION public.truncate_content_references();

CREATE TRIGGER content_search_moved AFTER UPDATE ON public.content FOR EACH ROW WHEN (((old.collection_id <> new.collection_id) OR (old.status <> new.status) OR (old.created_at <> new.created_at))) EXECUTE FUNCTION public.keep_content_search();

CREATE TRIGGER content_search_removed AFTER DELETE ON public.content FOR EACH ROW EXECUTE FUNCTION public.keep_content_search();

CREATE TRIGGER content_search_truncated AFTER TRUNCATE ON public.content FOR EACH STATEMENT EXECUTE FUNCTION public.truncate_content_search();

CREATE CONSTRAINT TRIGGER content_singleton_check AFTER UPDATE ON public.collections NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN ((new.is_singleton AND (NOT old.is_singleton))) EXECUTE FUNCTION public.check_becomes_singleton();

CREATE TRIGGER content_title_added AFTER INSERT OR DELETE ON public.content FOR EACH ROW EXECUTE FUNCTION public.index_content_title();

CREATE TRIGGER content_title_changed AFTER UPDATE ON public.content FOR EACH ROW WHEN (((old.title_key <> new.title_key) OR (old.collection_id <> new.collection_id))) EXECUTE FUNCTION public.index_content_title();

CREATE TRIGGER content_titles_truncated AFTER TRUNCATE ON public.content FOR EACH STATEMENT EXECUTE FUNCTION public.truncate_content_titles();

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE RESTRICT;

ALTER TABLE ONLY public.content_reference_indexes
    ADD CONSTRAINT content_reference_indexes_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.content_trash
    ADD CONSTRAINT content_trash_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.content_trash
    ADD CONSTRAINT content_trash_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.content_trash
    ADD CONSTRAINT content_trash_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.media
    ADD CONSTRAINT media_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.preview_tokens
    ADD CONSTRAINT preview_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_grants
    ADD CONSTRAINT user_grants_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_grants
    ADD CONSTRAINT user_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
