import type {
  BasedRead,
  Basis,
  ContentFilter,
  ContentItem,
  ContentPage,
  ContentQuery,
  ContentRepository,
  FormerSlugFilter,
  ListPlace,
  PageTag,
  SizedItem,
  Slug,
} from '../../../core/index.ts';
import { basedOn, queryStamped, requestOf } from '../basis.ts';
import type { Database } from '../connection/connections.ts';
import {
  contentAmongStatement,
  contentListStatement,
  contentPageOf,
  contentSizesStatement,
  listColumns,
  sizedItemOf,
  statesOf,
  tagOfStates,
  usualMeasure,
  type ListRow,
  type ListStatement,
  type Measure,
} from './content-list.ts';
import { contentColumns, contentItemOf, isWhole, type ContentRow } from './content-row.ts';
import * as statements from './content-statements.ts';
import type { SharedRead } from '../connection/shared-reads.ts';
import { itemReads, type ItemKey, type SeenItem } from './item-reads.ts';
import { seenCondition } from './redirects/former-slugs.ts';
import { sharedQueries, type RunQuery } from './shared-queries.ts';
import { query, type Statement, type Value } from '../connection/statement.ts';

/**
 * Content in PostgreSQL. Every call is one prepared statement, but for lists with large items. Outside of
 * transactions, equal reads share a statement and its result, and reads by id of readers with equal requests for a
 * basis share a statement.
 */
export class PostgresContentRepository implements ContentRepository {
  readonly #database: Database;
  readonly #run: RunQuery;
  readonly #items: SharedRead<ItemKey, SeenItem>;

  constructor(database: Database) {
    this.#database = database;
    const isShared = database.isTransaction !== true;
    const run: RunQuery = (sent) => queryStamped(database, sent);
    this.#run = isShared ? sharedQueries(run) : run;
    this.#items = itemReads(database, isShared);
  }

  async list(contentQuery: ContentQuery, basis: Basis): Promise<BasedRead<ContentPage>> {
    return this.#page(contentQuery, basis, usualMeasure(contentQuery));
  }

  async tagOf(contentQuery: ContentQuery, basis: Basis): Promise<BasedRead<PageTag>> {
    const { statement, values } = contentListStatement(contentQuery, 'states');
    const seen = await this.#run<readonly [states: string], PageTag>({
      statement,
      columns: 1,
      values,
      request: requestOf(basis),
      valueOf: ([row], run) => tagOfStates(contentQuery, run, row?.[0] ?? ''),
    });
    return basedOn(basis, seen);
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    return this.#rows(
      contentAmongStatement(ids, filter),
      contentColumns.length,
      contentItemOf,
      basis,
    );
  }

  async sizesAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>> {
    return this.#rows(contentSizesStatement(ids, filter), 2, sizedItemOf, basis);
  }

  async getById(id: string, basis: Basis): Promise<BasedRead<ContentItem | undefined>> {
    const shared = await this.#items({ id, request: requestOf(basis) });
    const found = shared?.value;
    if (shared !== undefined && (found === undefined || isWhole(found))) {
      return basedOn(basis, { ...shared, value: found && contentItemOf(found) });
    }
    // Too large to be read together with others.
    return this.#one(statements.findById, [id], basis);
  }

  async getBySlug(
    slug: Slug,
    basis: Basis,
    filter: FormerSlugFilter = {},
  ): Promise<BasedRead<ContentItem | undefined>> {
    const seen = seenCondition(filter, 'former', 2);
    return this.#one(statements.getBySlug(seen), [slug, ...seen.values], basis);
  }

  async findById(id: string): Promise<ContentItem | undefined> {
    return (await this.#select(statements.findById, [id]))[0];
  }

  async findBySlug(slug: Slug): Promise<ContentItem | undefined> {
    return (await this.#select(statements.findBySlug, [slug]))[0];
  }

  async findByIds(ids: readonly string[]): Promise<readonly ContentItem[]> {
    return this.#select(statements.findByIds, [ids]);
  }

  async findTakenSlugs(slugs: readonly Slug[]): Promise<ReadonlySet<Slug>> {
    const rows = await query<{ readonly slug: Slug }>(this.#database, statements.findTakenSlugs, [
      slugs,
    ]);
    return new Set(rows.map(({ slug }) => slug));
  }

  async listOfCollectionAfter(
    collectionId: string,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ContentItem[]> {
    if (after === undefined) {
      return this.#select(statements.listFirstOfCollection, [limit, collectionId]);
    }
    const values = [limit, collectionId, after.createdAt, after.id];
    return this.#select(statements.listOfCollectionAfter, values);
  }

  async listPlacesAfter(
    collectionId: string | undefined,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ListPlace[]> {
    const { statement, values } = statements.placesAfter(collectionId, after, limit);
    const rows = await query<statements.PlaceRow>(this.#database, statement, values);
    return rows.map(([id, createdAt]) => ({ id, createdAt: Number(createdAt) }));
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]> {
    return id === undefined
      ? this.#select(statements.listFirst, [limit])
      : this.#select(statements.listAfter, [limit, id]);
  }

  async #page(
    contentQuery: ContentQuery,
    basis: Basis,
    measure: Measure,
  ): Promise<BasedRead<ContentPage>> {
    const { statement, values, trace } = contentListStatement(contentQuery, measure);
    const seen = await this.#run<ListRow, ContentPage | undefined>({
      statement,
      columns: listColumns,
      values,
      request: requestOf(basis),
      valueOf: (rows, run) => {
        const page = contentPageOf(rows);
        if (page === undefined || 'large' in page) return page && { ...page, trace };
        return { ...page, trace, tag: tagOfStates(contentQuery, run, statesOf(rows)) };
      },
    });
    const { value } = seen;
    return value === undefined
      ? this.#page(contentQuery, basis, 'sum')
      : basedOn(basis, { ...seen, value });
  }

  async #rows<Row, T>(
    { statement, values }: Omit<ListStatement, 'trace'>,
    columns: number,
    valueOf: (row: Row) => T,
    basis: Basis,
  ): Promise<BasedRead<readonly T[]>> {
    const seen = await this.#run<Row, readonly T[]>({
      statement,
      columns,
      values,
      request: requestOf(basis),
      valueOf: (rows) => rows.map(valueOf),
    });
    return basedOn(basis, seen);
  }

  async #one(
    statement: Statement,
    values: readonly Value[],
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>> {
    const read = await this.#rows(
      { statement, values },
      contentColumns.length,
      contentItemOf,
      basis,
    );
    return read.isCurrent ? { ...read, value: read.value[0] } : read;
  }

  async #select(statement: Statement, values: readonly Value[]): Promise<readonly ContentItem[]> {
    return (await query<ContentRow>(this.#database, statement, values)).map(contentItemOf);
  }
}
