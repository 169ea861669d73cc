import { keepSearchPath } from './keep-search-path.ts';

/**
 * Comments on items. A comment has no foreign key to its item, because it stays while the item is in the trash, and none to its
 * author. A thread is a comment whose `thread_id` is its own id.
 *
 * `content_mentions` is what lists of mentions read: of each open thread of an item in content, and of each user whom it mentions,
 * the latest comment that does. Triggers keep it. All that write comments of an item lock the item first, so that no two of them
 * write its mentions at once.
 */
export const commentsMigration = {
  name: '0152-comments',
  sql: `
create table content_comments (
  id uuid primary key,
  content_id uuid not null,
  thread_id uuid not null,
  text text not null,
  -- The users whom the text mentions.
  mentions uuid[] not null,
  author_id uuid,
  created_at bigint not null,
  edited_at bigint,
  place json,
  resolved_at bigint,
  resolved_by uuid
);
create index content_comments_item_idx on content_comments (content_id, (thread_id <> id), created_at, id);
create index content_comments_thread_idx on content_comments (thread_id, (thread_id <> id), id);

create table content_mentions (
  user_id uuid not null,
  thread_id uuid not null,
  comment_id uuid not null,
  -- Of the comment.
  at bigint not null,
  content_id uuid not null,
  -- Of the item.
  collection_id uuid not null,
  primary key (content_id, thread_id, user_id)
);
create index content_mentions_user_idx on content_mentions (user_id, at, comment_id);
-- The time is an expression where another index would have the same order.
create index content_mentions_collection_idx
  on content_mentions (user_id, collection_id, (at + 0), comment_id);

-- The item is locked, unless it is not in content.
create function place_mentions(item uuid) returns void language plpgsql as $$
begin
  delete from content_mentions where content_id = item;
  insert into content_mentions (user_id, thread_id, comment_id, at, content_id, collection_id)
  select distinct on (said.thread_id, mentioned.id)
    mentioned.id, said.thread_id, said.id, said.created_at, item, stored.collection_id
  from content stored, content_comments said, unnest(said.mentions) mentioned (id)
  where stored.id = item and said.content_id = item and not exists (
    select from content_comments thread where thread.id = said.thread_id and thread.resolved_at is not null)
  order by said.thread_id, mentioned.id, said.created_at desc, said.id desc;
end $$;

create function place_changed_mentions() returns trigger language plpgsql as $$
declare
  item uuid;
begin
  for item in select distinct content_id from changed where mentions <> '{}' loop
    perform place_mentions(item);
  end loop;
  return null;
end $$;

create function place_edited_mentions() returns trigger language plpgsql as $$
declare
  item uuid;
begin
  for item in
    select distinct after.content_id from before join after using (id)
    where before.mentions <> after.mentions or before.resolved_at is distinct from after.resolved_at
  loop
    perform place_mentions(item);
  end loop;
  return null;
end $$;

create function place_mentions_of_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from content_mentions where content_id = old.id;
  elsif tg_op = 'UPDATE' then
    update content_mentions set collection_id = new.collection_id where content_id = new.id;
  else
    perform place_mentions(new.id);
  end if;
  return null;
end $$;

create function add_content_comment(given json, most integer) returns text language plpgsql as $$
declare
  added content_comments := json_populate_record(null::content_comments, given);
begin
  perform id from content where id = added.content_id for no key update;
  if not found then
    return 'no_item';
  end if;
  if added.thread_id <> added.id and not exists (
    select from content_comments
    where id = added.thread_id and thread_id = id and content_id = added.content_id) then
    return 'no_thread';
  end if;
  if (select count(*) from content_comments where content_id = added.content_id) >= most then
    return 'full';
  end if;
  insert into content_comments select added.*;
  return 'added';
end $$;

-- Returns the ids of those that were added.
create function restore_content_comments(given json, most integer) returns setof uuid language plpgsql as $$
declare
  added content_comments;
begin
  perform id from content where id in (
    select content_id from json_populate_recordset(null::content_comments, given)) order by id for no key update;
  perform id from content_trash where id in (
    select content_id from json_populate_recordset(null::content_comments, given)) order by id for no key update;
  for added in select * from json_populate_recordset(null::content_comments, given) loop
    if not exists (select from content where id = added.content_id)
      and not exists (select from content_trash where id = added.content_id) then
      continue;
    end if;
    if added.thread_id <> added.id and not exists (
      select from content_comments
      where id = added.thread_id and thread_id = id and content_id = added.content_id) then
      continue;
    end if;
    if (select count(*) from content_comments where content_id = added.content_id) >= most then
      continue;
    end if;
    insert into content_comments select added.* on conflict (id) do nothing;
    if found then
      return next added.id;
    end if;
  end loop;
end $$;

create or replace function remove_content_parts(id uuid) returns void language plpgsql as $$
begin
  delete from content_revisions where content_id = id;
  delete from former_slugs where content_id = id;
  delete from content_sources where content_id = id;
  delete from content_comments where content_id = remove_content_parts.id;
  perform remove_content_copy(id);
end $$;

${keepSearchPath(
  'place_mentions',
  'place_changed_mentions',
  'place_edited_mentions',
  'place_mentions_of_item',
  'add_content_comment',
  'restore_content_comments',
  'remove_content_parts',
)}

create trigger content_comments_added after insert on content_comments
  referencing new table as changed for each statement execute function place_changed_mentions();
create trigger content_comments_removed after delete on content_comments
  referencing old table as changed for each statement execute function place_changed_mentions();
create trigger content_comments_edited after update on content_comments
  referencing old table as before new table as after for each statement
  execute function place_edited_mentions();

create trigger content_mentions_left after delete on content
  for each row execute function place_mentions_of_item();
create trigger content_mentions_moved after update on content for each row
  when (new.collection_id <> old.collection_id) execute function place_mentions_of_item();
-- An item of the first version comes neither from the trash nor from an export with comments.
create trigger content_mentions_returned after insert on content for each row
  when (new.version > 1) execute function place_mentions_of_item();

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('reset', 'invitation', 'notice', 'mention'));
`,
};
