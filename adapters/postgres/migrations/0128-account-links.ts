/** Links that give accounts new passwords, one for each account. */
export const accountLinksMigration = {
  name: '0128-account-links',
  sql: `
create table account_links (
  user_id uuid constraint account_links_pkey primary key
    constraint account_links_user_id_fkey references users on delete cascade,
  digest text collate "C" not null constraint account_links_digest_key unique,
  created_at bigint not null,
  expires_at bigint not null
);
create index account_links_expires_idx on account_links (expires_at);
`,
};
