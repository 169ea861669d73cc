import { enclosed, savepoint, Transaction, type Access, type Work } from './access.ts';
import type { Database, Held } from './database.ts';
import type { Db } from './db.ts';

/**
 * A transaction that begins with its first write: until then, it reads what is stored, and other writes do not wait.
 * A write that fails leaves the others, and as the first one leaves nothing that others wait for.
 */
export class LateTransaction implements Work {
  readonly #database: Database;
  #held: Held | undefined;
  #hasWritten = false;
  #isOver = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  async read<T>(query: (db: Db) => T): Promise<T> {
    return this.#held === undefined ? this.#database.read(query) : query(this.#held.db);
  }

  async write<T>(change: (db: Db) => T): Promise<T> {
    return this.#inTurn(
      () => this.#database.write(change),
      async ({ db }) => enclosed(db, savepoint, () => change(db)),
    );
  }

  async transaction<T>(work: (access: Access) => Promise<T>): Promise<T> {
    return this.#inTurn(
      () => this.#database.transaction(work),
      async ({ db }) => {
        db.exec('savepoint whole');
        try {
          const result = await new Transaction(db, true).run(work);
          db.exec('release whole');
          return result;
        } catch (error) {
          db.exec('rollback to whole; release whole');
          throw error;
        }
      },
    );
  }

  async readConsistently<T>(work: (access: Access) => Promise<T>): Promise<T> {
    return this.#held === undefined
      ? this.#database.readConsistently(work)
      : new Transaction(this.#held.db, false).run(work);
  }

  /** Stores the writes. From now on, this is the database itself. */
  async commit(): Promise<void> {
    await this.#end((held) => held.commit());
  }

  async rollBack(): Promise<void> {
    await this.#end((held) => held.drop());
  }

  async #end(end: (held: Held) => void): Promise<void> {
    await this.#last;
    this.#isOver = true;
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) end(held);
  }

  /** One write at a time. */
  #inTurn<T>(after: () => Promise<T>, inside: (held: Held) => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      if (this.#isOver) return after();
      const held = (this.#held ??= await this.#database.hold());
      try {
        const value = await inside(held);
        this.#hasWritten = true;
        return value;
      } finally {
        if (!this.#hasWritten) {
          this.#held = undefined;
          held.drop();
        }
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
