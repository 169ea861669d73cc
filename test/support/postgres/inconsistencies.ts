import type { Knex } from 'knex';

/** Each finds rows that contradict each other. All writes must have been made by the service, and none is pruned. */
const contradictions: Readonly<Record<string, string>> = {
  'an item without the revision of its version': `
    select id from content where not exists (
      select from content_revisions revision where content_id = content.id
      and (revision.version, revision.title, revision.slug, revision.status, revision.collection_id, revision.data::text)
        = (content.version, content.title, content.slug, content.status, content.collection_id, content.data::text))`,
  'an item in the trash without the revision of its version': `
    select id from content_trash trash where not exists (
      select from content_revisions revision where content_id = trash.id
      and (revision.version, revision.title, revision.slug, revision.status, revision.data::text)
        = (trash.version, trash.title, trash.slug, trash.status, trash.data::text))`,
  'a revision of a later version than its item': `
    select content_id as id from content_revisions revision
    join (select id, version from content union all select id, version from content_trash) item on item.id = content_id
    where revision.version > item.version`,
  'an item and a deleted item with the same id': `
    select id from content join content_trash using (id)`,
  'a slug of two items that do not translate each other': `
    select min(id::text) as id from content group by slug having count(distinct coalesce(group_id, id)) > 1`,
  'translations that differ in a shared field': `
    select group_id as id from content join collections on collections.id = content.collection_id
    cross join lateral jsonb_each(schema::jsonb -> 'properties') field (key, value)
    where group_id is not null and value ->> 'localized' = 'false'
    group by group_id, key having count(distinct coalesce(data::jsonb -> key, 'null')) > 1`,
  'a revision without an item': `
    select content_id as id from content_revisions where content_id not in
      (select id from content union all select id from content_trash)`,
  'a working copy without an item': `
    select content_id as id from content_copies where content_id not in
      (select id from content union all select id from content_trash)`,
  'a working copy that has another collection for its item': `
    select content_id as id from content_copies
    join (select id, collection_id from content union all select id, collection_id from content_trash) item
      on item.id = content_id
    where item.collection_id <> item_collection_id`,
  'a preview token without an item': `
    select id from preview_tokens
    where content_id is not null and content_id not in (select id from content)`,
  'a former slug without an item': `
    select content_id as id from former_slugs where content_id not in
      (select id from content union all select id from content_trash)`,
  'a former slug that has another collection or status than its item': `
    select content_id as id from former_slugs former join content on content.id = content_id
    where (former.collection_id, former.status) <> (content.collection_id, content.status)`,
  'a comment without an item': `
    select content_id as id from content_comments where content_id not in
      (select id from content union all select id from content_trash)`,
  'a reply without its thread': `
    select id from content_comments reply where not exists (
      select from content_comments thread
      where thread.id = reply.thread_id and thread.thread_id = thread.id and thread.content_id = reply.content_id)`,
  'listed mentions that are not those of the comments': `
    (select content_id as id from content_mentions except
      select content_id from content_comments where mentions <> '{}')
    union all
    select coalesce(listed.content_id, said.content_id) from content_mentions listed full join (
      select distinct on (thread_id, user_id) user_id, thread_id, id as comment_id, content_id, item.collection_id
      from content_comments join content item (content_id, collection_id) using (content_id),
        unnest(mentions) mentioned (user_id)
      where not exists (select from content_comments thread
        where thread.id = content_comments.thread_id and thread.resolved_at is not null)
      order by thread_id, user_id, content_comments.created_at desc, id desc) said
      using (user_id, thread_id, comment_id, content_id, collection_id)
    where listed.at is null or said.comment_id is null`,
  'a planned change without an item': `
    select content_id as id from content_schedules where content_id not in (select id from content)`,
  'a planned publication of an archived item': `
    select id from content join content_schedules on content_id = id where status = 'archived'`,
  'an item whose last event is about another version': `
    select id from content where version is distinct from (
      select (event -> 'after' ->> 'version')::int from outbox
      where event ->> 'id' = content.id::text and event ->> 'type' = 'content' order by position desc limit 1)`,
  'a deleted item whose last event is not its deletion': `
    select event ->> 'id' as id from outbox
    where event ->> 'type' = 'content' and event ->> 'after' is not null
      and (event ->> 'id')::uuid not in (select id from content)
      and not exists (select from outbox later
        where later.event ->> 'id' = outbox.event ->> 'id' and later.position > outbox.position
          and later.event ->> 'type' = 'content')`,
  'events of an item with a gap': `
    select id from (
      select event ->> 'id' as id, (event -> 'before' ->> 'version')::int as before,
        lag((event -> 'after' ->> 'version')::int)
          over (partition by event ->> 'id' order by position) as last
      from outbox where event ->> 'type' = 'content') each
    where before is not null and before is distinct from last`,
  'a failed change without its event': `
    select content_id as id from content_schedules where state = 'failed' and not exists (
      select from outbox where event ->> 'type' = 'schedule_failed' and event ->> 'id' = content_id::text
        and event ->> 'reason' = reason)`,
};

/** Reads all tables of content. @returns what is inconsistent, one sentence each. */
export const inconsistencies = async (knex: Knex): Promise<readonly string[]> => {
  const names = Object.keys(contradictions);
  const parts = Object.values(contradictions).map(
    (sql, at) => `select ${at} as number, id::text as id from (${sql}) found`,
  );
  const { rows } = await knex.raw<{
    readonly rows: readonly { readonly number: number; readonly id: string }[];
  }>(parts.join(' union all '));
  return rows.map(({ number, id }) => `${names[number]}: ${id}`);
};
