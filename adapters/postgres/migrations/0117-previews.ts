import { keepSearchPath } from './keep-search-path.ts';

/** Preview tokens. A token has no foreign key to its item, because TRUNCATE fails for a table to which another table refers. */
export const previewsMigration = {
  name: '0117-previews',
  sql: `
create table preview_tokens (
  id uuid constraint preview_tokens_pkey primary key,
  digest text collate "C" not null constraint preview_tokens_digest_key unique,
  user_id uuid not null constraint preview_tokens_user_id_fkey references users on delete cascade,
  -- Null for the whole site.
  content_id uuid,
  expires_at bigint not null
);

create index preview_tokens_content_idx on preview_tokens (content_id);
create index preview_tokens_expires_idx on preview_tokens (expires_at);
-- For the end of the oldest tokens of a user, and for the foreign key.
create index preview_tokens_newest_idx on preview_tokens (user_id, content_id, id);

create function remove_preview_tokens() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from preview_tokens where content_id is not null;
  else
    delete from preview_tokens where content_id = old.id;
  end if;
  return null;
end $$;

${keepSearchPath('remove_preview_tokens')}

-- The function sees tokens that were created while the deletion waited for the item.
create trigger content_preview_tokens_removed after delete on content
  for each row execute function remove_preview_tokens();
create trigger content_preview_tokens_truncated after truncate on content
  for each statement execute function remove_preview_tokens();
`,
};
