import type { Store } from '../../core/store.ts';
import type { PoolUsage } from './connection/knex-pool.ts';
import { PostgresStore } from './postgres-store.ts';
import type { QuestionCounts } from './snapshot-question.ts';
import { readBacklog, type Backlog } from './backlog.ts';

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
  return { pool: () => database.pool.usage(), questions, backlog: () => readBacklog(database) };
};
