import type { ContentPage, ContentQuery, ContentReads, Slug } from '../../core/index.ts';
import type { BatchedReads } from './batched-reads.ts';
import type { Database } from './connections.ts';
import {
  contentListStatement,
  contentPageOf,
  usualMeasure,
  type ListRow,
  type Measure,
} from './content-list.ts';
import { isWhole, type ContentRow } from './content-row.ts';
import { findBatch, findById, findBySlug } from './content-statements.ts';
import type { KnownItems, RowState } from './known-rows.ts';
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

export interface ContentReadsOptions<Item> {
  readonly database: Database;
  /** Reads from {@link findContentRows}; undefined in a transaction. */
  readonly batches: BatchedReads<ContentRow> | undefined;
  readonly itemOf: (row: ContentRow) => Item;
  /** Not in a transaction: all of its changes of a row have the same state. */
  readonly known?: KnownItems<Item> | undefined;
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

  /** The page if it was read before, and all of its items are known in their present states. */
  async #knownPage(contentQuery: ContentQuery): Promise<ContentPage<Item> | undefined> {
    const { database, known } = this.#options;
    if (known === undefined || contentQuery.slug !== undefined) return undefined;
    const { statement, values, isReversed } = contentListStatement(contentQuery, 'states');
    if (!known.isRepeated(`${statement.name} ${values.join()}`)) return undefined;
    const states = await query<RowState>(database, statement, values);
    const items = known.find(isReversed === true ? states.toReversed() : states);
    if (items === undefined) return undefined;
    const { trace } = contentListStatement(contentQuery, usualMeasure(contentQuery));
    return { items, trace };
  }

  async #page(contentQuery: ContentQuery, measure: Measure): Promise<ContentPage<Item>> {
    const { database, itemOf, known } = this.#options;
    const { statement, values, trace, isReversed } = contentListStatement(contentQuery, measure);
    const rows = await query<ListRow>(database, statement, values);
    const page = contentPageOf(isReversed === true ? rows.toReversed() : rows, (row, xmin) => {
      const item = itemOf(row);
      return known?.add(item, xmin) ?? item;
    });
    return page === undefined ? this.#page(contentQuery, 'sum') : { ...page, trace };
  }

  async #row(statement: Statement, value: string): Promise<ContentRow | undefined> {
    const [row] = await query<ContentRow>(this.#options.database, statement, [value]);
    return row;
  }
}
