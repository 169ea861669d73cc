import { keepSearchPath } from './keep-search-path.ts';

/**
 * The words of files, and the indexes of lists that combine conditions. `words` is null for files that an earlier version of
 * the program has stored, until they are indexed.
 */
export const mediaSearchMigration = {
  name: '0151-media-search',
  sql: `
alter table media add column words tsvector;

create index media_words_idx on media using gin (words) with (fastupdate = off) where state = 'ready';
create index media_without_words_idx on media (id) where words is null;

-- Lists of folders with everything below them look at the folder of each entry.
drop index media_created_idx;
create index media_created_idx on media (created_at, id) include (folder) where state = 'ready';
drop index media_kind_idx;
create index media_kind_idx on media (kind, created_at, id) include (folder) where state = 'ready';

create index media_without_alt_created_idx on media (created_at, id) include (folder, kind)
  where state = 'ready' and kind = 'image' and alt = '';

-- Up to so many files with the words, in no order.
create function media_with_words(condition tsquery, most integer)
returns table (id uuid, created_at bigint) language sql stable as $$
  select id, created_at from media where state = 'ready' and words @@ condition limit most
$$;

-- With these settings, the function can use one index only, whatever the planner expects. The GIN index needs bitmap scans.
alter function media_with_words
  set enable_bitmapscan = on set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off set work_mem = '32MB';

${keepSearchPath('media_with_words')}
`,
};
