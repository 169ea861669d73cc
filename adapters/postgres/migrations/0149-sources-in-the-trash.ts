import { keepSearchPath } from './keep-search-path.ts';

/** Records what an item in the trash was made from: a backup has it there. Items are locked before the trash. */
export const sourcesInTheTrashMigration = {
  name: '0149-sources-in-the-trash',
  sql: `
create or replace function store_source(
  item uuid, source uuid, made_version integer, made jsonb, differing text[]
) returns boolean language plpgsql as $$
begin
  insert into content_sources (
    content_id, source_id, version, prints, changed,
    collection_id, locale, group_id, group_since, is_stored, source_group)
  select id, source, made_version, made, differing, collection_id, locale, group_id, group_since, is_stored,
    (select other.group_id from content other where other.id = source)
  from (
    select id, collection_id, locale, group_id, group_since, true as is_stored from content where id = item
    union all
    select id, collection_id, locale, group_id, group_since, false from content_trash where id = item
  ) found where locale is not null
  on conflict (content_id) do update set
    source_id = excluded.source_id, version = excluded.version, prints = excluded.prints,
    changed = excluded.changed, source_group = excluded.source_group;
  return found;
end $$;

create or replace function record_source(
  item uuid, source uuid, made_version integer, made jsonb, present_version integer, present jsonb, shared text[]
) returns boolean language plpgsql as $$
declare
  stored_version integer;
  differing text[] := '{}';
begin
  perform id from content where id in (item, source) order by id for no key update;
  perform id from content_trash where id = item for no key update;
  select version into stored_version from content where id = source;
  if stored_version is distinct from present_version then
    return false;
  end if;
  if present_version is not null then
    made := rolled_prints(made, present, shared);
    differing := changed_paths(made, present, shared);
  end if;
  return store_source(item, source, made_version, made, differing);
end $$;

${keepSearchPath('store_source', 'record_source')}
`,
};
