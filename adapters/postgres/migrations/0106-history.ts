import { keepSearchPath } from './keep-search-path.ts';

/**
 * The history of content. A revision has no foreign key to its item, because it survives the trash, and none to its author,
 * because it survives the account.
 */
export const historyMigration = {
  name: '0106-history',
  sql: `
create table content_revisions (
  content_id uuid not null,
  version integer not null,
  author_id uuid,
  title text not null,
  slug text collate "C" not null,
  status text collate "C" not null,
  collection_id uuid not null,
  changed json not null,
  note text,
  is_autosave boolean not null,
  created_at bigint not null,
  -- By the clock of the database, which all instances share.
  stored_at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  data json not null,
  constraint content_revisions_pkey primary key (content_id, version)
);

create index content_revisions_stored_idx on content_revisions (stored_at, content_id);

-- Nothing calls it any more. It is here because the schema before 0.1.0 has it.
create function remove_content_history(id uuid) returns void language plpgsql as $$
begin
  delete from content_revisions where content_id = id;
end $$;

${keepSearchPath('remove_content_history')}
`,
};
