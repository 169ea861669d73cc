import { copyOf } from './copy-of.ts';
import type { MemoryAccess } from './memory-access.ts';
import type { MemoryTables } from './memory-tables.ts';

/**
 * Access to tables that nobody else sees, for as long as one piece of work runs. A write that fails
 * ends it, as it does in a database: nothing can be read or written any more, and the work as a
 * whole fails.
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

  /** @throws what `work` throws, or the error of the write that failed. */
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
      if (this.#mode === 'read-only') throw new Error('A snapshot cannot be written');
      return change(this.#tables);
    } catch (cause) {
      this.#failure = { cause };
      throw cause;
    }
  }

  #assertRunning(): void {
    if (this.#isOver) throw new Error('The unit of work is over');
    if (this.#failure !== undefined) {
      throw new Error('The unit of work ended when a write failed', { cause: this.#failure.cause });
    }
  }
}
