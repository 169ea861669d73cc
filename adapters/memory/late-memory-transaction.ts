import type { MemoryAccess, MemoryTables, MemoryWork } from './memory-tables.ts';
import { copyOf } from './copy-of.ts';
import { forkTables } from './memory-tables.ts';
import { MemoryTransaction } from './memory-transaction.ts';

/** A copy of the tables that only its holder changes. Exactly one of the functions must be called. */
export interface HeldTables {
  tables: MemoryTables;
  /** Replaces the tables of the store. */
  readonly commit: () => void;
  readonly drop: () => void;
}

/** What a transaction runs on. */
interface LateState extends MemoryWork {
  /** Waits for its turn. No other write begins until the end. */
  hold(): Promise<HeldTables>;
}

/**
 * A transaction that begins with its first write: until then, it reads what is stored, and other writes do not wait.
 * A write that fails leaves the others, and as the first one leaves nothing that others wait for.
 */
export class LateMemoryTransaction implements MemoryWork {
  readonly #state: LateState;
  #held: HeldTables | undefined;
  #hasWritten = false;
  #isOver = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(state: LateState) {
    this.#state = state;
  }

  async read<T>(query: (tables: MemoryTables) => T): Promise<T> {
    return this.#held === undefined ? this.#state.read(query) : copyOf(query(this.#held.tables));
  }

  async write<T>(change: (tables: MemoryTables) => T): Promise<T> {
    return this.#inTurn(
      () => this.#state.write(change),
      async ({ tables }) => change(tables),
    );
  }

  async transaction<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    return this.#inTurn(
      () => this.#state.transaction(work),
      async (held) => {
        const tables = forkTables(held.tables);
        const result = await new MemoryTransaction(tables, 'writable').run(work);
        held.tables = tables;
        return result;
      },
    );
  }

  async readConsistently<T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> {
    return this.#held === undefined
      ? this.#state.readConsistently(work)
      : new MemoryTransaction(forkTables(this.#held.tables), 'read-only').run(work);
  }

  /** Stores the writes. From now on, this is the state itself. */
  async commit(): Promise<void> {
    await this.#end((held) => held.commit());
  }

  async rollBack(): Promise<void> {
    await this.#end((held) => held.drop());
  }

  async #end(end: (held: HeldTables) => void): Promise<void> {
    await this.#last;
    this.#isOver = true;
    if (this.#held !== undefined) end(this.#held);
    this.#held = undefined;
  }

  /** One write at a time. */
  #inTurn<T>(after: () => Promise<T>, inside: (held: HeldTables) => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      if (this.#isOver) return after();
      const held = (this.#held ??= await this.#state.hold());
      try {
        const value = await inside(held);
        this.#hasWritten = true;
        return value;
      } finally {
        if (!this.#hasWritten) {
          held.drop();
          this.#held = undefined;
        }
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
