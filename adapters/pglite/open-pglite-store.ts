import type { Timer } from '../../core/index.ts';
import type { RunStatement } from '../postgres/connection/knex-pool.ts';
import { PostgresStore } from '../postgres/postgres-store.ts';
import { openPglite } from './open-pglite.ts';

/** Opens the embedded database as a store. @see openPglite */
export const openPgliteStore = async (
  dataDir: string,
  timer: Timer,
  runStatement?: RunStatement,
): Promise<PostgresStore> => {
  const { pool, snapshot, close } = await openPglite(dataDir, timer, runStatement);
  return new PostgresStore(pool, { snapshot: async () => snapshot(), close });
};
