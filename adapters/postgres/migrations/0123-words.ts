import { keepSearchPath } from './keep-search-path.ts';

/**
 * How many words items and working copies have. `of_text` is a hash of the counted text, because older versions of the program
 * change the text and leave the count. `words_version` is the version of the counted copy. Triggers remove the count of an
 * item with its row, whoever deletes that.
 */
export const wordsMigration = {
  name: '0123-words',
  sql: `
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

${keepSearchPath('remove_content_words', 'truncate_content_words')}

create trigger content_words_removed after delete on content
  for each row execute function remove_content_words();
create trigger content_words_truncated after truncate on content
  for each statement execute function truncate_content_words();
`,
};
