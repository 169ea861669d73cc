import { keepSearchPath } from './keep-search-path.ts';

/**
 * The former slugs of items. A slug has no foreign key to its item, because it stays while the item is in the trash. It has
 * the collection and the status of its item, so that lists read only what they return.
 *
 * While another item has the slug, the former slug leads nowhere. The statement that takes the slug from that item removes
 * it.
 */
export const slugsMigration = {
  name: '0109-slugs',
  sql: `
create table former_slugs (
  slug text collate "C" constraint former_slugs_pkey primary key,
  content_id uuid not null,
  collection_id uuid not null,
  status text collate "C" not null,
  -- The slug for lists. A look-up of a slug can then use the primary key only: while the table is empty, the planner
  -- would choose any index that contains the slug.
  listed_slug text collate "C" not null generated always as (slug) stored,
  -- The collections in which readers of published content could see the item under this slug.
  seen_in uuid[] not null default '{}',
  is_seen boolean not null generated always as (cardinality(seen_in) > 0) stored
);

create index former_slugs_content_idx on former_slugs (content_id);

-- For lists, which merge one scan for each status.
create index former_slugs_status_idx on former_slugs
  (is_seen, status, listed_slug) include (content_id, seen_in);
create index former_slugs_collection_idx on former_slugs
  (collection_id, is_seen, status, listed_slug) include (content_id, seen_in);

create function remove_former_slugs(id uuid) returns void language plpgsql as $$
begin
  delete from former_slugs where content_id = id;
end $$;

${keepSearchPath('remove_former_slugs')}
`,
};
