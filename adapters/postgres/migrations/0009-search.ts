import { searchFunctions } from './0009-search-functions.ts';

/**
 * The index of the search. The words of an entry are in `vector`, together with keys: its language, its collection, its
 * status, and its time of creation in spans of several lengths. A condition on the keys lets the GIN index skip all
 * other entries, so that a search reads the newest matches first, whatever the number of older ones. Keys contain a
 * slash, and no word does.
 *
 * An entry has no foreign key to its item: triggers keep it as the item is, also for writes of other programs.
 */
export const searchMigration = {
  name: '0009-search',
  sql: `
create table content_search (
  content_id uuid constraint content_search_pkey primary key,
  collection_id uuid not null,
  status text collate "C" not null,
  created_at bigint not null,
  -- The version of the item that has this text.
  version integer not null,
  -- The last number of content_search_rebuilds when the text was made.
  rebuild integer not null,
  language text collate "C" not null,
  title tsvector not null,
  vector tsvector not null
);

-- A compressed vector would cost more time than its space is worth. Titles are ranked, so they are beside the keys.
alter table content_search alter column vector set storage external, alter column title set storage main;
alter table content_search set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

-- Each search reads the pending entries, and a write that fills the list moves them: 1 MB takes both a few milliseconds.
create index content_search_vector_idx on content_search using gin (vector)
  with (fastupdate = on, gin_pending_list_limit = 1024);
create index content_search_created_idx on content_search (created_at, content_id);

-- Everything that makes entries outdated: of one collection, or of all for the zero id.
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
  -- The last number of content_search_rebuilds when the walk began; null while there is none.
  target integer,
  -- The item to go on after; null at the beginning.
  place uuid,
  done integer not null,
  ended_at bigint not null,
  leased_until bigint not null
);

insert into content_search_settings values (true, 'simple', '{simple}', 1);
insert into content_search_rebuilds values ('00000000-0000-0000-0000-000000000000', 1, 0);
insert into content_search_walk values (true, null, null, 0, 0, 0);

${searchFunctions}`,
};
