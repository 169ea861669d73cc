/**
 * Second factors. The account says whether it has one that is confirmed, so that requests and sign-ins read nothing more. The
 * default is for accounts that an older version of the program stores.
 */
export const secondFactorsMigration = {
  name: '0130-second-factors',
  sql: `
alter table users add column has_second_factor boolean not null default false;

create table second_factors (
  user_id uuid constraint second_factors_pkey primary key
    constraint second_factors_user_id_fkey references users on delete cascade,
  version uuid not null,
  secret text not null,
  -- Null once it is confirmed.
  pending_until bigint,
  last_step bigint not null,
  recovery_codes json not null,
  wrong_at json not null
);
create index second_factors_pending_idx on second_factors (pending_until)
  where pending_until is not null;
`,
};
