import type { EncodedItem } from '../../core/index.ts';
import {
  stateEntries,
  stateOf,
  type Generation,
  type PageStates,
  type SeenStates,
} from './page-states.ts';

/** A page as it was found. */
export interface FoundPage<Item> {
  readonly items: readonly Item[];
  /** While the content has this generation, the page is the same. */
  readonly generation: Generation | undefined;
}

/** Items that a repository can return again; see {@link KnownRows}. */
export interface KnownItems<Item> {
  /** Whether this page was read before, so that its items may be known. */
  isRepeated(page: string): boolean;

  /** The page as it was found last; undefined if that is not known any more. Counts as a use of the page. */
  latest(page: string): FoundPage<Item> | undefined;

  /** The items in these states, in their order; undefined if one is not known. */
  find(page: string, seen: SeenStates): readonly Item[] | undefined;

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

interface KnownPage {
  readonly states: PageStates;
  readonly items: readonly EncodedItem[];
  generation: Generation | undefined;
  /** Whether it was found again, which does not look up its items. */
  isUsed: boolean;
}

/** The most pages that are recognized when they are read again. */
const maxPages = 1_000;

/** The memory that an item takes besides its data, and the text that callers keep beside it. */
const itemBytes = 1_024;

/** The memory that each item of a page takes, with what callers keep beside the page. */
const listedBytes = 160;

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
  /** Until one of them is dropped to make room, an unchanged page is the same array. */
  readonly #pages = new Map<string, KnownPage>();
  #itemBytes = 0;
  #pageBytes = 0;
  /** What items that are no longer known take at most, because pages still contain them. */
  #replacedBytes = 0;

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

  latest(page: string): FoundPage<EncodedItem> | undefined {
    const known = this.#pages.get(page);
    if (known !== undefined) known.isUsed = true;
    return known;
  }

  find(page: string, { states, generation }: SeenStates): readonly EncodedItem[] | undefined {
    const same = this.#pages.get(page);
    if (same?.states === states) {
      same.isUsed = true;
      same.generation = generation;
      return same.items;
    }
    const items: EncodedItem[] = [];
    for (const { id, state } of stateEntries(states)) {
      const known = this.#known.get(id);
      if (known?.state !== state) return undefined;
      this.#use(id, known);
      items.push(known.item);
    }
    this.#addPage(page, { states, items, generation, isUsed: false });
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
    if (earlier !== undefined) {
      this.#drop(id, earlier);
      if (this.#pages.size > 0) this.#replacedBytes += earlier.bytes;
    }
    const bytes = 2 * data.length + itemBytes;
    if (bytes > this.#maxBytes) return item;
    // A copy, because all data of an answer shares its memory.
    const known = { state, item: { ...item, data: new Uint8Array(data) }, bytes };
    this.#known.set(id, known);
    this.#itemBytes += bytes;
    this.#shrink();
    return known.item;
  }

  #addPage(name: string, page: KnownPage): void {
    const earlier = this.#pages.get(name);
    this.#pages.set(name, page);
    this.#pageBytes += bytesOf(page) - (earlier === undefined ? 0 : bytesOf(earlier));
    this.#shrink();
  }

  #use(id: string, known: Known): void {
    this.#known.delete(id);
    this.#known.set(id, known);
  }

  #shrink(): void {
    const isFull = (): boolean =>
      this.#itemBytes + this.#pageBytes + this.#replacedBytes > this.#maxBytes;
    if (!isFull()) return;
    for (const { isUsed, items } of this.#pages.values()) {
      if (!isUsed) continue;
      for (const { id } of items) {
        const known = this.#known.get(id);
        if (known !== undefined) this.#use(id, known);
      }
    }
    this.#dropPages();
    for (const [oldest, its] of this.#known) {
      if (!isFull()) break;
      this.#drop(oldest, its);
    }
  }

  #drop(id: string, { bytes }: Known): void {
    this.#known.delete(id);
    this.#itemBytes -= bytes;
  }

  #dropPages(): void {
    this.#pages.clear();
    this.#pageBytes = 0;
    this.#replacedBytes = 0;
  }
}

const bytesOf = ({ states, items }: KnownPage): number =>
  states.length + listedBytes * items.length;
