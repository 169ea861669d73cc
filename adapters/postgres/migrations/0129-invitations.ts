/** Invitations, one for each address. */
export const invitationsMigration = {
  name: '0129-invitations',
  sql: `
create table invitations (
  id uuid constraint invitations_pkey primary key,
  email text collate "C" not null constraint invitations_email_key unique,
  role text collate "C" not null,
  -- By the ids of collections, which may be gone when the account is made.
  grants jsonb not null,
  invited_by uuid not null constraint invitations_invited_by_fkey references users on delete cascade,
  digest text collate "C" not null constraint invitations_digest_key unique,
  lifetime text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null,
  mail_id uuid,
  is_sent boolean not null
);
create index invitations_invited_by_idx on invitations (invited_by);
create index invitations_expires_idx on invitations (expires_at);
create index invitations_mail_idx on invitations (mail_id);
`,
};
