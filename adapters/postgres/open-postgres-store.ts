import type { Timer } from '../../core/index.ts';
import { readAddress } from './connection/address.ts';
import { connectionOptions, openPool, type PoolOptions } from './connection/pool.ts';
import { PostgresStore } from './postgres-store.ts';
import { assertUsableServer } from './connection/server-check.ts';
import { SnapshotQuestion } from './snapshot-question.ts';

/** Opens a store on a PostgreSQL server. Connects on first use. */
export const openPostgresStore = (options: PoolOptions, timer: Timer): PostgresStore => {
  const database = openPool(options, timer);
  const { connectionString } = readAddress(options.url);
  const connection = connectionOptions(connectionString);
  const question = new SnapshotQuestion(connection, timer, options.runStatement);
  return new PostgresStore(database, {
    assertUsable: () => assertUsableServer(connection),
    snapshot: () => question.ask(),
    questions: () => question.counts,
    close: async () => {
      await Promise.all([question.close(), database.close()]);
    },
  });
};
