import { DomainError } from 'quoin/core/store';
import { enclosed, Transaction, type Access, type Work } from './access.ts';
import { Db } from './db.ts';

/** The writer, until exactly one of the functions is called. */
export interface Held {
  readonly db: Db;
  readonly commit: () => void;
  readonly drop: () => void;
}

/**
 * One file. Writes and transactions run one at a time, on a connection of their own, in the order of the calls. Reads never
 * wait: the write-ahead log shows them the last committed state. A transaction must not await a write outside of it.
 */
export class Database implements Work {
  readonly #path: string;
  readonly #reader: Db;
  readonly #writer: Db;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
    this.#writer = new Db(path);
    this.#writer.isUncommitted = true;
    this.#reader = new Db(path);
  }

  async read<T>(query: (db: Db) => T): Promise<T> {
    this.#assertOpen();
    return enclosed(this.#reader, ['begin', 'commit', 'rollback'], () => query(this.#reader));
  }

  async write<T>(change: (db: Db) => T): Promise<T> {
    const held = await this.hold();
    try {
      const result = change(held.db);
      held.commit();
      return result;
    } catch (error) {
      held.drop();
      throw error;
    }
  }

  async transaction<T>(work: (access: Access) => Promise<T>): Promise<T> {
    const held = await this.hold();
    try {
      const result = await new Transaction(held.db, true).run(work);
      held.commit();
      return result;
    } catch (error) {
      held.drop();
      throw error;
    }
  }

  async readConsistently<T>(work: (access: Access) => Promise<T>): Promise<T> {
    this.#assertOpen();
    const db = new Db(this.#path);
    try {
      db.exec('begin');
      // The first read decides the state.
      db.snapshot();
      return await new Transaction(db, false).run(work);
    } finally {
      db.close();
    }
  }

  /** Waits for its turn, and begins a transaction. No other write begins until its end. */
  async hold(): Promise<Held> {
    const resolve = await this.#turn();
    const db = this.#writer;
    try {
      this.#assertOpen();
      db.exec('begin immediate');
    } catch (error) {
      resolve();
      throw error;
    }
    const before = db.changes();
    const end = (finish: () => void): void => {
      try {
        finish();
      } finally {
        resolve();
      }
    };
    return {
      db,
      commit: () =>
        end(() => {
          // Without a change, everything that is cached stays right.
          if (db.changes() > before) db.run('update meta set revision = revision + 1');
          db.exec('commit');
        }),
      drop: () => end(() => db.exec('rollback')),
    };
  }

  /** Runs a change that may create the tables. Of several processes at once, one does it, and the others wait. */
  async create<T>(change: (db: Db) => T): Promise<T> {
    return this.#inTurn(() =>
      enclosed(this.#writer, ['begin immediate', 'commit', 'rollback'], () => change(this.#writer)),
    );
  }

  /** Waits for the writes that were called before. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#last;
    this.#reader.close();
    this.#writer.close();
  }

  async #inTurn<T>(work: () => T): Promise<T> {
    const end = await this.#turn();
    try {
      this.#assertOpen();
      return work();
    } finally {
      end();
    }
  }

  /** Waits for the calls before. @returns what ends the turn. */
  async #turn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return resolve;
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new DomainError('dependency_unavailable', 'The store is closed');
  }
}
