/** Mails that wait, and failures. A failure has no content. */
export const mailsMigration = {
  name: '0126-mails',
  sql: `
create table mails (
  id uuid primary key,
  kind text not null check (kind in ('reset', 'invitation', 'notice')),
  user_id uuid,
  content text,
  attempts integer not null default 0,
  created_at bigint not null,
  due_at bigint,
  failed_at bigint,
  reason text,
  constraint mails_state check (
    (content is not null and due_at is not null and failed_at is null and reason is null)
    or (content is null and due_at is null and failed_at is not null and reason is not null)
  )
);
create index mails_due on mails (due_at) where due_at is not null;
create index mails_failed on mails (failed_at desc, id desc) where failed_at is not null;
create index mails_created on mails (created_at);
`,
};
