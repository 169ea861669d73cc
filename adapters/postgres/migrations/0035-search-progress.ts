/** About how many items the walk through all items will see, and how many it has seen: the progress of a rebuild. */
export const searchProgressMigration = {
  name: '0035-search-progress',
  sql: `
alter table content_search_walk add column items bigint not null default 0;
alter table content_search_walk add column seen bigint not null default 0;
`,
};
