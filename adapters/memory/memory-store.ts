import { copyOf } from './copy-of.ts';
import type { MemoryAccess } from './memory-access.ts';
import { emptyTables, forkTables, type MemoryTables } from './memory-tables.ts';
import { MemoryTransaction } from './memory-transaction.ts';

/**
 * The state that all memory repositories of one service share.
 *
 * Writes and transactions take turns, in the order in which they were asked for; reads never wait.
 * A transaction works on a fork of the tables, which takes their place when it is done. Nobody
 * else can have written meanwhile, so nothing is lost by that; a fork that failed is dropped. A
 * transaction that waits for a write outside of itself therefore waits for ever.
 */
export class MemoryStore implements MemoryAccess {
  #tables = emptyTables();
  #lastTurn: Promise<unknown> = Promise.resolve();

  async read<T>(query: (tables: MemoryTables) => T): Promise<T> {
    return copyOf(query(this.#tables));
  }

  async write<T>(change: (tables: MemoryTables) => T): Promise<T> {
    return this.#inTurn(async () => change(this.#tables));
  }

  /** Keeps everything that `work` wrote, or nothing. */
  async transaction<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const tables = forkTables(this.#tables);
      const result = await new MemoryTransaction(tables, 'writable').run(work);
      this.#tables = tables;
      return result;
    });
  }

  /** Shows `work` the tables as they are now, whatever is written meanwhile; it may not write. */
  async snapshot<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    return new MemoryTransaction(forkTables(this.#tables), 'read-only').run(work);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#lastTurn.then(task);
    this.#lastTurn = result.catch(() => undefined);
    return result;
  }
}
