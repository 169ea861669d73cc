import { keepSearchPath } from './keep-search-path.ts';

/**
 * Private collections. The index of restricted collections answers, at once while there is none, whether not everybody sees
 * each collection. Planned changes have the collection of their item, so that lists for those who do not see all of them read
 * only what they return. Triggers store it: the previous version, which still plans changes meanwhile, does not.
 */
export const privateCollectionsMigration = {
  name: '0134-private-collections',
  sql: `
alter table collections add column is_private boolean not null default false;
drop index collections_inactive_idx;
create index collections_restricted_idx on collections (id) where (not is_active or is_private);

alter table content_schedules add column collection_id uuid;
update content_schedules set collection_id = content.collection_id
  from content where content.id = content_id;
create index content_schedules_collection_idx
  on content_schedules (collection_id, at, content_id, action);

-- For lists of copies, without those that move their item to a collection that the reader does not see.
create index content_copies_pair_idx
  on content_copies (item_collection_id, collection_id, updated_at, content_id);

-- The item is locked, so its collection does not change before the plan is stored. A function sees it as it is now.
create function set_schedule_collection() returns trigger language plpgsql as $$
begin
  select content.collection_id into new.collection_id from content where id = new.content_id;
  return new;
end $$;

create function move_content_schedule() returns trigger language plpgsql as $$
begin
  update content_schedules set collection_id = new.collection_id where content_id = new.id;
  return null;
end $$;

${keepSearchPath('set_schedule_collection', 'move_content_schedule')}

create trigger content_schedule_planned before insert on content_schedules
  for each row execute function set_schedule_collection();
create trigger content_schedule_moved after update on content for each row
  when (old.collection_id <> new.collection_id)
  execute function move_content_schedule();
`,
};
