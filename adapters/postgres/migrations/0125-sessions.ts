/**
 * What lists of sessions show, and when users last signed in, which stays when their sessions have ended. The defaults are for
 * sessions from before, and for those that an older version of the program stores.
 */
export const sessionsMigration = {
  name: '0125-sessions',
  sql: `
alter table sessions add column public_id uuid not null default gen_random_uuid();
alter table sessions add column last_seen_at bigint not null
  default (extract(epoch from now()) * 1000)::bigint;
alter table sessions add column address text;
alter table sessions add column client text;
alter table sessions add column method text collate "C" not null default 'password';
alter table sessions add column second_factor boolean not null default false;
update sessions set last_seen_at = created_at;

create table sign_ins (
  user_id uuid constraint sign_ins_pkey primary key
    constraint sign_ins_user_id_fkey references users on delete cascade,
  signed_in_at bigint not null
);
insert into sign_ins select user_id, max(created_at) from sessions group by user_id;
`,
};
