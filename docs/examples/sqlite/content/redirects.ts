import type {
  BasedRead,
  Basis,
  FormerSlug,
  FormerSlugOfItem,
  Redirect,
  RedirectQuery,
  RedirectRepository,
  Slug,
} from 'quoin/core';
import type { Access } from '../work/access.ts';
import { readOn } from '../work/basis.ts';
import type { Db } from '../work/db.ts';
import { stampOf } from './copies.ts';
import { amongIds, matching } from './items.ts';

export class SqliteRedirects implements RedirectRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(query: RedirectQuery, basis: Basis): Promise<BasedRead<readonly Redirect[]>> {
    const { sql, values } = matching(query, 'i.');
    return readOn(this.#access, basis, (db) =>
      db
        .all<Redirect>(
          `${redirects} and ${sql} order by f.slug limit ? offset ?`,
          ...values,
          query.limit,
          query.offset,
        )
        .map((row) => ({ ...row })),
    );
  }

  async find(from: Slug): Promise<Redirect | undefined> {
    return this.#access.read((db) => find(db, from));
  }

  async findItemIds(slugs: readonly Slug[]): Promise<ReadonlyMap<Slug, string>> {
    const { sql, values } = amongIds(slugs, 'slug');
    return this.#access.read(
      (db) =>
        new Map(
          db
            .all<SlugRow>(`select slug, content_id from former_slugs where ${sql}`, ...values)
            .map((row) => [row.slug, row.content_id]),
        ),
    );
  }

  async remove({ from, contentId, collectionId }: Omit<Redirect, 'to'>): Promise<boolean> {
    return this.#access.write((db) => {
      const stored = find(db, from);
      if (stored?.contentId !== contentId || stored.collectionId !== collectionId) return false;
      return db.run('delete from former_slugs where slug = ?', from) > 0;
    });
  }

  async listAfter(slug: Slug | undefined, limit: number): Promise<readonly FormerSlugOfItem[]> {
    return this.#access.read((db) =>
      db
        .all<SlugRow>(
          'select * from former_slugs where slug > ? order by slug limit ?',
          slug ?? '',
          limit,
        )
        .map((row) => ({
          slug: row.slug,
          contentId: row.content_id,
          item: stampOf(db, row.content_id),
        })),
    );
  }

  async add(formerSlugs: readonly FormerSlug[]): Promise<readonly boolean[]> {
    return this.#access.write((db) =>
      formerSlugs.map(({ slug, contentId }) => {
        const isTaken =
          db.get('select 1 from items where slug = ? and id <> ?', slug, contentId) !== undefined ||
          db.get('select 1 from former_slugs where slug = ?', slug) !== undefined;
        if (isTaken || stampOf(db, contentId) === undefined) return false;
        db.run('insert into former_slugs values (?, ?)', slug, contentId);
        return true;
      }),
    );
  }
}

interface SlugRow {
  readonly slug: Slug;
  readonly content_id: string;
}

/** A slug that an item has now leads nowhere. */
const redirects = `select f.slug as "from", i.slug as "to", i.id as contentId, i.collection_id as collectionId
  from former_slugs f join items i on i.id = f.content_id where i.slug <> f.slug`;

const find = (db: Db, from: Slug): Redirect | undefined => {
  const row = db.get<Redirect>(`${redirects} and f.slug = ?`, from);
  return row && { ...row };
};
