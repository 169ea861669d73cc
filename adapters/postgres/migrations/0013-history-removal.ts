import { keepSearchPath } from './keep-search-path.ts';

/**
 * Removes the history of an item that is deleted for good. A statement that waited for the lock of the item does not see
 * revisions that an import added while it waited. A function sees them.
 */
export const historyRemovalMigration = {
  name: '0013-history-removal',
  sql: `
create function remove_content_history(id uuid) returns void language plpgsql as $$
begin
  delete from content_revisions where content_id = id;
end $$;

${keepSearchPath('remove_content_history')}
`,
};
