import { DomainError } from '../../core/index.ts';
import { copyOf } from './copy-of.ts';
import { emptyTables, forkTables, type MemoryTables, type MemoryAccess } from './memory-tables.ts';
import { MemoryTransaction } from './memory-transaction.ts';

/**
 * What a store contains.
 *
 * Writes and transactions run one at a time, in the order of the calls. Reads never wait. A transaction
 * uses a copy of the tables, which replaces them if it succeeds. A transaction must
 * not await a write outside of it, because that write waits for the transaction.
 */
export class MemoryState implements MemoryAccess {
  readonly #id = crypto.randomUUID();
  /** Counts the writes. */
  #revision = 0;
  #tables = this.#stamped(emptyTables(this.#id));
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  async read<T>(query: (tables: MemoryTables) => T): Promise<T> {
    this.#assertOpen();
    return copyOf(query(this.#tables));
  }

  async write<T>(change: (tables: MemoryTables) => T): Promise<T> {
    return this.#queue(async () => {
      const result = change(this.#tables);
      this.#replace(this.#tables);
      return result;
    });
  }

  /** Stores all writes of `work`, or none. */
  async transaction<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    return this.#queue(async () => {
      const tables = { ...forkTables(this.#tables), snapshot: undefined };
      const result = await new MemoryTransaction(tables, 'writable').run(work);
      this.#replace(tables);
      return result;
    });
  }

  /** All reads of `work` see the current tables, regardless of concurrent writes. Writes fail. */
  async readConsistently<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    this.#assertOpen();
    return new MemoryTransaction(forkTables(this.#tables), 'read-only').run(work);
  }

  /** Reads and writes fail from now on. */
  close(): void {
    this.#isClosed = true;
  }

  #replace(tables: MemoryTables): void {
    this.#revision += 1;
    this.#tables = this.#stamped(tables);
  }

  #stamped(tables: MemoryTables): MemoryTables {
    return { ...tables, snapshot: `${this.#id}/${this.#revision}` };
  }

  #queue<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => {
      this.#assertOpen();
      return task();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new DomainError('dependency_unavailable', 'The store is closed');
  }
}
