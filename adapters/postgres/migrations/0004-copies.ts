/**
 * The working copies of items. A copy has no foreign key to its item, because it stays while the item is in the trash,
 * and none to its authors. It has the collection and the author of its item, so that lists read only what they return.
 */
export const copiesMigration = {
  name: '0004-copies',
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
  base_data json not null
);

-- As in the indexes of content, the time is an expression where another index would have the same order.
create index content_copies_collection_idx
  on content_copies (item_collection_id, updated_at, content_id);
create index content_copies_owner_idx on content_copies
  (item_author_id, item_collection_id, (updated_at + 0), content_id)
  where item_author_id is not null;
create index content_copies_author_idx on content_copies
  (author_id, item_collection_id, (updated_at + 0), content_id)
  where author_id is not null;

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

do $$ begin
  execute format('alter function remove_content_copy set search_path = %I, pg_temp', current_schema());
  execute format('alter function move_content_copy set search_path = %I, pg_temp', current_schema());
end $$;

-- An item whose author was deleted belongs to nobody, so its copy may keep the id.
create trigger content_copy_moved after update on content for each row
  when (old.collection_id <> new.collection_id
    or (new.author_id is not null and old.author_id is distinct from new.author_id))
  execute function move_content_copy();
`,
};
