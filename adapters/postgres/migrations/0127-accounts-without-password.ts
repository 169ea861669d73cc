/** Accounts that sign in only in other ways than with a password. */
export const accountsWithoutPasswordMigration = {
  name: '0127-accounts-without-password',
  sql: `
alter table users alter column password_hash drop not null;
`,
};
