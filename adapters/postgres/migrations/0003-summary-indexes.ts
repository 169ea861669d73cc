import type { SchemaMigration } from '../migrations.ts';

/**
 * The indexes for lists of summaries, which are in the order of the last change or of the creation, and
 * may be limited to a collection, a status and an author. There is no index without the status: a list of
 * all statuses merges one scan for each status. By creation, the indexes of the content lists serve all
 * lists without an author.
 *
 * The indexes for authors contain the time as an expression, because they are the only ones for lists of
 * an author, whatever the planner expects. The column is included, so that a scan reads nothing else.
 * Items without an author, such as most imported ones, are not in the indexes for authors. One of these
 * replaces `content_author_idx`, as the index for the foreign key.
 */
export const summaryIndexesMigration: SchemaMigration = {
  name: '0003-summary-indexes',
  sql: `
create index content_status_updated_idx on content (status, updated_at, id);
create index content_collection_status_updated_idx
  on content (collection_id, status, updated_at, id);
create index content_author_updated_idx on content
  (author_id, collection_id, status, (updated_at + 0), id) include (updated_at)
  where author_id is not null;
create index content_author_created_idx on content
  (author_id, collection_id, status, (created_at + 0), id) include (created_at)
  where author_id is not null;
drop index content_author_idx;
`,
};
