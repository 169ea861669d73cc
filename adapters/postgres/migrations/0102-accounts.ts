/** Users with their roles for collections, their sessions, and API tokens. */
export const accountsMigration = {
  name: '0102-accounts',
  sql: `
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
  created_at bigint not null,
  kind text collate "C" not null default 'published'
    constraint api_tokens_kind_check check (kind in ('published', 'preview'))
);
`,
};
