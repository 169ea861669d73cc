import type { Timer } from '../../core/index.ts';
import type { RunStatement } from '../postgres/connection/connections.ts';
import { PostgresStore } from '../postgres/postgres-store.ts';
import { openPglite } from './open-pglite.ts';

/** Opens the embedded database as a store. @see openPglite */
export const openPgliteStore = async (
  dataDir: string,
  timer: Timer,
  runStatement?: RunStatement,
): Promise<PostgresStore> => {
  const { knex, snapshot, close } = await openPglite(dataDir, timer, runStatement);
  return new PostgresStore(knex, { snapshot: async () => snapshot(), close });
};
