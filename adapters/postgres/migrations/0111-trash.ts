import { keepSearchPath } from './keep-search-path.ts';

/**
 * The trash: deleted items that can be restored. The constraint on the collection is checked at the commit, because a
 * collection is deleted before its trash: then the deletion has waited for all that move items into the trash.
 *
 * A trigger keeps new items from having the id of an item in the trash. It runs after the row is inserted, and so after the
 * transaction that deletes an item with this id, and it sees what that transaction has committed.
 */
export const trashMigration = {
  name: '0111-trash',
  sql: `
create table content_trash (
  id uuid constraint content_trash_pkey primary key,
  collection_id uuid not null
    constraint content_trash_collection_id_fkey references collections deferrable initially deferred,
  author_id uuid constraint content_trash_author_id_fkey references users on delete set null,
  title text not null,
  slug text collate "C" not null,
  status text collate "C" not null,
  data json not null,
  version integer not null,
  origin_digest text,
  origin_version integer,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint not null,
  deleted_by uuid constraint content_trash_deleted_by_fkey references users on delete set null,
  -- By the clock of the database, which all instances share.
  stored_at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  published_at bigint
);

create index content_trash_deleted_idx on content_trash (deleted_at, id);
create index content_trash_collection_idx on content_trash (collection_id, deleted_at, id);
create index content_trash_author_idx on content_trash (author_id, collection_id, deleted_at, id)
  where author_id is not null;
create index content_trash_deleted_by_idx on content_trash (deleted_by);
create index content_trash_stored_idx on content_trash (stored_at, id);

create function check_content_id() returns trigger language plpgsql as $$
begin
  if exists (select from content_trash where id = new.id) then
    raise unique_violation using
      message = 'An item in the trash has this id', constraint = 'content_trash_pkey';
  end if;
  return null;
end $$;

-- All that belongs to an item that is deleted for good. A statement that waited for the lock of the item does not see what
-- was stored while it waited, for example by an import. A function sees it.
create function remove_content_parts(id uuid) returns void language plpgsql as $$
begin
  delete from content_revisions where content_id = id;
  delete from former_slugs where content_id = id;
  perform remove_content_copy(id);
end $$;

${keepSearchPath('check_content_id', 'remove_content_parts')}

create trigger content_id_checked after insert on content for each row
  execute function check_content_id();
`,
};
