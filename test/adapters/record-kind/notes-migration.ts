/** What the migration of the kind runs. */
export const notesMigration = `
  create table notes (
    id uuid primary key,
    body text not null,
    written_by uuid references users on delete set null,
    labels text[],
    created_at bigint not null
  );
`;
