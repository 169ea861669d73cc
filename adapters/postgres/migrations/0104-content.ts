/** Items. Later steps have triggers for what is stored beside an item. */
export const contentMigration = {
  name: '0104-content',
  sql: `
create table content (
  id uuid constraint content_pkey primary key,
  collection_id uuid not null
    constraint content_collection_id_fkey references collections on delete restrict,
  author_id uuid constraint content_author_id_fkey references users on delete set null,
  title text not null,
  slug text collate "C" not null constraint content_slug_key unique,
  status text collate "C" not null
    constraint content_status_check check (status in ('draft', 'published', 'archived')),
  data json not null,
  version integer not null,
  origin_digest text,
  origin_version integer,
  created_at bigint not null,
  updated_at bigint not null,
  title_key text collate "C" not null default '',
  data_bytes integer not null generated always as (octet_length(data::text)) stored,
  -- When it was first published.
  published_at bigint,
  constraint content_origin_check check ((origin_digest is null) = (origin_version is null))
);

-- One index per filter of the list. Lists are newest first and read the index backwards: new rows are
-- appended at its end, where full pages split without leaving space, so the index is half the size.
create index content_created_idx on content (created_at, id) include (collection_id);
create index content_status_idx on content (status, created_at, id) include (collection_id);
create index content_collection_idx on content (collection_id, created_at, id);
create index content_collection_status_idx on content (collection_id, status, created_at, id);

-- For lists of summaries, which are in the order of the last change or of the creation. There is no index without the
-- status: a list of all statuses merges one scan for each status. The indexes for authors contain the time as an
-- expression, because they are the only ones for lists of an author, whatever the planner expects. One of them is the
-- index for the foreign key.
create index content_status_updated_idx on content (status, updated_at, id);
create index content_collection_status_updated_idx
  on content (collection_id, status, updated_at, id);
create index content_author_updated_idx on content
  (author_id, collection_id, status, (updated_at + 0), id) include (updated_at)
  where author_id is not null;
create index content_author_created_idx on content
  (author_id, collection_id, status, (created_at + 0), id) include (created_at)
  where author_id is not null;

-- For queries. The order by the title compares its beginning only, like the order by any text.
create index content_collection_status_id_idx on content (collection_id, status, id);
create index content_collection_status_slug_idx on content (collection_id, status, slug, id);
create index content_collection_status_title_idx
  on content (collection_id, status, (left(title, 256) collate "C"), id);

-- An expression, because "order by" on the column alone would place items without a time after the others when it
-- descends. The expression is that of queries.
create index content_collection_status_published_idx on content
  (collection_id, status, (coalesce(published_at::float8, '-Infinity'::float8)), id);

-- Index-only scans need a fresh visibility map: vacuum after 1 % of the rows changed, not after 20 %.
alter table content set (
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_insert_scale_factor = 0.02
);
`,
};
