/** Sign-ins that wait for a code. */
export const challengesMigration = {
  name: '0131-challenges',
  sql: `
create table challenges (
  digest text collate "C" constraint challenges_pkey primary key,
  user_id uuid not null
    constraint challenges_user_id_fkey references users on delete cascade,
  expires_at bigint not null,
  codes_left integer not null
);
create index challenges_user_idx on challenges (user_id);
create index challenges_expires_idx on challenges (expires_at);
`,
};
