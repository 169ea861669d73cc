/**
 * The index of the search. The column `vector` has the words of an entry and its keys: its language, its collection, its
 * status, and its time of creation as spans of several lengths. With a condition on the keys, the GIN index skips all
 * other entries, so a search can read the newest matches first, however many older ones there are. Keys contain a slash,
 * words do not.
 *
 * An entry has no foreign key to its item. Triggers update it with the item, also when another program writes the item.
 */
export const searchMigration = {
  name: '0113-search',
  sql: `
create table content_search (
  content_id uuid constraint content_search_pkey primary key,
  collection_id uuid not null,
  status text collate "C" not null,
  created_at bigint not null,
  -- The version of the item that has this text.
  version integer not null,
  -- The last number of content_search_rebuilds when the text was stored.
  rebuild integer not null,
  language text collate "C" not null,
  title tsvector not null,
  vector tsvector not null
);

-- Vectors are not compressed: that would cost more time than it saves space. Searches rank titles, so titles stay in the
-- row.
alter table content_search alter column vector set storage external, alter column title set storage main;
alter table content_search set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

-- Each search reads the list of pending entries, and the write that fills the list moves them into the index. With 1 MB,
-- both take a few milliseconds.
create index content_search_vector_idx on content_search using gin (vector)
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index content_search_created_idx on content_search (created_at, content_id);

-- When the entries of a collection became outdated; with the zero id, those of all collections.
create table content_search_rebuilds (
  collection_id uuid constraint content_search_rebuilds_pkey primary key,
  number integer not null,
  begun_at bigint not null
);

create table content_search_settings (
  id boolean constraint content_search_settings_pkey primary key default true
    constraint content_search_settings_single_check check (id),
  -- Of new entries.
  language text collate "C" not null,
  -- Of all entries.
  languages text[] not null,
  rebuild integer not null
);

-- The walk through all items that replaces outdated entries.
create table content_search_walk (
  id boolean constraint content_search_walk_pkey primary key default true
    constraint content_search_walk_single_check check (id),
  -- The last number of content_search_rebuilds when the walk began; null between walks.
  target integer,
  -- The last item of the walk so far; null at the beginning.
  place uuid,
  done integer not null,
  ended_at bigint not null,
  leased_until bigint not null,
  -- Which process holds the walk, so that others see when it has ended; null if that cannot be seen.
  process integer,
  -- About how many items the walk will see, and how many it has seen.
  items bigint not null default 0,
  seen bigint not null default 0
);

insert into content_search_settings values (true, 'simple', '{simple}', 1);
insert into content_search_rebuilds values ('00000000-0000-0000-0000-000000000000', 1, 0);
insert into content_search_walk (done, ended_at, leased_until) values (0, 0, 0);
`,
};
