/**
 * The tables, with a constraint for every uniqueness that a port promises, and an index for every
 * foreign key and every order of a list.
 *
 * Text in conditions and orders has the collation "C": it compares bytes, and updates of a system
 * library cannot change the order in an index. JSON has the type `json`, which keeps it byte for byte,
 * unlike `jsonb`. Times are epoch milliseconds.
 */
export const initialMigration = {
  name: '0001-initial',
  sql: `
create table collections (
  id uuid constraint collections_pkey primary key,
  name text collate "C" not null constraint collections_name_key unique,
  display_name text not null,
  description text not null,
  schema json not null,
  is_active boolean not null,
  version integer not null,
  created_at bigint not null,
  updated_at bigint not null
);

create index collections_inactive_idx on collections (id) where not is_active;

create table users (
  id uuid constraint users_pkey primary key,
  email text collate "C" not null constraint users_email_key unique,
  username text not null,
  username_key text collate "C" not null constraint users_username_key unique,
  first_name text not null,
  last_name text not null,
  role text collate "C" not null
    constraint users_role_check check (role in ('viewer', 'author', 'editor', 'admin')),
  is_active boolean not null,
  password_hash text not null,
  created_at bigint not null,
  updated_at bigint not null
);

create index users_created_idx on users (created_at, id);

create table user_grants (
  user_id uuid not null constraint user_grants_user_id_fkey references users on delete cascade,
  collection_id uuid not null
    constraint user_grants_collection_id_fkey references collections on delete cascade,
  role text collate "C" not null
    constraint user_grants_role_check check (role in ('viewer', 'author', 'editor', 'admin')),
  constraint user_grants_pkey primary key (user_id, collection_id)
);

create index user_grants_collection_idx on user_grants (collection_id);

create table sessions (
  id text collate "C" constraint sessions_pkey primary key,
  user_id uuid not null constraint sessions_user_id_fkey references users on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);

create index sessions_user_idx on sessions (user_id);
create index sessions_expires_idx on sessions (expires_at);

create table api_tokens (
  id uuid constraint api_tokens_pkey primary key,
  name text not null,
  prefix text not null,
  digest text collate "C" not null constraint api_tokens_digest_key unique,
  scope uuid[],
  expires_at bigint,
  last_used_at bigint,
  created_at bigint not null
);

create table settings (
  id boolean constraint settings_pkey primary key default true
    constraint settings_single_check check (id),
  value json not null
);

-- A transaction that has written the row of a lock holds it.
create table locks (
  name text collate "C" constraint locks_pkey primary key
);

create table content (
  id uuid constraint content_pkey primary key,
  collection_id uuid not null
    constraint content_collection_id_fkey references collections on delete restrict,
  author_id uuid constraint content_author_id_fkey references users on delete set null,
  title text not null,
  slug text collate "C" not null constraint content_slug_key unique,
  status text collate "C" not null
    constraint content_status_check check (status in ('draft', 'published', 'archived')),
  data json not null,
  version integer not null,
  origin_digest text,
  origin_version integer,
  created_at bigint not null,
  updated_at bigint not null,
  title_key text collate "C" not null default '',
  data_bytes integer not null generated always as (octet_length(data::text)) stored,
  constraint content_origin_check check ((origin_digest is null) = (origin_version is null))
);


-- One index per filter of the list. Lists are newest first and read the index backwards: new rows are
-- appended at its end, where full pages split without leaving space, so the index is half the size.
create index content_created_idx on content (created_at, id) include (collection_id);
create index content_status_idx on content (status, created_at, id) include (collection_id);
create index content_collection_idx on content (collection_id, created_at, id);
create index content_collection_status_idx on content (collection_id, status, created_at, id);

-- For lists of summaries, which are in the order of the last change or of the creation. There is no index without the
-- status: a list of all statuses merges one scan for each status. The indexes for authors contain the time as an
-- expression, because they are the only ones for lists of an author, whatever the planner expects. One of them is the
-- index for the foreign key.
create index content_status_updated_idx on content (status, updated_at, id);
create index content_collection_status_updated_idx
  on content (collection_id, status, updated_at, id);
create index content_author_updated_idx on content
  (author_id, collection_id, status, (updated_at + 0), id) include (updated_at)
  where author_id is not null;
create index content_author_created_idx on content
  (author_id, collection_id, status, (created_at + 0), id) include (created_at)
  where author_id is not null;

-- Index-only scans need a fresh visibility map: vacuum after 1 % of the rows changed, not after 20 %.
alter table content set (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

-- The words in titles: for each item, its folded title and each later word of it, cut to 100 characters. An index on an
-- array of words would be smaller, but has no order: a search for a word that all titles contain would read all of them.
create table content_title_words (
  collection_id uuid not null,
  entry text collate "C" not null,
  content_id uuid not null
);

create unique index content_title_words_idx
  on content_title_words (collection_id, entry, content_id desc);

alter table content_title_words set (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

-- In PL/pgSQL, because a function in SQL would be planned again at each call.
create function content_title_entries(key text) returns text[] language plpgsql immutable as $$
begin
  return array(
    select left(entry, 100)
    from (select key union select unnest((string_to_array(key, ' '))[2:])) entries (entry)
    where entry <> '');
end $$;

create function index_content_title() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from content_title_words
    where collection_id = old.collection_id
      and entry = any (content_title_entries(old.title_key))
      and content_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into content_title_words
    select new.collection_id, entry, new.id
    from unnest(content_title_entries(new.title_key)) entries (entry);
  end if;
  return null;
end $$;

create function truncate_content_titles() returns trigger language plpgsql as $$
begin
  truncate content_title_words;
  return null;
end $$;

-- Tools such as pg_restore change content under another search path.
do $$ begin
  execute format('alter function content_title_entries set search_path = %I, pg_temp', current_schema());
  execute format('alter function index_content_title set search_path = %I, pg_temp', current_schema());
  execute format('alter function truncate_content_titles set search_path = %I, pg_temp', current_schema());
end $$;

create trigger content_title_added after insert or delete on content
  for each row execute function index_content_title();
create trigger content_title_changed after update on content for each row
  when (old.title_key <> new.title_key or old.collection_id <> new.collection_id)
  execute function index_content_title();
create trigger content_titles_truncated after truncate on content
  for each statement execute function truncate_content_titles();

create table media (
  id uuid constraint media_pkey primary key,
  key text collate "C" not null constraint media_key_key unique,
  state text collate "C" not null
    constraint media_state_check check (state in ('pending', 'ready', 'deleting')),
  filename text not null,
  original_name text not null,
  mime_type text not null,
  kind text collate "C" not null
    constraint media_kind_check check (kind in ('image', 'video', 'audio', 'document')),
  size bigint not null,
  folder text collate "C" not null,
  width integer,
  height integer,
  alt text not null,
  caption text not null,
  uploaded_by uuid constraint media_uploaded_by_fkey references users on delete set null,
  created_at bigint not null,
  updated_at bigint not null
);

create index media_uploaded_by_idx on media (uploaded_by);
create index media_created_idx on media (created_at, id) where state = 'ready';
create index media_kind_idx on media (kind, created_at, id) where state = 'ready';
create index media_folder_idx on media (folder, created_at, id) where state = 'ready';
create index media_folder_kind_idx on media (folder, kind, created_at, id) where state = 'ready';
create index media_unfinished_idx on media (updated_at, id) where state <> 'ready';
`,
};
