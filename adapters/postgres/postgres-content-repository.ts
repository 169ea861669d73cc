import type { Knex } from 'knex';
import type {
  ContentItem,
  ContentPage,
  ContentQuery,
  ContentRepository,
  Slug,
} from '../../core/index.ts';
import { contentListStatement } from './content-list-statement.ts';
import {
  contentColumnValues,
  contentItemOf,
  contentValues,
  type ContentRow,
} from './content-row.ts';
import * as statements from './content-statements.ts';
import { runStatement, runWrite, type Statement, type Value } from './statement.ts';

/** Content in PostgreSQL. Every call is one prepared statement. */
export class PostgresContentRepository implements ContentRepository {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async insert(item: ContentItem): Promise<void> {
    await runWrite(this.#knex, statements.insert, contentValues(item));
  }

  async insertAll(items: readonly ContentItem[]): Promise<void> {
    if (items.length === 0) return;
    await runWrite(this.#knex, statements.insertAll, contentColumnValues(items));
  }

  async replace(item: ContentItem, expectedVersion: number): Promise<boolean> {
    const values = [...contentValues(item), expectedVersion];
    return (await runWrite(this.#knex, statements.replace, values)) > 0;
  }

  async delete(id: string, expectedVersion: number): Promise<boolean> {
    return (await runWrite(this.#knex, statements.remove, [id, expectedVersion])) > 0;
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
    const { rows } = await runStatement<{ readonly slug: Slug }>(
      this.#knex,
      statements.findTakenSlugs,
      [slugs],
    );
    return new Set(rows.map(({ slug }) => slug));
  }

  async list(query: ContentQuery): Promise<ContentPage> {
    const { statement, values, trace } = contentListStatement(query);
    return { items: await this.#items(statement, values), trace };
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]> {
    return id === undefined
      ? this.#items(statements.listFirst, [limit])
      : this.#items(statements.listAfter, [limit, id]);
  }

  async #items(statement: Statement, values: readonly Value[]): Promise<readonly ContentItem[]> {
    const { rows } = await runStatement<ContentRow>(this.#knex, statement, values);
    return rows.map(contentItemOf);
  }
}
