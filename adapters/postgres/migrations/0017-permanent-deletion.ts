import { keepSearchPath } from './keep-search-path.ts';

/**
 * Removes all that belongs to an item that is deleted for good. A statement that waited for the lock of the item does not
 * see what was stored while it waited, for example by an import. A function sees it. The functions that it replaces stay,
 * because instances of an earlier version call them until they are replaced, too.
 */
export const permanentDeletionMigration = {
  name: '0017-permanent-deletion',
  sql: `
create function remove_content_parts(id uuid) returns void language plpgsql as $$
begin
  delete from content_revisions where content_id = id;
  delete from former_slugs where content_id = id;
  perform remove_content_copy(id);
end $$;

${keepSearchPath('remove_content_parts')}
`,
};
