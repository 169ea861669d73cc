import { hasCode, type ContentItem } from '../../core/index.ts';

/** The most items of one batch, and the most characters of their data. */
const maxItems = 64;
const maxCharacters = 256 * 1024;

interface Batch {
  readonly items: ContentItem[];
  characters: number;
  /** Resolves when all items are stored; rejects if none is, or if that is unknown. */
  readonly stored: Promise<void>;
}

/** Stores all items, or none. */
type InsertAll = (items: readonly ContentItem[]) => Promise<void>;

/**
 * Stores the items that are created in one turn of the event loop with one statement: a round trip and a
 * transaction cost more than a row. If the statement fails, each item is stored by its own.
 */
export class BatchedInserts {
  readonly #insertAll: InsertAll;
  #batch: Batch | undefined;

  constructor(insertAll: InsertAll) {
    this.#insertAll = insertAll;
  }

  /** @throws what `insertAll` throws for this item alone. */
  async insert(item: ContentItem): Promise<void> {
    const batch = this.#batchFor(item);
    batch.items.push(item);
    batch.characters += item.data.length;
    try {
      await batch.stored;
    } catch (error) {
      // If the database is unavailable, it is so for all items, and may have stored them.
      if (batch.items.length === 1 || hasCode(error, 'dependency_unavailable')) throw error;
      await this.#insertAll([item]);
    }
  }

  #batchFor({ data }: ContentItem): Batch {
    const open = this.#batch;
    if (
      open !== undefined &&
      open.items.length < maxItems &&
      open.characters + data.length <= maxCharacters
    ) {
      return open;
    }
    return (this.#batch = this.#open());
  }

  #open(): Batch {
    const items: ContentItem[] = [];
    const stored = new Promise<void>((resolve) => {
      // Runs when the requests that have arrived together have been handled.
      setImmediate(() => {
        if (this.#batch?.items === items) this.#batch = undefined;
        resolve(this.#insertAll(items.toSorted(bySlug)));
      });
    });
    return { items, characters: 0, stored };
  }
}

/** The same order on all instances, so that no two statements wait for each other's slugs. */
const bySlug = (a: ContentItem, b: ContentItem): number => (a.slug < b.slug ? -1 : 1);
