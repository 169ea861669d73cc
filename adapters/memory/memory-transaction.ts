import { copyOf } from './copy-of.ts';
import type { MemoryAccess, MemoryTables } from './memory-tables.ts';

/**
 * Access to a copy of the tables for one transaction. As in a database, a failed write ends the
 * transaction: every later call fails, and so does the transaction.
 */
export class MemoryTransaction implements MemoryAccess {
  readonly #tables: MemoryTables;
  readonly #mode: 'writable' | 'read-only';
  #isOver = false;
  #failure: { readonly cause: unknown } | undefined;

  constructor(tables: MemoryTables, mode: 'writable' | 'read-only') {
    this.#tables = tables;
    this.#mode = mode;
  }

  /** @throws what `work` throws, or the error of the failed write. */
  async run<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    try {
      const result = await work(this);
      if (this.#failure !== undefined) throw this.#failure.cause;
      return result;
    } finally {
      this.#isOver = true;
    }
  }

  async read<T>(query: (tables: MemoryTables) => T): Promise<T> {
    this.#assertRunning();
    return copyOf(query(this.#tables));
  }

  async write<T>(change: (tables: MemoryTables) => T): Promise<T> {
    this.#assertRunning();
    try {
      if (this.#mode === 'read-only') throw new Error('This transaction only reads');
      return change(this.#tables);
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
