/** The responses to requests with a key. There is no foreign key: ids of users are never given again. */
export const receiptsMigration = {
  name: '0006-receipts',
  sql: `
create table receipts (
  user_id uuid not null,
  key text collate "C" not null,
  -- The attempt that holds the reservation.
  reservation_id uuid not null,
  digest text collate "C" not null,
  leased_until bigint not null,
  -- When it was reserved, and then when the response was stored.
  stored_at bigint not null,
  -- Null until the response is stored.
  answer json,
  rights json,
  constraint receipts_pkey primary key (user_id, key)
);

create index receipts_stored_idx on receipts (stored_at);
`,
};
