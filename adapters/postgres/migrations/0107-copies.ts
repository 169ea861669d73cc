import { keepSearchPath } from './keep-search-path.ts';

/**
 * The working copies of items. A copy has no foreign key to its item, because it stays while the item is in the trash, and
 * none to its authors. It has the collection and the author of its item, so that lists read only what they return.
 *
 * The index of the search for copies is in their own rows: it changes with the copy and goes with it. Searches in the
 * perspective of drafts read it, and no others. Copies have no spans of time among their keys, because they are few. Their
 * key for the status is that of the published items which they replace.
 */
export const copiesMigration = {
  name: '0107-copies',
  sql: `
create table content_copies (
  content_id uuid constraint content_copies_pkey primary key,
  item_collection_id uuid not null,
  item_author_id uuid,
  version uuid not null,
  author_id uuid,
  title text not null,
  slug text collate "C" not null,
  collection_id uuid not null,
  base_version integer not null,
  base_title text not null,
  base_slug text collate "C" not null,
  base_collection_id uuid not null,
  created_at bigint not null,
  updated_at bigint not null,
  base_bytes integer not null generated always as (octet_length(base_data::text)) stored,
  data json not null,
  base_data json not null,
  -- The version of the copy that has this text.
  search_version uuid,
  -- As in content_search.
  search_rebuild integer,
  search_title tsvector,
  search_vector tsvector,
  data_bytes integer not null generated always as (octet_length(data::text)) stored
);

-- As in content_search.
alter table content_copies
  alter column search_vector set storage external,
  alter column search_title set storage main;

-- As in the indexes of content, the time is an expression where another index would have the same order.
create index content_copies_collection_idx
  on content_copies (item_collection_id, updated_at, content_id);
create index content_copies_owner_idx on content_copies
  (item_author_id, item_collection_id, (updated_at + 0), content_id)
  where item_author_id is not null;
create index content_copies_author_idx on content_copies
  (author_id, item_collection_id, (updated_at + 0), content_id)
  where author_id is not null;

-- For copies that change the slug or the collection of their item. Few copies change the collection.
create index content_copies_slug_idx on content_copies (slug);
create index content_copies_moved_to_idx on content_copies (collection_id, content_id)
  where collection_id <> item_collection_id;
create index content_copies_moved_idx on content_copies (content_id)
  where collection_id <> item_collection_id;

create index content_copies_search_idx on content_copies using gin (search_vector)
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- These are functions, because a statement that waited for the lock of an item does not see the copy that was begun
-- meanwhile. A function does.
create function remove_content_copy(id uuid) returns void language plpgsql as $$
begin
  delete from content_copies where content_id = id;
end $$;

create function move_content_copy() returns trigger language plpgsql as $$
begin
  update content_copies
  set item_collection_id = new.collection_id, item_author_id = new.author_id
  where content_id = new.id;
  return null;
end $$;

${keepSearchPath('remove_content_copy', 'move_content_copy')}

-- An item whose author was deleted belongs to nobody, so its copy may keep the id.
create trigger content_copy_moved after update on content for each row
  when (old.collection_id <> new.collection_id
    or (new.author_id is not null and old.author_id is distinct from new.author_id))
  execute function move_content_copy();

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
