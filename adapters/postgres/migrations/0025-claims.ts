/**
 * Which process has made a claim, so that others see when it has ended; null if that cannot be seen. And the sums of
 * what was ever stored for a user. Each receipt has those before it: the difference is what is stored now. And an index
 * of the newest preview tokens of a user, which takes the place of the one by user.
 */
export const claimsMigration = {
  name: '0025-claims',
  sql: `
alter table receipts add column process integer;
alter table content_search_walk add column process integer;
alter table content_index_claims add column process integer;

-- Before this receipt. Null until the response is stored.
alter table receipts add column total_count bigint;
alter table receipts add column total_bytes bigint;
create index receipts_user_idx on receipts (user_id, stored_at) where total_count is not null;

-- For the end of the oldest tokens of a user.
create index preview_tokens_newest_idx on preview_tokens (user_id, content_id, id);
drop index preview_tokens_user_idx;

create table receipt_totals (
  user_id uuid constraint receipt_totals_pkey primary key,
  count bigint not null,
  bytes bigint not null
);
`,
};
