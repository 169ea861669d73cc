import { keepSearchPath } from './keep-search-path.ts';

/**
 * The index of the search for working copies, in their own rows: it changes with the copy and goes with it. Searches in the
 * perspective of drafts read it, and no others. Copies have no spans of time among their keys, because they are few. Their
 * key for the status is that of the published items which they replace.
 */
export const copySearchMigration = {
  name: '0014-copy-search',
  sql: `
alter table content_copies
  -- The version of the copy that has this text.
  add column search_version uuid,
  -- As in content_search.
  add column search_rebuild integer,
  add column search_title tsvector,
  add column search_vector tsvector;
alter table content_copies
  alter column search_vector set storage external,
  alter column search_title set storage main;

create index content_copies_search_idx on content_copies using gin (search_vector)
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- The copies that match, with the times of creation of their items.
create function content_search_copies(condition tsquery)
returns table (content_id uuid, created_at bigint, title tsvector, vector tsvector) language sql stable as $$
  select item.id, item.created_at, copy.search_title, copy.search_vector from (
    select copies.content_id, search_title, search_vector from content_copies copies
    where search_vector @@ condition offset 0
  ) copy cross join lateral (
    select id, content.created_at from content where id = copy.content_id and status = 'published' offset 0
  ) item
$$;

-- Only the GIN index fits, which needs bitmap scans. Other scans can still look up the items.
alter function content_search_copies
  set enable_bitmapscan = on set enable_seqscan = off;

${keepSearchPath('content_search_copies')}
`,
};
