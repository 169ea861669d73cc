import type { Store } from '../../core/store.ts';
import { PostgresStore } from './postgres-store.ts';
import type { QuestionCounts } from './snapshot-question.ts';
import { readBacklog, type Backlog } from './backlog.ts';

/** What of the pool of Knex is read here. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

export interface PoolUsage {
  readonly used: number;
  readonly free: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

/** What can be observed of a store. A member is undefined if the store does not have it. */
export interface StoreUsage {
  readonly pool: (() => PoolUsage) | undefined;
  readonly questions: (() => QuestionCounts) | undefined;
  /** Sends a statement. @throws DomainError `dependency_unavailable`. */
  readonly backlog: () => Promise<Backlog>;
}

/** Undefined for a store of another technology. */
export const usageOf = (store: Store): StoreUsage | undefined => {
  if (!(store instanceof PostgresStore)) return undefined;
  const { database, questions } = store;
  const { pool } = database.client as { readonly pool?: Pool };
  return {
    pool:
      pool &&
      (() => ({ used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() })),
    questions,
    backlog: () => readBacklog(database),
  };
};
