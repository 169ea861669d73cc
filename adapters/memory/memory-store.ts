import { copyOf } from './copy-of.ts';
import type { MemoryAccess } from './memory-access.ts';
import { emptyTables, forkTables, type MemoryTables } from './memory-tables.ts';
import { MemoryTransaction } from './memory-transaction.ts';

/**
 * The state that all memory repositories of one service share.
 *
 * Writes and transactions run one at a time, in the order of the calls. Reads never wait. A transaction
 * uses a copy of the tables, which replaces them if it succeeds. A transaction that waits for a write
 * outside of it never ends.
 */
export class MemoryStore implements MemoryAccess {
  #tables = emptyTables();
  #last: Promise<unknown> = Promise.resolve();

  async read<T>(query: (tables: MemoryTables) => T): Promise<T> {
    return copyOf(query(this.#tables));
  }

  async write<T>(change: (tables: MemoryTables) => T): Promise<T> {
    return this.#queue(async () => change(this.#tables));
  }

  /** Stores all writes of `work`, or none. */
  async transaction<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    return this.#queue(async () => {
      const tables = forkTables(this.#tables);
      const result = await new MemoryTransaction(tables, 'writable').run(work);
      this.#tables = tables;
      return result;
    });
  }

  /** All reads of `work` see the current tables, regardless of concurrent writes. Writes fail. */
  async snapshot<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    return new MemoryTransaction(forkTables(this.#tables), 'read-only').run(work);
  }

  #queue<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
