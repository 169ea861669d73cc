import type { Db } from './db.ts';

/** How repositories use the database, inside and outside of a transaction. */
export interface Access {
  /** Runs queries on one state of the database. */
  read<T>(query: (db: Db) => T): Promise<T>;
  /** Stores everything that `change` writes, or nothing. */
  write<T>(change: (db: Db) => T): Promise<T>;
}

/** The database, or a transaction of `Store.atomically`. */
export interface Work extends Access {
  /** Stores all writes of `work`, or none. */
  transaction<T>(work: (access: Access) => Promise<T>): Promise<T>;
  /** All reads of `work` see one state. Writes fail. */
  readConsistently<T>(work: (access: Access) => Promise<T>): Promise<T>;
}

/** Runs queries in a transaction of their own, or in a part of one. */
export const enclosed = <T>(
  db: Db,
  [begin, end, undo]: readonly [string, string, string],
  work: () => T,
): T => {
  db.exec(begin);
  try {
    const result = work();
    db.exec(end);
    return result;
  } catch (error) {
    db.exec(undo);
    throw error;
  }
};

export const savepoint = [
  'savepoint part',
  'release part',
  'rollback to part; release part',
] as const;

/** A failed write ends the transaction: every later call fails, and so does the transaction. */
export class Transaction implements Access {
  readonly #db: Db;
  readonly #isWritable: boolean;
  #isOver = false;
  #failure: { readonly cause: unknown } | undefined;

  constructor(db: Db, isWritable: boolean) {
    this.#db = db;
    this.#isWritable = isWritable;
  }

  /** @throws what `work` throws, or the error of the failed write. */
  async run<T>(work: (access: Access) => Promise<T>): Promise<T> {
    try {
      const result = await work(this);
      if (this.#failure !== undefined) throw this.#failure.cause;
      return result;
    } finally {
      this.#isOver = true;
    }
  }

  async read<T>(query: (db: Db) => T): Promise<T> {
    this.#assertRunning();
    return query(this.#db);
  }

  async write<T>(change: (db: Db) => T): Promise<T> {
    this.#assertRunning();
    try {
      if (!this.#isWritable) throw new Error('This transaction only reads');
      return enclosed(this.#db, savepoint, () => change(this.#db));
    } catch (cause) {
      this.#failure = { cause };
      throw cause;
    }
  }

  #assertRunning(): void {
    if (this.#isOver) throw new Error('The transaction is over');
    if (this.#failure !== undefined) {
      throw new Error('The transaction ended when a write failed', { cause: this.#failure.cause });
    }
  }
}
