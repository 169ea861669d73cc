import type { MemoryTables } from './memory-tables.ts';

/** How repositories reach the tables, be it directly or inside a transaction. */
export interface MemoryAccess {
  /** Answers from the tables as they are at this moment. The answer is the caller's own copy. */
  read<T>(query: (tables: MemoryTables) => T): Promise<T>;

  /**
   * Runs a change that happens at one moment. A change that throws must have changed nothing, and
   * what it stores must be a copy of its own.
   */
  write<T>(change: (tables: MemoryTables) => T): Promise<T>;
}
