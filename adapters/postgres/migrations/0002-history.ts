/**
 * The history of content, and the outbox. A revision has no foreign key to its item, because it survives the trash,
 * and none to its author, because it survives the account.
 */
export const historyMigration = {
  name: '0002-history',
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

insert into content_revisions
  (content_id, version, title, slug, status, collection_id, changed, is_autosave, created_at, data)
select id, version, title, slug, status, collection_id, '[]', false, updated_at, data from content;

create table outbox (
  position bigint generated always as identity constraint outbox_pkey primary key,
  stored_at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  event json not null
);

create index outbox_stored_idx on outbox (stored_at);
`,
};
