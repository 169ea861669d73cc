/** The settings, and the locks of administrative writes. */
export const settingsMigration = {
  name: '0103-settings',
  sql: `
create table settings (
  id boolean constraint settings_pkey primary key default true
    constraint settings_single_check check (id),
  value json not null
);

-- A transaction that has written the row of a lock holds it.
create table locks (
  name text collate "C" constraint locks_pkey primary key
);
`,
};
