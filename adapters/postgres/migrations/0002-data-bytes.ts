import type { SchemaMigration } from '../migrations.ts';

/**
 * Stores the size of `data::text` in bytes, which is otherwise known only after reading the data. A
 * generated column, so that instances of the version before can still write. This rewrites the table
 * and locks it meanwhile.
 */
export const dataBytesMigration: SchemaMigration = {
  name: '0002-data-bytes',
  sql: `
alter table content
  add column data_bytes integer not null generated always as (octet_length(data::text)) stored;
`,
};
