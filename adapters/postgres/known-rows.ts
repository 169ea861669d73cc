import type { EncodedItem } from '../../core/index.ts';

/**
 * The state of a row of `content`: the transaction that wrote it, and the time of the change. The time
 * distinguishes transactions with the same number: a server that took over without the latest transactions
 * assigns their numbers again.
 */
export type RowState = readonly [id: string, xmin: number | string, updatedAt: number | string];

/** Items that a repository can return again; see {@link KnownRows}. */
export interface KnownItems<Item> {
  /** Whether this page was read before, so that its items may be known. */
  isRepeated(page: string): boolean;

  /** The items of the rows in these states; undefined if one is not known. */
  find(rows: readonly RowState[]): readonly Item[] | undefined;

  /** @returns the item to return instead: the same object for the same state. */
  add(item: Item, xmin: number | string): Item;
}

interface Known {
  readonly state: string;
  readonly item: EncodedItem;
  readonly bytes: number;
}

/** The most pages that are recognized when they are read again. */
const maxPages = 1_000;

/** The memory that an item takes besides its data, and the text that callers keep beside it. */
const itemBytes = 1_024;

/**
 * Items of rows that were read, with the states of the rows. A page that is read again begins with the
 * states, which are much smaller than the rows. If every item is known in its state, the page needs no rows:
 * it contains what the database contained when the states were read.
 *
 * A state identifies what a committed transaction left. In a transaction, which sees its own changes,
 * two states of a row can look the same.
 */
export class KnownRows implements KnownItems<EncodedItem> {
  readonly #maxBytes: number;
  /** Both in the order of the last use. */
  readonly #known = new Map<string, Known>();
  readonly #pages = new Set<string>();
  #bytes = 0;

  /** @param maxBytes the items that were not used for the longest time are dropped beyond it. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  isRepeated(page: string): boolean {
    const isRepeated = this.#pages.delete(page);
    this.#pages.add(page);
    const [oldest] = this.#pages;
    if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest);
    return isRepeated;
  }

  find(rows: readonly RowState[]): readonly EncodedItem[] | undefined {
    const items: EncodedItem[] = [];
    for (const row of rows) {
      const [id] = row;
      const known = this.#known.get(id);
      if (known?.state !== stateOf(row)) return undefined;
      this.#known.delete(id);
      this.#known.set(id, known);
      items.push(known.item);
    }
    return items;
  }

  add(item: EncodedItem, xmin: number | string): EncodedItem {
    const { id, data } = item;
    const state = stateOf([id, xmin, item.updatedAt]);
    const earlier = this.#known.get(id);
    if (earlier?.state === state) return earlier.item;
    if (earlier !== undefined) this.#drop(id, earlier);
    const bytes = 2 * data.length + itemBytes;
    if (bytes > this.#maxBytes) return item;
    // A copy, because all data of an answer shares its memory.
    const known = { state, item: { ...item, data: new Uint8Array(data) }, bytes };
    this.#known.set(id, known);
    this.#bytes += bytes;
    for (const [oldest, its] of this.#known) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest, its);
    }
    return known.item;
  }

  #drop(id: string, { bytes }: Known): void {
    this.#known.delete(id);
    this.#bytes -= bytes;
  }
}

const stateOf = ([, xmin, updatedAt]: RowState): string => `${xmin} ${updatedAt}`;
