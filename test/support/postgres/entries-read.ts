import type { Transaction } from '../../../adapters/postgres/connection/knex-pool.ts';

/**
 * The entries of the search that were read in scans of the table, and by its indexes. The statistics are of the whole
 * connection.
 */
export const entriesRead = async ({ knex }: Transaction) => {
  const { rows } = await knex.raw<{
    rows: readonly { readonly scanned: number; readonly found: number }[];
  }>(
    'select seq_tup_read::integer as scanned, idx_tup_fetch::integer as found ' +
      "from pg_stat_xact_user_tables where relname = 'content_search'",
  );
  return rows[0] ?? { scanned: 0, found: 0 };
};
