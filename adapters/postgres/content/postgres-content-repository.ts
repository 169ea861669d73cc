import {
  isVisible,
  visibleFilter,
  visibleQuery,
  type Alternate,
  type AmongQuery,
  type Audience,
  type BasedRead,
  type Basis,
  type ContentFilter,
  type ContentPage,
  type ContentQuery,
  type ContentRepository,
  type ExactLocale,
  type ListPlace,
  type PageTag,
  type PublishedView,
  type Shown,
  type SizedItem,
  type SlugQuery,
  type View,
} from '../../../core/store.ts';
import type { ContentItem, LocaleCode, Slug } from '../../../core/vocabulary.ts';
import type { DatabaseSession } from '../connection/database-session.ts';
import { execute, query, type Statement, type Value } from '../connection/statement.ts';
import { joinTransaction } from '../connection/transaction.ts';
import { contentItemOf, type ContentRow } from './content-row.ts';
import * as statements from './content-statements.ts';
import { publishedReads, type PublishedReads } from './states/published-reads.ts';
import type { StateReads } from './states/state-reads.ts';
import { unpublishedReads } from './states/unpublished-reads.ts';

/** Content in PostgreSQL. Every call is one prepared statement, but for lists with large items. */
export class PostgresContentRepository implements ContentRepository {
  readonly #database: DatabaseSession;
  readonly #states: Readonly<Record<Shown, StateReads>> & { readonly published: PublishedReads };

  constructor(database: DatabaseSession) {
    this.#database = database;
    this.#states = {
      published: publishedReads(database),
      unpublished: unpublishedReads(database),
    };
  }

  async list(
    contentQuery: ContentQuery,
    view: View,
    basis: Basis,
  ): Promise<BasedRead<ContentPage>> {
    return this.#states[view.shown].list(visibleQuery(contentQuery, view), basis);
  }

  async tagOf(
    contentQuery: ContentQuery,
    view: PublishedView,
    basis: Basis,
  ): Promise<BasedRead<PageTag>> {
    return this.#states[view.shown].tagOf(visibleQuery(contentQuery, view), basis);
  }

  async listAmong(
    { ids, ...conditions }: AmongQuery,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    return this.#states[shown].listAmong(ids, visibleFilter(conditions, audience), basis);
  }

  async sizesAmong(
    { ids, ...conditions }: AmongQuery,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>> {
    return this.#states[shown].sizesAmong(ids, visibleFilter(conditions, audience), basis);
  }

  async getById(
    id: string,
    { audience, shown, languages }: View,
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>> {
    if (languages !== undefined) {
      return this.#states[shown].getInLanguages(id, seenBy(audience), languages, basis);
    }
    const read = await this.#states[shown].getById(id, basis);
    if (!read.isCurrent || read.value === undefined) return read;
    return isVisible(audience, read.value) ? read : { ...read, value: undefined };
  }

  async getBySlug(
    { slug, collectionId }: SlugQuery,
    view: View,
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>> {
    const list = visibleQuery({ slug, collectionId, limit: 1, offset: 0 }, view);
    return this.#states[view.shown].getBySlug({ ...list, slug }, basis);
  }

  async listAlternates(
    ids: readonly string[],
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly Alternate[]>> {
    return this.#states[shown].listAlternates(ids, seenBy(audience), basis);
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

  async findByGroup(groupId: string): Promise<readonly ContentItem[]> {
    return this.#select(statements.findByGroup, [groupId]);
  }

  async findUnequalGroups(
    collectionId: string,
    keys: readonly string[],
    max: number,
  ): Promise<readonly string[]> {
    const values = [collectionId, keys, max];
    const rows = await query<{ readonly id: string }>(
      this.#database,
      statements.findUnequalGroups,
      values,
    );
    return rows.map(({ id }) => id);
  }

  async countInLocale(locale: LocaleCode, max: number): Promise<number> {
    type Row = { readonly count: number };
    const [row] = await query<Row>(this.#database, statements.countInLocale, [locale, max]);
    return row?.count ?? 0;
  }

  async renameLocale(from: LocaleCode, to: LocaleCode): Promise<void> {
    await joinTransaction(this.#database, async (inside) => {
      for (const table of ['content', 'content_trash'] as const) {
        await execute(inside, statements.renameLocale(table), [from, to]);
      }
    });
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
    locale?: ExactLocale,
  ): Promise<readonly ListPlace[]> {
    const { statement, values } = statements.placesAfter(collectionId, after, limit, locale);
    const rows = await query<statements.PlaceRow>(this.#database, statement, values);
    return rows.map(([id, createdAt]) => ({ id, createdAt: Number(createdAt) }));
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]> {
    return id === undefined
      ? this.#select(statements.listFirst, [limit])
      : this.#select(statements.listAfter, [limit, id]);
  }

  async #select(statement: Statement, values: readonly Value[]): Promise<readonly ContentItem[]> {
    return (await query<ContentRow>(this.#database, statement, values)).map(contentItemOf);
  }
}

/** What an audience sees, whatever its scope: see `isVisible`. */
const seenBy = (audience: Audience): ContentFilter =>
  visibleFilter({}, { ...audience, scope: 'all' });
