import type {
  BasedRead,
  Basis,
  FormerSlug,
  FormerSlugOfItem,
  RedirectQuery,
  RedirectRepository,
} from '../../../../core/store.ts';
import type { Redirect, Slug } from '../../../../core/vocabulary.ts';
import { queryOnBasis } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { execute, executeReturning, query } from '../../connection/statement.ts';
import { stampOfRow, type StampColumns } from '../item-stamps.ts';
import * as statements from './redirect-statements.ts';

type RedirectRow = readonly [from: string, to: string, contentId: string, collectionId: string];

interface FormerSlugRow {
  readonly slug: string;
  readonly content_id: string;
}

interface SeenColumn {
  readonly seen_in: readonly string[];
}

const redirectOf = ([from, to, contentId, collectionId]: RedirectRow): Redirect => ({
  from: from as Slug,
  to: to as Slug,
  contentId,
  collectionId,
});

/** Former slugs in PostgreSQL. */
export class PostgresRedirectRepository implements RedirectRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async list(asked: RedirectQuery, basis: Basis): Promise<BasedRead<readonly Redirect[]>> {
    return queryOnBasis<RedirectRow, readonly Redirect[]>(this.#database, basis, {
      ...statements.listStatement(asked),
      columns: statements.redirectColumns,
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
    const rows = await query<FormerSlugRow & SeenColumn & StampColumns>(
      this.#database,
      statements.listAfter,
      // No slug is empty.
      [limit, slug ?? ''],
    );
    return rows.map((row) => ({
      slug: row.slug as Slug,
      contentId: row.content_id,
      seenIn: row.seen_in,
      item: stampOfRow(row),
    }));
  }

  async add(formerSlugs: readonly FormerSlug[]): Promise<readonly boolean[]> {
    const rows = await executeReturning<FormerSlugRow>(this.#database, statements.add, [
      formerSlugs.map(({ slug }) => slug),
      formerSlugs.map(({ contentId }) => contentId),
      // The texts of arrays: an array of arrays must have the same number of elements in each.
      formerSlugs.map(({ seenIn }) => `{${seenIn.join(',')}}`),
    ]);
    const added = new Map(rows.map((row) => [row.slug, row.content_id]));
    return formerSlugs.map(({ slug, contentId }) => {
      if (added.get(slug) !== contentId) return false;
      // Of a slug that was given twice, the first one.
      return added.delete(slug);
    });
  }
}
