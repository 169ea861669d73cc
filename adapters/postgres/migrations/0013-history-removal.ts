/**
 * A deletion for good that waited for the lock of an item does not see the revisions that an import added meanwhile. A
 * function does, like that for working copies.
 */
export const historyRemovalMigration = {
  name: '0013-history-removal',
  sql: `
create function remove_content_history(id uuid) returns void language plpgsql as $$
begin
  delete from content_revisions where content_id = id;
end $$;

do $$ begin
  execute format('alter function remove_content_history set search_path = %I, pg_temp', current_schema());
end $$;
`,
};
