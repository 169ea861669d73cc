/** The responses to requests with a key. There is no foreign key: ids of users are never given again. */
export const receiptsMigration = {
  name: '0119-receipts',
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
  -- The process that holds the reservation, so that others see when it has ended; null if that cannot be seen.
  process integer,
  -- The sums of what was ever stored for the user before this receipt. Null until the response is stored.
  total_count bigint,
  total_bytes bigint,
  constraint receipts_pkey primary key (user_id, key)
);

create index receipts_stored_idx on receipts (stored_at);
create index receipts_user_idx on receipts (user_id, stored_at) where total_count is not null;

-- What was ever stored for a user. Each receipt has the sums before it: the difference is what is stored now.
create table receipt_totals (
  user_id uuid constraint receipt_totals_pkey primary key,
  count bigint not null,
  bytes bigint not null
);
`,
};
