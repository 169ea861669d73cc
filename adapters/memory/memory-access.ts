import type { MemoryTables } from './memory-tables.ts';

/** How repositories access the tables, inside and outside of a transaction. */
export interface MemoryAccess {
  /** Runs a query on the current tables. The result is a copy. */
  read<T>(query: (tables: MemoryTables) => T): Promise<T>;

  /**
   * Runs a change, atomically. `change` must not modify anything before it throws, and must store copies
   * that its caller cannot modify.
   */
  write<T>(change: (tables: MemoryTables) => T): Promise<T>;
}
