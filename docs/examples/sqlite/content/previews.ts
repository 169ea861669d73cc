import type {
  BasedRead,
  Basis,
  ContentFilter,
  ContentItem,
  ContentPage,
  ContentQuery,
  FormerSlugFilter,
  PreviewRepository,
  SizedItem,
  Slug,
} from 'quoin/core';
import type { Access } from '../work/access.ts';
import { readOn } from '../work/basis.ts';
import type { Db, Sql } from '../work/db.ts';
import {
  allOf,
  amongIds,
  findItem,
  itemOf,
  itemsOrSizes,
  matching,
  sizesOf,
  type ItemRow,
} from './items.ts';
import { knownSlugs } from './redirects.ts';

/** Reads of the view `shown_items`. */
export class SqlitePreviews implements PreviewRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(query: ContentQuery, basis: Basis): Promise<BasedRead<ContentPage>> {
    return readOn(this.#access, basis, (db) => itemsOrSizes(db, 'shown_items', pageSql(db, query)));
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    return readOn(this.#access, basis, (db) => {
      const { sql, values } = allOf(amongIds(ids), matching(filter));
      return db.all<ItemRow>(`select * from shown_items where ${sql}`, ...values).map(itemOf);
    });
  }

  async sizesAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>> {
    return readOn(this.#access, basis, (db) => {
      const { sql, values } = allOf(amongIds(ids), matching(filter));
      return sizesOf(db, 'shown_items', { sql: `where ${sql}`, values });
    });
  }

  async getById(id: string, basis: Basis): Promise<BasedRead<ContentItem | undefined>> {
    return readOn(this.#access, basis, (db) => findItem(db, id, 'shown_items'));
  }
}

/** The item that has the slug outside of its copy comes first. */
const pageSql = (db: Db, query: ContentQuery): Sql => {
  const { slug, limit, offset } = query;
  const { sql, values } = allOf(
    matching(query),
    slug === undefined ? undefined : amongIds(idsOfSlug(db, slug, query)),
  );
  const own = 'exists (select 1 from items own where own.id = shown_items.id and own.slug = ?)';
  return {
    sql: `where ${sql} order by ${slug === undefined ? '' : `${own} desc, `}created_at desc, id desc limit ? offset ?`,
    values: [...values, ...(slug === undefined ? [] : [slug]), limit, offset],
  };
};

interface IdRow {
  readonly id: string;
}

/** The items that are shown under the slug or, if no item has it, the one that had it. */
const idsOfSlug = (db: Db, slug: Slug, filter: FormerSlugFilter): readonly string[] => {
  const former = allOf({ sql: 'slug = ?', values: [slug] }, knownSlugs(filter));
  const shown = db.all<IdRow>(
    `select id from shown_items where slug = ?1 and id in
      (select id from items where slug = ?1 union all select content_id from copies where slug = ?1)`,
    slug,
  );
  if (shown.length > 0) return shown.map(({ id }) => id);
  if (db.get('select 1 from items where slug = ?', slug) !== undefined) return [];
  return db
    .all<IdRow>(`select content_id as id from former_slugs where ${former.sql}`, ...former.values)
    .map(({ id }) => id);
};
