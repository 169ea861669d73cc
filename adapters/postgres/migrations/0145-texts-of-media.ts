/** The texts of files in languages, by the code of the locale; null for none. */
export const textsOfMediaMigration = {
  name: '0145-texts-of-media',
  sql: `
alter table media add column texts jsonb;
`,
};
