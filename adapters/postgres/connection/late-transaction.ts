import type { Knex } from 'knex';
import type { Database, DatabaseParams, Place } from './connections.ts';
import { isConflict } from './errors.ts';
import { query, retryOnConflict, type Statement } from './statement.ts';
import { inTransaction, readCommitted, undone } from './transaction.ts';

interface OpenTransaction {
  readonly inside: Knex.Transaction;
  readonly commit: () => Promise<void>;
  readonly rollBack: () => Promise<void>;
}

const statement = (name: string, text: string): Statement => ({ name, text });

const savepoint = {
  set: statement('savepoint_set', 'savepoint late'),
  release: statement('savepoint_release', 'release savepoint late'),
  undo: statement('savepoint_undo', 'rollback to savepoint late'),
};

/**
 * A transaction that begins with its first write: until then, statements run on the pool, and nothing is locked. A write
 * that fails leaves the others. While nothing is written, no connection is held.
 */
export class LateTransaction implements Place {
  /** For repositories: their statements run where they belong at the time. */
  readonly database: Database;
  readonly #pool: Database;
  #open: OpenTransaction | undefined;
  #hasWritten = false;
  #isOver = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(pool: Database) {
    this.#pool = pool;
    const params: DatabaseParams = { ...(pool.userParams as DatabaseParams), place: this };
    this.database = Object.create(pool, { userParams: { value: params } }) as Database;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get current(): Database {
    return this.#open?.inside ?? this.#pool;
  }

  write<T>(
    work: (inside: Knex.Transaction) => Promise<T>,
    hasWritten: (result: T) => boolean,
  ): Promise<T> {
    const result = this.#last.then(() =>
      retryOnConflict(
        () => this.#attempt(work, hasWritten),
        // What others wait for stays locked until the end: they would fail as well.
        (error) => isConflict(error) && !this.#hasWritten,
      ),
    );
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Stores the writes. From now on, statements run on the pool. */
  async commit(): Promise<void> {
    await this.#end(({ commit }) => commit());
  }

  async rollBack(): Promise<void> {
    await this.#end(({ rollBack }) => rollBack());
  }

  async #end(end: (open: OpenTransaction) => Promise<void>): Promise<void> {
    await this.#last;
    const open = this.#open;
    this.#open = undefined;
    this.#isOver = true;
    if (open !== undefined) await end(open);
  }

  async #attempt<T>(
    work: (inside: Knex.Transaction) => Promise<T>,
    hasWritten: (result: T) => boolean,
  ): Promise<T> {
    const { inside } = (this.#open ??= await begin(this.#pool));
    if (this.#hasWritten) return inSavepoint(inside, () => work(inside));
    try {
      const result = await work(inside);
      this.#hasWritten = hasWritten(result);
      return result;
    } finally {
      if (!this.#hasWritten) {
        const open = this.#open;
        this.#open = undefined;
        await open.rollBack();
      }
    }
  }
}

const inSavepoint = async <T>(inside: Knex.Transaction, work: () => Promise<T>): Promise<T> => {
  await query(inside, savepoint.set);
  try {
    const result = await work();
    await query(inside, savepoint.release);
    return result;
  } catch (error) {
    // Without the undoing, the whole transaction has failed.
    await query(inside, savepoint.undo).then(
      () => inside.emit(undone),
      () => undefined,
    );
    throw error;
  }
};

const begin = async (pool: Database): Promise<OpenTransaction> => {
  const begun = Promise.withResolvers<Knex.Transaction>();
  const decided = Promise.withResolvers<void>();
  const ended = inTransaction(pool, readCommitted, async (inside) => {
    begun.resolve(inside);
    await decided.promise;
  });
  ended.catch(begun.reject);
  return {
    inside: await begun.promise,
    commit: () => {
      decided.resolve();
      return ended;
    },
    rollBack: async () => {
      decided.reject(new Error('Nothing is to be stored'));
      await ended.catch(() => undefined);
    },
  };
};
