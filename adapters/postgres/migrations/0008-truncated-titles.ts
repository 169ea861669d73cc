import type { SchemaMigration } from '../migrations.ts';

/** A `truncate` of the content, which no trigger for rows notices, removes the words of all titles too. */
export const truncatedTitlesMigration: SchemaMigration = {
  name: '0008-truncated-titles',
  sql: `
create function content_titles_truncate() returns trigger language plpgsql as $$
begin
  truncate content_title_words;
  return null;
end $$;

create trigger content_titles_truncated after truncate on content
  for each statement execute function content_titles_truncate();
`,
};
