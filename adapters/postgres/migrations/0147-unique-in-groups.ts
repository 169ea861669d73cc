import { keepSearchPath } from './keep-search-path.ts';

/**
 * Values that are unique in a group of translations, whose items have them in common. One item of each group, its head, stands
 * for all of them in the unique indexes; the others follow. The head is the first item of the group. When it leaves, another
 * one becomes the head.
 *
 * Items that a commit takes into another group follow from its beginning, so that no head is left among them.
 */
export const uniqueInGroupsMigration = {
  name: '0147-unique-in-groups',
  sql: `
alter table content add column follows_group boolean not null default false;

update content set follows_group = true
  where locale is not null and exists (
    select from content other
    where other.group_id = content.group_id and other.locale is not null and other.id < content.id
  );

create unique index content_head_key on content (group_id)
  where locale is not null and not follows_group;

create function follow_group() returns trigger language plpgsql as $$
begin
  new.follows_group := exists (
    select from content
    where group_id = new.group_id and locale is not null and not follows_group and id <> new.id);
  return new;
end $$;

create function pass_on_group() returns trigger language plpgsql as $$
begin
  update content set follows_group = false where id = (
    select id from content where group_id = old.group_id and locale is not null
    order by id limit 1);
  return null;
end $$;

${keepSearchPath('follow_group', 'pass_on_group')}

create trigger content_head_added before insert on content for each row
  when (new.group_id is not null)
  execute function follow_group();
create trigger content_head_changed before update on content for each row
  when (new.group_id is not null and new.group_id is distinct from old.group_id)
  execute function follow_group();
create trigger content_head_left after update on content for each row
  when (old.group_id is not null and not old.follows_group
    and new.group_id is not null and new.group_id <> old.group_id)
  execute function pass_on_group();
create trigger content_head_removed after delete on content for each row
  when (old.group_id is not null and not old.follows_group)
  execute function pass_on_group();
`,
};
