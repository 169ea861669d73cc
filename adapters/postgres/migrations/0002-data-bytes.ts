import type { SchemaMigration } from '../schema-migration.ts';

/**
 * The size of each item's data beside it: what `data::text` has in bytes could otherwise only be
 * told by reading it. Postgres fills it in, so that instances of the version before may go on writing.
 * This writes the table anew and keeps others out of it meanwhile.
 */
export const dataBytesMigration: SchemaMigration = {
  name: '0002-data-bytes',
  sql: `
alter table content
  add column data_bytes integer not null generated always as (octet_length(data::text)) stored;
`,
};
