/**
 * Collections. There is a constraint for every uniqueness that a port promises, here as in the later steps, and an index for
 * every foreign key and every order of a list.
 *
 * Text in conditions and orders has the collation "C": it compares bytes, and updates of a system library cannot change the
 * order in an index. JSON has the type `json`, which keeps it byte for byte, unlike `jsonb`. Times are epoch milliseconds.
 */
export const collectionsMigration = {
  name: '0101-collections',
  sql: `
create table collections (
  id uuid constraint collections_pkey primary key,
  name text collate "C" not null constraint collections_name_key unique,
  display_name text not null,
  description text not null,
  schema json not null,
  is_active boolean not null,
  version integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  preview_url text,
  is_singleton boolean not null default false,
  -- Since when it is inactive; null while it is active, and if it has never been.
  hidden_since bigint
);

create index collections_inactive_idx on collections (id) where not is_active;
`,
};
