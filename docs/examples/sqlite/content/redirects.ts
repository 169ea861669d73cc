import {
  stateWithFormerSlug,
  wasShownAt,
  type BasedRead,
  type Basis,
  type FormerSlug,
  type FormerSlugFilter,
  type FormerSlugOfItem,
  type RedirectQuery,
  type RedirectRepository,
} from 'quoin/core/store';
import type { Redirect, Slug } from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import { readOn } from '../work/basis.ts';
import type { Db, Sql } from '../work/db.ts';
import { collectionBy } from '../records/collection-rows.ts';
import { stampOf } from './copies.ts';
import { allOf, amongIds, matching } from './items.ts';
import type { Part } from './part.ts';

export class SqliteRedirects implements RedirectRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(query: RedirectQuery, basis: Basis): Promise<BasedRead<readonly Redirect[]>> {
    const { sql, values } = allOf(matching(query, 'i.'), knownSlugs(query, 'f.'));
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
            .all<SlugRow>(`select * from former_slugs where ${sql}`, ...values)
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
          seenIn: seenIn(row),
          item: stampOf(db, row.content_id),
        })),
    );
  }

  async add(formerSlugs: readonly FormerSlug[]): Promise<readonly boolean[]> {
    return this.#access.write((db) =>
      formerSlugs.map((former) => {
        const { slug, contentId } = former;
        const isTaken =
          db.get('select 1 from items where slug = ? and id <> ?', slug, contentId) !== undefined ||
          db.get('select 1 from former_slugs where slug = ?', slug) !== undefined;
        if (isTaken || stampOf(db, contentId) === undefined) return false;
        putSlug(db, former);
        return true;
      }),
    );
  }
}

interface SlugRow {
  readonly slug: Slug;
  readonly content_id: string;
  readonly seen_in: string;
}

const seenIn = (row: SlugRow | undefined): readonly string[] =>
  JSON.parse(row?.seen_in ?? '[]') as string[];

/** Former slugs were not seen in the collection any more. */
export const forgetPlace = (db: Db, collectionId: string): void => {
  db.run(
    `update former_slugs set seen_in =
      (select json_group_array(place.value) from json_each(seen_in) place where place.value <> ?1)
      where exists (select 1 from json_each(seen_in) place where place.value = ?1)`,
    collectionId,
  );
};

const putSlug = (db: Db, { slug, contentId, seenIn: places }: FormerSlug): void =>
  db.put('former_slugs', 'slug', {
    slug,
    content_id: contentId,
    seen_in: JSON.stringify(places),
  });

/** Adds to the collections in which the item was seen under the slug. An item that takes a slug ends the memory of others. */
export const formerSlugPart: Part = {
  apply: (db, change) => {
    const { id: contentId, slug: taken } = change.item;
    if (change.kind !== 'delete') {
      db.run('delete from former_slugs where slug = ? and content_id <> ?', taken, contentId);
    }
    const { formerSlug: slug } = change.parts;
    if (slug === undefined) return;
    const { collectionId, updatedAt } = stateWithFormerSlug(change);
    const places = new Set(
      seenIn(
        db.get<SlugRow>(
          'select * from former_slugs where slug = ? and content_id = ?',
          slug,
          contentId,
        ),
      ),
    );
    if (wasShownAt(collectionBy(db, 'id', collectionId), updatedAt)) places.add(collectionId);
    putSlug(db, { slug, contentId, seenIn: [...places] });
  },
  purged: ['former_slugs'],
};

/** Whether a former slug matches the filter. */
export const knownSlugs = (filter: FormerSlugFilter, prefix = ''): Sql | undefined => {
  if (filter.seenIn === undefined) return undefined;
  if (filter.seenIn === 'all') return { sql: `${prefix}seen_in <> '[]'`, values: [] };
  const { sql, values } = amongIds(filter.seenIn, 'place.value');
  return {
    sql: `exists (select 1 from json_each(${prefix}seen_in) place where ${sql})`,
    values,
  };
};

/** A slug that an item has now leads nowhere. */
const redirects = `select f.slug as "from", i.slug as "to", i.id as contentId, i.collection_id as collectionId
  from former_slugs f join items i on i.id = f.content_id where i.slug <> f.slug`;

const find = (db: Db, from: Slug): Redirect | undefined => {
  const row = db.get<Redirect>(`${redirects} and f.slug = ?`, from);
  return row && { ...row };
};
