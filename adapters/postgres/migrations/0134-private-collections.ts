/** Private collections. The index answers, at once while there is none, whether not everybody sees each collection. */
export const privateCollectionsMigration = {
  name: '0134-private-collections',
  sql: `
alter table collections add column is_private boolean not null default false;
drop index collections_inactive_idx;
create index collections_restricted_idx on collections (id) where (not is_active or is_private);
`,
};
