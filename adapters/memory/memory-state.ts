import { DomainError } from '../../core/store.ts';
import { copyOf } from './copy-of.ts';
import type { HeldTables } from './late-memory-transaction.ts';
import {
  emptyTables,
  forkTables,
  type MemoryAccess,
  type MemoryTables,
  type MemoryWork,
} from './memory-tables.ts';
import { MemoryTransaction } from './memory-transaction.ts';

/**
 * What a store contains.
 *
 * Writes and transactions run one at a time, in the order of the calls. Reads never wait. A transaction
 * uses a copy of the tables, which replaces them if it succeeds. A transaction must
 * not await a write outside of it, because that write waits for the transaction.
 */
export class MemoryState implements MemoryWork {
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

  async transaction<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    return this.#queue(async () => {
      const tables = this.#fork();
      const result = await new MemoryTransaction(tables, 'writable').run(work);
      this.#replace(tables);
      return result;
    });
  }

  /** Waits for its turn. No other write begins until the copy is committed or dropped. */
  async hold(): Promise<HeldTables> {
    const { promise, resolve, reject } = Promise.withResolvers<HeldTables>();
    this.#queue(
      () =>
        new Promise<void>((end) => {
          const held: HeldTables = {
            tables: this.#fork(),
            commit: () => {
              this.#replace(held.tables);
              end();
            },
            drop: end,
          };
          resolve(held);
        }),
    ).catch(reject);
    return promise;
  }

  async readConsistently<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    this.#assertOpen();
    return new MemoryTransaction(forkTables(this.#tables), 'read-only').run(work);
  }

  /** Reads and writes fail from now on. */
  close(): void {
    this.#isClosed = true;
  }

  #fork(): MemoryTables {
    return { ...forkTables(this.#tables), snapshot: undefined };
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
