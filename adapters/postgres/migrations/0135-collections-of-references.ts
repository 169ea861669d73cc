import { keepSearchPath } from './keep-search-path.ts';

/**
 * References have the collection of the referring item, so that lists of referrers for those who do not see all collections
 * read only what they return. A write stores it; triggers change it when the item moves, and store it where it is missing:
 * the previous version, which still writes references meanwhile, does not know it.
 */
export const collectionsOfReferencesMigration = {
  name: '0135-collections-of-references',
  sql: `
-- In the order of writes, which change an item and then its references: otherwise one of them could wait for this step, and
-- this step for it.
lock table content in share row exclusive mode;

alter table content_references add column collection_id uuid;
update content_references set collection_id = content.collection_id
  from content where content.id = content_id;
create index content_references_collection_idx
  on content_references (target, collection_id, content_id, field);

-- The previous version calls it without the collection. References that stay are moved by the trigger.
drop function write_content_references(uuid, text[], text[], text[]);
create function write_content_references(
  item uuid, fields text[], targets text[], rules text[], collection uuid default null
) returns void language plpgsql as $$
begin
  delete from content_references stored where content_id = item and not exists (
    select from unnest(fields, targets, rules) wanted (field, target, on_delete)
    where wanted.field = stored.field and wanted.target = stored.target
      and wanted.on_delete = stored.on_delete);
  if cardinality(fields) > 0 then
    insert into content_references (content_id, field, target, on_delete, collection_id)
    select item, wanted.field, wanted.target, wanted.on_delete, collection
    from unnest(fields, targets, rules) wanted (field, target, on_delete)
    on conflict do nothing;
  end if;
end $$;

-- The item is locked, or new. A function sees its collection as it is now.
create function set_reference_collection() returns trigger language plpgsql as $$
begin
  select content.collection_id into new.collection_id from content where id = new.content_id;
  return new;
end $$;

create function move_content_references() returns trigger language plpgsql as $$
begin
  update content_references set collection_id = new.collection_id
  where content_id = new.id and collection_id is distinct from new.collection_id;
  return null;
end $$;

${keepSearchPath('set_reference_collection', 'move_content_references')}

create trigger content_references_written before insert on content_references
  for each row when (new.collection_id is null) execute function set_reference_collection();
create trigger content_references_moved after update on content for each row
  when (old.collection_id <> new.collection_id)
  execute function move_content_references();
`,
};
