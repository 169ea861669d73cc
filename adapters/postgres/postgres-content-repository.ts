import type {
  ContentFilter,
  ContentItem,
  ContentPage,
  ContentQuery,
  ContentRepository,
  ListPlace,
  Slug,
} from '../../core/index.ts';
import type { Database } from './connections.ts';
import {
  contentAmongStatement,
  contentListStatement,
  contentPageOf,
  usualMeasure,
  type ListRow,
  type Measure,
} from './content-list.ts';
import {
  contentColumnValues,
  contentItemOf,
  contentValues,
  type ContentRow,
} from './content-row.ts';
import * as statements from './content-statements.ts';
import { execute, query, type Statement, type Value } from './statement.ts';

/** Content in PostgreSQL. Every call is one prepared statement, but for lists with large items. */
export class PostgresContentRepository implements ContentRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(item: ContentItem): Promise<void> {
    await execute(this.#database, statements.insert, contentValues(item));
  }

  async insertAll(items: readonly ContentItem[]): Promise<void> {
    if (items.length === 0) return;
    await execute(this.#database, statements.insertAll, contentColumnValues(items));
  }

  async replace(item: ContentItem, expectedVersion: number): Promise<boolean> {
    const values = [...contentValues(item), expectedVersion];
    return (await execute(this.#database, statements.replace, values)) > 0;
  }

  async delete(id: string, expectedVersion: number): Promise<boolean> {
    return (await execute(this.#database, statements.remove, [id, expectedVersion])) > 0;
  }

  async findById(id: string): Promise<ContentItem | undefined> {
    const [item] = await this.#items(statements.findById, [id]);
    return item;
  }

  async findByIds(ids: readonly string[]): Promise<readonly ContentItem[]> {
    return this.#items(statements.findByIds, [ids]);
  }

  async findBySlug(slug: Slug): Promise<ContentItem | undefined> {
    const [item] = await this.#items(statements.findBySlug, [slug]);
    return item;
  }

  async findTakenSlugs(slugs: readonly Slug[]): Promise<ReadonlySet<Slug>> {
    const rows = await query<{ readonly slug: Slug }>(this.#database, statements.findTakenSlugs, [
      slugs,
    ]);
    return new Set(rows.map(({ slug }) => slug));
  }

  async list(contentQuery: ContentQuery): Promise<ContentPage> {
    const { page, isWhole } = await this.#page(contentQuery, usualMeasure(contentQuery));
    return isWhole ? page : (await this.#page(contentQuery, 'sum')).page;
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

  async #page(
    contentQuery: ContentQuery,
    measure: Measure,
  ): Promise<ReturnType<typeof contentPageOf>> {
    const { statement, values, trace } = contentListStatement(contentQuery, measure);
    const rows = await query<ListRow>(this.#database, statement, values);
    const { page, isWhole } = contentPageOf(rows);
    return { page: { ...page, trace }, isWhole };
  }

  async #items(statement: Statement, values: readonly Value[]): Promise<readonly ContentItem[]> {
    const rows = await query<ContentRow>(this.#database, statement, values);
    return rows.map(contentItemOf);
  }
}
