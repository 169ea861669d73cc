/** Who reads the outbox in order, and how far each has come. A webhook has its position in its own row. */
export const readersMigration = {
  name: '0124-readers',
  sql: `
create table outbox_readers (
  name text primary key,
  position bigint not null,
  failures integer not null default 0,
  claim uuid,
  claimed_until timestamptz not null default '-infinity'
);
`,
};
