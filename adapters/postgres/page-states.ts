import { BatchedReads } from './batched-reads.ts';
import type { Database } from './connections.ts';
import type { ListStatement } from './content-list.ts';
import { query, type Statement, type Value } from './statement.ts';

/**
 * The states of the rows of a page, in the order of its statement: see {@link stateEntries}. One text is
 * cheaper to send, to receive and to compare than a row for each item.
 */
export type PageStates = string;

/** The state of a row of `content`: the transaction that wrote it, and the time of the change. */
export interface StateEntry {
  readonly id: string;
  readonly state: string;
}

export const stateOf = (xmin: number | string, updatedAt: number | string): string =>
  `${xmin} ${updatedAt}`;

export const stateEntries = (states: PageStates): readonly StateEntry[] =>
  states === ''
    ? []
    : states.split(',').map((entry) => {
        const end = entry.indexOf(' ');
        return { id: entry.slice(0, end), state: entry.slice(end + 1) };
      });

/**
 * The statement that returns the states of several pages of a list, each with its number, from 1 on.
 *
 * An aggregate takes rows in the order of a sorted subquery (PostgreSQL manual, section 9.21).
 *
 * @param page selects the states of one page; its limit and offset are `$1` and `$2`. Their values here
 *   are arrays.
 */
export const statesOfPages = (page: string): string => {
  const asked = page
    .replaceAll(/\$1\b/g, 'asked.page_limit')
    .replaceAll(/\$2\b/g, 'asked.page_offset');
  const states = `select string_agg(concat_ws(' ', id, xmin, updated_at), ',') from (${asked}) page`;
  return `select number, (${states}) from unnest($1::bigint[], $2::bigint[]) with ordinality asked (page_limit, page_offset, number)`;
};

/** The most pages in one statement. A statement with more keeps the others waiting. */
const maxPages = 8;

/** Reads the states of pages. Those of one list that are read in one turn share a statement. */
export class BatchedStates {
  readonly #database: Database;
  /** By the list. */
  readonly #open = new Map<string, BatchedReads<PageStates>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param list a statement made by {@link statesOfPages}.
   * @throws what the statement throws.
   */
  async read({ statement, values }: Omit<ListStatement, 'trace'>): Promise<PageStates> {
    const [limit, offset, ...rest] = values;
    const key = [statement.name, ...rest].join(' ');
    const batch = this.#open.get(key) ?? this.#start(key, statement, rest);
    return (await batch.read(JSON.stringify([limit, offset]))) ?? '';
  }

  #start(key: string, statement: Statement, rest: readonly Value[]): BatchedReads<PageStates> {
    const batch = new BatchedReads(async (pages) => {
      this.#open.delete(key);
      const places = pages.map((page) => JSON.parse(page) as [number, number]);
      const limits = places.map(([limit]) => limit);
      const offsets = places.map(([, offset]) => offset);
      const sent = [limits, offsets, ...rest];
      const rows = await query<StatesRow>(this.#database, statement, sent);
      return new Map(
        rows.map(([number, states]) => [pages[Number(number) - 1] ?? '', states ?? '']),
      );
    }, maxPages);
    this.#open.set(key, batch);
    return batch;
  }
}

/** The states are null for an empty page. */
type StatesRow = readonly [number: number | string, states: PageStates | null];
