/**
 * The former slugs of items. A slug has no foreign key to its item, because it stays while the item is in the trash.
 *
 * Triggers keep two promises, also for what other programs write: no item has the former slug of another item, and a slug
 * that leads to an item has the collection and the status of it, so that lists read only what they return. A trigger
 * sees what was committed while its statement waited for a slug, which the statement does not.
 */
export const slugsMigration = {
  name: '0007-slugs',
  sql: `
create table former_slugs (
  slug text collate "C" constraint former_slugs_pkey primary key,
  content_id uuid not null,
  -- Those of the item; null while the item has this slug, or is in the trash.
  collection_id uuid,
  status text collate "C",
  constraint former_slugs_leading_check check ((collection_id is null) = (status is null))
);

create index former_slugs_content_idx on former_slugs (content_id);

-- For lists, which merge one scan for each status.
create index former_slugs_status_idx on former_slugs (status, slug) include (content_id)
  where status is not null;
create index former_slugs_collection_idx on former_slugs (collection_id, status, slug)
  include (content_id) where status is not null;

-- What was in the trash before slugs were remembered. Of several items with one slug, the one that was deleted last.
insert into former_slugs (slug, content_id)
select distinct on (slug) slug, id from content_trash
where status = 'published'
  and not exists (select from content where content.slug = content_trash.slug)
order by slug, deleted_at desc, id desc;

create function follow_content_slugs() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update former_slugs set collection_id = null, status = null
    where content_id = old.id and status is not null;
    return null;
  end if;
  if tg_op = 'INSERT' or old.slug <> new.slug then
    delete from former_slugs where slug = new.slug and content_id <> new.id;
  end if;
  update former_slugs
  set collection_id = case when slug <> new.slug then new.collection_id end,
    status = case when slug <> new.slug then new.status end
  where content_id = new.id;
  return null;
end $$;

-- Tools such as pg_restore change content under another search path.
do $$ begin
  execute format('alter function follow_content_slugs set search_path = %I, pg_temp', current_schema());
end $$;

create trigger content_slug_placed after insert or delete on content for each row
  execute function follow_content_slugs();
create trigger content_slug_moved after update on content for each row
  when (old.slug <> new.slug or old.status <> new.status or old.collection_id <> new.collection_id)
  execute function follow_content_slugs();
`,
};
