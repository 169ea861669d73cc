import { keepSearchPath } from './keep-search-path.ts';

/** The functions that find the newest matching entries of the search. */
export const searchMatchesMigration = {
  name: '0115-search-matches',
  sql: `
-- The condition that an entry has the words, for each language of an entry. The condition for a title has no key of the
-- language. If all words are stop words, no entry matches.
create function content_search_condition(words text, is_title boolean)
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

-- The next entries, newest first.
create function content_search_next(last_at bigint, last_id uuid, wanted integer)
returns setof content_search language sql stable as $$
  select * from content_search where (created_at, content_id) < (last_at, last_id)
  order by created_at desc, content_id desc limit wanted
$$;

-- The next matching entries, newest first. The GIN index returns them in no order, so this reads all that match.
create function content_search_matches(condition tsquery, last_at bigint, last_id uuid, wanted integer)
returns setof content_search language sql stable as $$
  select * from (select * from content_search where vector @@ condition offset 0) found
  where (created_at, content_id) < (last_at, last_id)
  order by created_at desc, content_id desc limit wanted
$$;

-- Whether at most so many entries match. Stops at the first one beyond.
create function content_search_is_rare(condition tsquery, most integer)
returns boolean language sql stable as $$
  select count(*) <= most from (select from content_search where vector @@ condition limit most + 1) found
$$;

-- With these settings, each function can use one index only, whatever the planner expects. The GIN index needs bitmap
-- scans.
alter function content_search_next
  set enable_bitmapscan = off set enable_sort = off set enable_seqscan = off;
alter function content_search_matches
  set enable_bitmapscan = on set enable_sort = on set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set work_mem = '32MB';
alter function content_search_is_rare
  set enable_bitmapscan = on set enable_seqscan = off set work_mem = '32MB';

-- The condition that an entry was created from "low" to "high", as spans of time. Both are in milliseconds, and "low" is
-- the start of a span with this shift.
create function content_search_spans(low bigint, high bigint, shift integer)
returns tsquery language plpgsql immutable as $$
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

-- The newest matching entries, newest first. Reads few entries, whether most entries match or few do:
-- 1. It reads the newest entries, and continues while many of them match.
-- 2. If few entries match, it reads all of them with the GIN index.
-- 3. Otherwise it reads the matches of a span of time with the GIN index, and then of earlier spans, each reaching back
--    twice as far, until it has enough.
create function content_search_find(condition tsquery, wanted integer)
returns setof content_search language plpgsql stable as $$
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

${keepSearchPath('content_search_condition', 'content_search_next', 'content_search_matches', 'content_search_is_rare', 'content_search_spans', 'content_search_find')}
`,
};
