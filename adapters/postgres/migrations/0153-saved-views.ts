import { keepSearchPath } from './keep-search-path.ts';

/** Views of lists that users save, each for its owner or for all. */
export const savedViewsMigration = {
  name: '0153-saved-views',
  sql: `
create table saved_views (
  id uuid constraint saved_views_pkey primary key,
  name text collate "C" not null,
  query json not null,
  is_shared boolean not null,
  -- Null when the account was deleted.
  owner_id uuid constraint saved_views_owner_id_fkey references users on delete set null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint saved_views_owner_check check (is_shared or owner_id is not null)
);
create index saved_views_owner_idx on saved_views (owner_id, name, id);
create index saved_views_shared_idx on saved_views (name, id) where is_shared;

create function remove_private_views() returns trigger language plpgsql as $$
begin
  delete from saved_views where owner_id = old.id and not is_shared;
  return old;
end $$;

${keepSearchPath('remove_private_views')}

create trigger users_private_views before delete on users
  for each row execute function remove_private_views();
`,
};
