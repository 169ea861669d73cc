import type { Store } from '../../core/index.ts';
import { PostgresStore } from './postgres-store.ts';

/** What of the pool of Knex is read here. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Reads how a store uses its connections; undefined for a store without a pool. */
export const poolUsageOf = (store: Store) => {
  if (!(store instanceof PostgresStore)) return undefined;
  const { pool } = store.database.client as { readonly pool?: Pool };
  return (
    pool &&
    (() => ({ used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }))
  );
};
