import type { ContentChange } from '../../../../core/store.ts';
import type { MemoryTables } from '../../memory-tables.ts';

/**
 * What is stored beside an item when it changes. Each function is called for every change, or for every item that goes:
 * what concerns the part, it finds itself.
 */
export interface MemoryPart {
  /** Whether what decided the change still is so. */
  readonly holds?: (tables: MemoryTables, change: ContentChange) => boolean;
  /** @param leaving what the commit deletes. @throws DomainError if the change cannot be stored. */
  readonly assert?: (
    tables: MemoryTables,
    change: ContentChange,
    leaving: ReadonlySet<string>,
  ) => void;
  /** Stores the part, after the item. */
  readonly apply?: (tables: MemoryTables, change: ContentChange) => void;
  /** Removes what goes when an item leaves the content: into the trash, or for good. */
  readonly leave?: (tables: MemoryTables, contentId: string) => void;
  /** Removes what stays while an item is in the trash, and goes with it. */
  readonly purge?: (tables: MemoryTables, contentId: string) => void;
}
