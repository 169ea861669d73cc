create table content_words (
  content_id uuid primary key,
  words integer not null,
  of_text bigint not null
);
alter table content_copies add column words integer;
alter table content_copies add column words_version uuid;

create function remove_content_words() returns trigger language plpgsql as $$
begin
  delete from content_words where content_id = old.id;
  return null;
end $$;

create function truncate_content_words() returns trigger language plpgsql as $$
begin
  truncate content_words;
  return null;
end $$;

do $do$ begin
  execute format('alter function remove_content_words set search_path = %I, pg_temp', current_schema());
  execute format('alter function truncate_content_words set search_path = %I, pg_temp', current_schema());
end $do$;

create trigger content_words_removed after delete on content
  for each row execute function remove_content_words();
create trigger content_words_truncated after truncate on content
  for each statement execute function truncate_content_words();
