/** The icons of collections, and the templates of their items: JSON, so that the members of their data keep their order. */
export const templatesMigration = {
  name: '0154-templates',
  sql: `
alter table collections add column icon text collate "C", add column templates json;
`,
};
