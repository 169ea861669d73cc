import type { Timer } from '../../core/index.ts';
import { PostgresStore } from '../postgres/postgres-store.ts';
import { openPglite } from './open-pglite.ts';

/** Opens the embedded database as a store. @see openPglite */
export const openPgliteStore = async (dataDir: string, timer: Timer): Promise<PostgresStore> => {
  const { knex, snapshot, close } = await openPglite(dataDir, timer);
  return new PostgresStore(knex, { snapshot: async () => snapshot(), close });
};
