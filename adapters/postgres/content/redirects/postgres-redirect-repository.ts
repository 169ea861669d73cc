import {
  contentStatuses,
  type BasedRead,
  type Basis,
  type FormerSlug,
  type FormerSlugOfItem,
  type Redirect,
  type RedirectQuery,
  type RedirectRepository,
  type Slug,
} from '../../../../core/index.ts';
import { queryOnBasis } from '../../basis.ts';
import type { Database } from '../../connection/connections.ts';
import { execute, executeReturning, query } from '../../connection/statement.ts';
import { limitingIds } from '../content-keys.ts';
import { stampOfRow, type StampColumns } from '../item-stamps.ts';
import * as statements from './redirect-statements.ts';

type RedirectRow = readonly [from: string, to: string, contentId: string, collectionId: string];

interface FormerSlugRow {
  readonly slug: string;
  readonly content_id: string;
}

const redirectOf = ([from, to, contentId, collectionId]: RedirectRow): Redirect => ({
  from: from as Slug,
  to: to as Slug,
  contentId,
  collectionId,
});

/** Former slugs in PostgreSQL. */
export class PostgresRedirectRepository implements RedirectRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(asked: RedirectQuery, basis: Basis): Promise<BasedRead<readonly Redirect[]>> {
    const { status, limit, offset } = asked;
    const collections = limitingIds(asked);
    return queryOnBasis<RedirectRow, readonly Redirect[]>(this.#database, basis, {
      statement: collections === undefined ? statements.listAll : statements.listOfCollections,
      columns: statements.redirectColumns,
      values: [
        limit,
        offset,
        status === undefined ? contentStatuses : [status],
        ...(collections === undefined ? [] : [collections]),
      ],
      valueOf: (rows) => rows.map(redirectOf),
    });
  }

  async find(from: Slug): Promise<Redirect | undefined> {
    const [row] = await query<RedirectRow>(this.#database, statements.find, [from]);
    return row && redirectOf(row);
  }

  async findItemIds(slugs: readonly Slug[]): Promise<ReadonlyMap<Slug, string>> {
    const rows = await query<FormerSlugRow>(this.#database, statements.findItemIds, [slugs]);
    return new Map(rows.map((row) => [row.slug as Slug, row.content_id]));
  }

  async remove({ from, contentId, collectionId }: Omit<Redirect, 'to'>): Promise<boolean> {
    const values = [from, contentId, collectionId];
    return (await execute(this.#database, statements.remove, values)) > 0;
  }

  async listAfter(slug: Slug | undefined, limit: number): Promise<readonly FormerSlugOfItem[]> {
    const rows = await query<FormerSlugRow & StampColumns>(
      this.#database,
      statements.listAfter,
      // No slug is empty.
      [limit, slug ?? ''],
    );
    return rows.map((row) => ({
      slug: row.slug as Slug,
      contentId: row.content_id,
      item: stampOfRow(row),
    }));
  }

  async add(formerSlugs: readonly FormerSlug[]): Promise<readonly boolean[]> {
    const rows = await executeReturning<FormerSlugRow>(this.#database, statements.add, [
      formerSlugs.map(({ slug }) => slug),
      formerSlugs.map(({ contentId }) => contentId),
    ]);
    const added = new Map(rows.map((row) => [row.slug, row.content_id]));
    return formerSlugs.map(({ slug, contentId }) => {
      if (added.get(slug) !== contentId) return false;
      // Of a slug that was given twice, the first one.
      return added.delete(slug);
    });
  }
}
