import { keepSearchPath } from './keep-search-path.ts';

/**
 * Lets several items come into another group together with the slug that they share.
 *
 * An item that changes its group keeps its slug, and so does the holder of it, in whichever group each of them is
 * meanwhile. That a slug names one group is checked after the write, or at the end of several ones.
 */
export const slugsOfJoinedGroupsMigration = {
  name: '0140-slugs-of-joined-groups',
  sql: `
create or replace function share_content_slug() returns trigger language plpgsql as $$
begin
  perform from content
  where slug = new.slug and slug_share = '' and id <> new.id
    and (group_id = new.group_id or (tg_op = 'UPDATE' and new.slug = old.slug))
  for share;
  new.slug_share := case when found then new.id::text else '' end;
  return new;
end $$;

-- The item can have been changed again since.
create function check_slug_of_group() returns trigger language plpgsql as $$
begin
  if exists (
    select from content item join content other on other.slug = item.slug
    where item.id = new.id and other.group_id is distinct from item.group_id
  ) then
    raise unique_violation using
      message = 'Another group has the slug', constraint = 'content_slug_key';
  end if;
  return null;
end $$;

${keepSearchPath('share_content_slug', 'check_slug_of_group')}

drop trigger content_slug_lost on content;
create trigger content_slug_lost after update on content for each row
  when (old.slug_share = '' and old.locale is not null and new.slug <> old.slug)
  execute function pass_on_content_slug();
create constraint trigger content_slug_of_group after update on content
  deferrable initially immediate for each row
  when (new.slug = old.slug and new.group_id is distinct from old.group_id)
  execute function check_slug_of_group();
`,
};
