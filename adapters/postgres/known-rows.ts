import type { EncodedItem } from '../../core/index.ts';
import { stateEntries, stateOf, type PageStates } from './page-states.ts';

/** Items that a repository can return again; see {@link KnownRows}. */
export interface KnownItems<Item> {
  /** Whether this page was read before, so that its items may be known. */
  isRepeated(page: string): boolean;

  /** The items in these states, in their order; undefined if one is not known. */
  find(states: PageStates): readonly Item[] | undefined;

  /** The ids of the rows that are not known in these states. */
  missing(states: PageStates): readonly string[];

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
 * A state identifies what a committed transaction left: its number, and the time of the change. The time
 * distinguishes transactions with the same number: a server that took over without the latest transactions
 * assigns their numbers again. In a transaction, which sees its own changes, two states of a row can look
 * the same.
 */
export class KnownRows implements KnownItems<EncodedItem> {
  readonly #maxBytes: number;
  /** In the order of the last use. */
  readonly #known = new Map<string, Known>();
  /** In the order in which they were read first. */
  readonly #repeated = new Set<string>();
  #bytes = 0;

  /** @param maxBytes the items that were not used for the longest time are dropped beyond it. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  isRepeated(page: string): boolean {
    if (this.#repeated.has(page)) return true;
    this.#repeated.add(page);
    const [first] = this.#repeated;
    if (this.#repeated.size > maxPages && first !== undefined) this.#repeated.delete(first);
    return false;
  }

  find(states: PageStates): readonly EncodedItem[] | undefined {
    const items: EncodedItem[] = [];
    for (const { id, state } of stateEntries(states)) {
      const known = this.#known.get(id);
      if (known?.state !== state) return undefined;
      this.#known.delete(id);
      this.#known.set(id, known);
      items.push(known.item);
    }
    return items;
  }

  missing(states: PageStates): readonly string[] {
    return stateEntries(states).flatMap(({ id, state }) =>
      this.#known.get(id)?.state === state ? [] : [id],
    );
  }

  add(item: EncodedItem, xmin: number | string): EncodedItem {
    const { id, data } = item;
    const state = stateOf(xmin, item.updatedAt);
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
