/** Browsers in which a password is enough. */
export const trustedBrowsersMigration = {
  name: '0132-trusted-browsers',
  sql: `
create table trusted_browsers (
  id uuid constraint trusted_browsers_pkey primary key,
  user_id uuid not null
    constraint trusted_browsers_user_id_fkey references users on delete cascade,
  digest text collate "C" not null constraint trusted_browsers_digest_key unique,
  created_at bigint not null,
  expires_at bigint not null,
  address text,
  client text
);
create index trusted_browsers_user_idx on trusted_browsers (user_id);
create index trusted_browsers_expires_idx on trusted_browsers (expires_at);
`,
};
