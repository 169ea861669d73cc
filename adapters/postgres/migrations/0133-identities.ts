/** What users are known by at an identity provider. */
export const identitiesMigration = {
  name: '0133-identities',
  sql: `
create table identities (
  user_id uuid constraint identities_pkey primary key
    constraint identities_user_id_fkey references users on delete cascade,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  created_at bigint not null,
  constraint identities_issuer_subject_key unique (issuer, subject)
);
`,
};
