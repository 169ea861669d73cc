import type { Pool, Transaction } from './knex-pool.ts';

/** Where statements run. */
export type DatabaseSession = Pool | Transaction | LateTransaction;

/**
 * A transaction that begins with its first write: until then, statements run on the pool, and nothing is locked. A write
 * that fails leaves the others. While nothing is written, no connection is held.
 */
export interface LateTransaction {
  readonly kind: 'late transaction';
  readonly pool: Pool;
  /** Where a statement runs now. */
  readonly current: Pool | Transaction;
  /** Whether it was committed or rolled back. From then on, statements run on the pool. */
  readonly isOver: boolean;
  /** Runs a write in the transaction. */
  write<T>(
    work: (inside: Transaction) => Promise<T>,
    hasWritten: (result: T) => boolean,
  ): Promise<T>;
  /** Stores the writes. */
  commit(): Promise<void>;
  rollBack(): Promise<void>;
}

/** Where a statement runs now. */
export const currentOf = (database: DatabaseSession): Pool | Transaction =>
  database.kind === 'late transaction' ? database.current : database;

/** The late transaction that writes join, if it is not over. */
export const openLateOf = (database: DatabaseSession): LateTransaction | undefined =>
  database.kind === 'late transaction' && !database.isOver ? database : undefined;
