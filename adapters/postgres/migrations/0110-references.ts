import { keepSearchPath } from './keep-search-path.ts';

/**
 * The references from items to other items and to media files. There is no foreign key to the target, which need not exist.
 * Triggers remove the references of deleted items, also when another program deletes them.
 */
export const referencesMigration = {
  name: '0110-references',
  sql: `
create table content_references (
  content_id uuid not null,
  field text collate "C" not null,
  target text collate "C" not null,
  on_delete text collate "C" not null
    constraint content_references_on_delete_check check (on_delete in ('ignore', 'refuse', 'clear')),
  constraint content_references_pkey primary key (content_id, field, target)
);

create index content_references_target_idx on content_references (target, content_id, field);
-- The references that a deletion of their target looks for. It is empty until a schema has such a rule.
create index content_references_binding_idx
  on content_references (target, on_delete, content_id, field) where on_delete <> 'ignore';

-- For each collection: by which rules its references are indexed, and the last item that was indexed by them.
create table content_reference_indexes (
  collection_id uuid constraint content_reference_indexes_pkey primary key
    constraint content_reference_indexes_collection_id_fkey references collections on delete cascade,
  form text collate "C" not null,
  after_created_at bigint,
  after_id uuid,
  ended_at bigint
);

-- These are functions, because a statement that waited for the lock of an item does not see references that were stored
-- while it waited. A function sees them.
create function write_content_references(item uuid, fields text[], targets text[], rules text[])
returns void language plpgsql as $$
begin
  delete from content_references stored where content_id = item and not exists (
    select from unnest(fields, targets, rules) wanted (field, target, on_delete)
    where wanted.field = stored.field and wanted.target = stored.target
      and wanted.on_delete = stored.on_delete);
  if cardinality(fields) > 0 then
    insert into content_references (content_id, field, target, on_delete)
    select item, wanted.field, wanted.target, wanted.on_delete
    from unnest(fields, targets, rules) wanted (field, target, on_delete)
    on conflict do nothing;
  end if;
end $$;

create function check_content_references(item uuid, leaving uuid[]) returns void language plpgsql as $$
begin
  if exists (
    select from content_references where target = 'item/' || item and on_delete <> 'ignore'
      and content_id <> item and content_id <> all (leaving)
  ) then
    raise foreign_key_violation using
      message = 'Another item refers to the item', constraint = 'content_references_on_delete_check';
  end if;
end $$;

create function remove_content_references() returns trigger language plpgsql as $$
begin
  delete from content_references where content_id = old.id;
  return null;
end $$;

create function truncate_content_references() returns trigger language plpgsql as $$
begin
  truncate content_references;
  return null;
end $$;

${keepSearchPath('remove_content_references', 'truncate_content_references')}

create trigger content_references_removed after delete on content
  for each row execute function remove_content_references();
create trigger content_references_truncated after truncate on content
  for each statement execute function truncate_content_references();
`,
};
