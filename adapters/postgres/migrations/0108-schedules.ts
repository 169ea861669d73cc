/**
 * Planned changes of content. A change has no foreign key to its item, because the statement that deletes the item removes
 * it, and none to the account that planned it, because it survives the account.
 */
export const schedulesMigration = {
  name: '0108-schedules',
  sql: `
create table content_schedules (
  content_id uuid not null,
  action text collate "C" not null,
  at bigint not null,
  state text collate "C" not null default 'pending',
  reason text,
  scheduled_by uuid,
  -- No other instance carries out the change until then.
  claimed_until bigint not null default 0,
  constraint content_schedules_pkey primary key (content_id, action),
  constraint content_schedules_reason_check check ((state = 'failed') = (reason is not null))
);

-- For the list, and for the pending changes that are due.
create index content_schedules_at_idx on content_schedules (at, content_id, action);
create index content_schedules_due_idx on content_schedules (at) where state = 'pending';

create function unschedule_content(item uuid, actions text[]) returns void language sql as $body$
  delete from content_schedules
  where content_id = item and (state = 'failed' or action = any (actions))
$body$;
`,
};
