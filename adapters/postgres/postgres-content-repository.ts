import type {
  ContentFilter,
  ContentItem,
  ContentPage,
  ContentQuery,
  ContentReads,
  ContentRepository,
  EncodedItem,
  ListPlace,
  Slug,
} from '../../core/index.ts';
import { batchedInserts } from './batched-inserts.ts';
import { BatchedReads } from './batched-reads.ts';
import type { Database } from './connections.ts';
import { contentAmongStatement } from './content-list.ts';
import {
  contentColumnValues,
  contentItemOf,
  contentValues,
  encodedItemOf,
  type ContentRow,
} from './content-row.ts';
import * as statements from './content-statements.ts';
import { KnownRows } from './known-rows.ts';
import { findContentRows, PostgresContentReads, repeatedReads } from './postgres-content-reads.ts';
import { execute, query, type Statement, type Value } from './statement.ts';

/** The memory for items of lists and their texts: about 1,900 items of 1.7 kB. */
const knownBytes = 8 * 1024 ** 2;

/**
 * Content in PostgreSQL. Every call is one prepared statement, but for lists with large items, and for reads
 * by id and creations: outside of transactions, these share statements.
 */
export class PostgresContentRepository implements ContentRepository {
  readonly #database: Database;
  readonly #decoded: ContentReads<ContentItem>;
  readonly #insert: (item: ContentItem) => Promise<void>;
  readonly encoded: ContentReads<EncodedItem>;

  constructor(database: Database) {
    this.#database = database;
    const isShared = database.isTransaction !== true && database.permit === undefined;
    const batches = isShared
      ? new BatchedReads((ids) => findContentRows(database, ids))
      : undefined;
    this.#insert = isShared
      ? batchedInserts((items) => this.insertAll(items))
      : (item) => this.insertAll([item]);
    const repeated = isShared ? repeatedReads(database, new KnownRows(knownBytes)) : undefined;
    this.#decoded = new PostgresContentReads({ database, batches, itemOf: contentItemOf });
    this.encoded = new PostgresContentReads({ database, batches, itemOf: encodedItemOf, repeated });
  }

  insert(item: ContentItem): Promise<void> {
    return this.#insert(item);
  }

  async insertAll(items: readonly ContentItem[]): Promise<void> {
    const [first] = items;
    if (first === undefined) return;
    await (items.length === 1
      ? execute(this.#database, statements.insert, contentValues(first))
      : execute(this.#database, statements.insertAll, contentColumnValues(items)));
  }

  async replace(item: ContentItem, expectedVersion: number): Promise<boolean> {
    const values = [...contentValues(item), expectedVersion];
    return (await execute(this.#database, statements.replace, values)) > 0;
  }

  async delete(id: string, expectedVersion: number): Promise<boolean> {
    return (await execute(this.#database, statements.remove, [id, expectedVersion])) > 0;
  }

  findById(id: string): Promise<ContentItem | undefined> {
    return this.#decoded.findById(id);
  }

  async findByIds(ids: readonly string[]): Promise<readonly ContentItem[]> {
    return this.#items(statements.findByIds, [ids]);
  }

  findBySlug(slug: Slug): Promise<ContentItem | undefined> {
    return this.#decoded.findBySlug(slug);
  }

  async findTakenSlugs(slugs: readonly Slug[]): Promise<ReadonlySet<Slug>> {
    const rows = await query<{ readonly slug: Slug }>(this.#database, statements.findTakenSlugs, [
      slugs,
    ]);
    return new Set(rows.map(({ slug }) => slug));
  }

  list(contentQuery: ContentQuery): Promise<ContentPage> {
    return this.#decoded.list(contentQuery);
  }

  async listAmong(ids: readonly string[], filter: ContentFilter): Promise<readonly ContentItem[]> {
    const { statement, values } = contentAmongStatement(ids, filter);
    return this.#items(statement, values);
  }

  async listOfCollectionAfter(
    collectionId: string,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ContentItem[]> {
    if (after === undefined) {
      return this.#items(statements.listFirstOfCollection, [limit, collectionId]);
    }
    const values = [limit, collectionId, after.createdAt, after.id];
    return this.#items(statements.listOfCollectionAfter, values);
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]> {
    return id === undefined
      ? this.#items(statements.listFirst, [limit])
      : this.#items(statements.listAfter, [limit, id]);
  }

  async #items(statement: Statement, values: readonly Value[]): Promise<readonly ContentItem[]> {
    return (await query<ContentRow>(this.#database, statement, values)).map(contentItemOf);
  }
}
