/**
 * Where readers of published content could see the items under their former slugs. Of slugs that are stored already, the
 * history tells the collections, without it the present collection stands for them. One that is inactive now counts as
 * one that was always inactive, because nothing says when it became so.
 */
export const seenSlugsMigration = {
  name: '0034-seen-slugs',
  sql: `
-- Since when it is inactive; null while it is active, and if it has never been.
alter table collections add column hidden_since bigint;

alter table former_slugs add column seen_in uuid[] not null default '{}';

update former_slugs set seen_in = array(
  select distinct place from (
    select collection_id from content_revisions revision where revision.content_id = former_slugs.content_id
      and revision.slug = former_slugs.slug and revision.status = 'published'
    union all
    select former_slugs.collection_id where not exists (
      select from content_revisions revision where revision.content_id = former_slugs.content_id
        and revision.slug = former_slugs.slug and revision.status = 'published')
  ) had (place) where not exists (select from collections where id = place and not is_active));

-- After the update: it would count for each row.
alter table former_slugs add column is_seen boolean not null
  generated always as (cardinality(seen_in) > 0) stored;

drop index former_slugs_status_idx;
drop index former_slugs_collection_idx;
-- For lists, which merge one scan for each status.
create index former_slugs_status_idx on former_slugs
  (is_seen, status, listed_slug) include (content_id, seen_in);
create index former_slugs_collection_idx on former_slugs
  (collection_id, is_seen, status, listed_slug) include (content_id, seen_in);
`,
};
