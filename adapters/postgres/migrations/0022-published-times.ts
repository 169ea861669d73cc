/**
 * When items were first published. For items that are stored already, the history tells if it is whole. Otherwise the creation
 * stands for it.
 *
 * The index has an expression, because `order by` on the column alone would place items without a time after the others
 * when it descends. The expression is that of queries.
 */
export const publishedTimesMigration = {
  name: '0022-published-times',
  sql: `
alter table content add column published_at bigint;
alter table content_trash add column published_at bigint;

create temporary table publications on commit drop as
select content_id,
  case when bool_or(version = 1) then min(created_at) filter (where status = 'published') end as first_at
from content_revisions group by content_id having bool_or(status = 'published');

update content set published_at = coalesce(
  (select first_at from publications where content_id = content.id), created_at
) where status = 'published' or id in (select content_id from publications);

update content_trash set published_at = coalesce(
  (select first_at from publications where content_id = content_trash.id), created_at
) where status = 'published' or id in (select content_id from publications);

create index content_collection_status_published_idx on content
  (collection_id, status, (coalesce(published_at::float8, '-Infinity'::float8)), id);
`,
};
