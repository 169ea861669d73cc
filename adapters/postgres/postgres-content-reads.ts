import type { ContentPage, ContentQuery, ContentReads, Slug } from '../../core/index.ts';
import { BatchedReads } from './batched-reads.ts';
import type { Database } from './connections.ts';
import {
  contentListStatement,
  contentPageOf,
  usualMeasure,
  type ListRow,
  type Measure,
} from './content-list.ts';
import { isWhole, type ContentRow } from './content-row.ts';
import { findBatch, findById, findBySlug, findStatedBatch } from './content-statements.ts';
import type { KnownItems } from './known-rows.ts';
import { BatchedStates, type PageStates } from './page-states.ts';
import { query, type Statement } from './statement.ts';

/** The rows of a batch by id. Those of large items are not whole. */
export const findContentRows = async (
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ContentRow>> => {
  const rows =
    ids.length === 1
      ? await query<ContentRow>(database, findById, ids)
      : await query<ContentRow>(database, findBatch, [ids]);
  return new Map(rows.map((row) => [row[0], row]));
};

/** A row, with what its state consists of besides `updated_at`. */
type StatedRow = readonly [xmin: number | string, ...ContentRow];

/** Reads pages that were read before. */
export interface RepeatedReads<Item> {
  readonly known: KnownItems<Item>;
  readonly states: BatchedStates;
  readonly rows: BatchedReads<StatedRow>;
}

export const repeatedReads = <Item>(
  database: Database,
  known: KnownItems<Item>,
): RepeatedReads<Item> => ({
  known,
  states: new BatchedStates(database),
  rows: new BatchedReads(async (ids) => {
    const rows = await query<StatedRow>(database, findStatedBatch, [ids]);
    return new Map(rows.map((row) => [row[1], row]));
  }),
});

/** With more unknown rows, a page is read as a whole. */
const maxMissing = 8;

export interface ContentReadsOptions<Item> {
  readonly database: Database;
  /** Reads from {@link findContentRows}; undefined in a transaction. */
  readonly batches: BatchedReads<ContentRow> | undefined;
  readonly itemOf: (row: ContentRow) => Item;
  /** For pages that are read again. Not in a transaction: all of its changes of a row have the same state. */
  readonly repeated?: RepeatedReads<Item> | undefined;
}

/** Reads of content from PostgreSQL. */
export class PostgresContentReads<Item> implements ContentReads<Item> {
  readonly #options: ContentReadsOptions<Item>;

  constructor(options: ContentReadsOptions<Item>) {
    this.#options = options;
  }

  async findById(id: string): Promise<Item | undefined> {
    const { batches, itemOf } = this.#options;
    const found = await (batches?.read(id) ?? this.#row(findById, id));
    const row = found === undefined || isWhole(found) ? found : await this.#row(findById, id);
    return row && itemOf(row);
  }

  async findBySlug(slug: Slug): Promise<Item | undefined> {
    const row = await this.#row(findBySlug, slug);
    return row && this.#options.itemOf(row);
  }

  async list(contentQuery: ContentQuery): Promise<ContentPage<Item>> {
    return (
      (await this.#knownPage(contentQuery)) ?? this.#page(contentQuery, usualMeasure(contentQuery))
    );
  }

  /** The page if it was read before, and has only items that are known in their present states. */
  async #knownPage(contentQuery: ContentQuery): Promise<ContentPage<Item> | undefined> {
    const { repeated } = this.#options;
    if (repeated === undefined || contentQuery.slug !== undefined) return undefined;
    const { known } = repeated;
    const list = contentListStatement(contentQuery, 'states');
    const name = [list.statement.name, ...list.values].join(' ');
    if (!known.isRepeated(name)) return undefined;
    const states = await repeated.states.read(list);
    const items = known.find(states) ?? (await this.#completedPage(states, repeated));
    if (items === undefined) return undefined;
    const { trace } = contentListStatement(contentQuery, usualMeasure(contentQuery));
    return { items: list.isReversed === true ? items.toReversed() : items, trace };
  }

  /**
   * Reads the rows that are not known. Only rows in the states of the page are used, so that the page is
   * still what one statement saw.
   */
  async #completedPage(
    states: PageStates,
    { known, rows }: RepeatedReads<Item>,
  ): Promise<readonly Item[] | undefined> {
    const ids = known.missing(states);
    if (ids.length > maxMissing) return undefined;
    for (const found of await Promise.all(ids.map((id) => rows.read(id)))) {
      if (found === undefined) return undefined;
      const [xmin, ...row] = found;
      if (!isWhole(row)) return undefined;
      known.add(this.#options.itemOf(row), xmin);
    }
    return known.find(states);
  }

  async #page(contentQuery: ContentQuery, measure: Measure): Promise<ContentPage<Item>> {
    const { database, itemOf, repeated } = this.#options;
    const { statement, values, trace, isReversed } = contentListStatement(contentQuery, measure);
    const rows = await query<ListRow>(database, statement, values);
    const page = contentPageOf(isReversed === true ? rows.toReversed() : rows, (row, xmin) => {
      const item = itemOf(row);
      return repeated?.known.add(item, xmin) ?? item;
    });
    return page === undefined ? this.#page(contentQuery, 'sum') : { ...page, trace };
  }

  async #row(statement: Statement, value: string): Promise<ContentRow | undefined> {
    const [row] = await query<ContentRow>(this.#options.database, statement, [value]);
    return row;
  }
}
