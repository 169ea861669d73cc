import {
  utf8Length,
  type BasedRead,
  type Basis,
  type ContentFilter,
  type ContentItem,
  type ContentPage,
  type ContentQuery,
  type ContentRepository,
  type FormerSlugFilter,
  type ListPlace,
  type PageTag,
  type SizedItem,
  type Slug,
} from 'quoin/core';
import type { Access } from '../work/access.ts';
import { digestOf, readOn } from '../work/basis.ts';
import type { Db, Sql } from '../work/db.ts';
import {
  allOf,
  amongIds,
  findItem,
  itemOf,
  itemsOrSizes,
  matching,
  sizesOf,
  upToPageBytes,
  type ItemRow,
} from './items.ts';
import { knownSlugs } from './redirects.ts';

export class SqliteContents implements ContentRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(query: ContentQuery, basis: Basis): Promise<BasedRead<ContentPage>> {
    return readOn(this.#access, basis, (db) => {
      const page = itemsOrSizes(db, 'items', pageSql(db, query));
      return 'large' in page ? page : { ...page, tag: tagOf(db, query, page.items) };
    });
  }

  async tagOf(query: ContentQuery, basis: Basis): Promise<BasedRead<PageTag>> {
    return readOn(this.#access, basis, (db) => {
      const { sql, values } = pageSql(db, query);
      const items = db.all<ItemRow>(`select * from items ${sql}`, ...values).map(itemOf);
      return tagOf(db, query, items);
    });
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    return readOn(this.#access, basis, (db) => among(db, ids, filter));
  }

  async sizesAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>> {
    return readOn(this.#access, basis, (db) => {
      const { sql, values } = allOf(amongIds(ids), matching(filter));
      return sizesOf(db, 'items', { sql: `where ${sql}`, values });
    });
  }

  async getById(id: string, basis: Basis): Promise<BasedRead<ContentItem | undefined>> {
    return readOn(this.#access, basis, (db) => findItem(db, id));
  }

  async getBySlug(
    slug: Slug,
    basis: Basis,
    filter: FormerSlugFilter = {},
  ): Promise<BasedRead<ContentItem | undefined>> {
    return readOn(this.#access, basis, (db) => {
      const id = idOfSlug(db, slug, filter);
      return id === undefined ? undefined : findItem(db, id);
    });
  }

  async findById(id: string): Promise<ContentItem | undefined> {
    return this.#access.read((db) => findItem(db, id));
  }

  async findBySlug(slug: Slug): Promise<ContentItem | undefined> {
    return this.#access.read((db) => {
      const row = db.get<ItemRow>('select * from items where slug = ?', slug);
      return row && itemOf(row);
    });
  }

  async findByIds(ids: readonly string[]): Promise<readonly ContentItem[]> {
    return this.#access.read((db) => among(db, ids, { within: 'all' }));
  }

  async findTakenSlugs(slugs: readonly Slug[]): Promise<ReadonlySet<Slug>> {
    const { sql, values } = amongIds(slugs, 'slug');
    return this.#access.read(
      (db) =>
        new Set(
          db
            .all<{ readonly slug: Slug }>(`select slug from items where ${sql}`, ...values)
            .map(({ slug }) => slug),
        ),
    );
  }

  async listOfCollectionAfter(
    collectionId: string,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ContentItem[]> {
    const { sql, values } = placesAfter(collectionId, after, limit);
    return this.#access.read((db) =>
      upToPageBytes(db.each<ItemRow>(`select * from items ${sql}`, ...values), bytesOf).map(itemOf),
    );
  }

  async listPlacesAfter(
    collectionId: string | undefined,
    after: ListPlace | undefined,
    limit: number,
  ): Promise<readonly ListPlace[]> {
    const { sql, values } = placesAfter(collectionId, after, limit);
    return this.#access.read((db) =>
      db
        .all<ListPlace>(`select id, created_at as createdAt from items ${sql}`, ...values)
        .map((place) => ({ ...place })),
    );
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly ContentItem[]> {
    return this.#access.read((db) => {
      const rows = db.each<ItemRow>(
        'select * from items where id > ? order by id limit ?',
        id ?? '',
        limit,
      );
      return upToPageBytes(rows, bytesOf).map(itemOf);
    });
  }
}

const bytesOf = ({ data }: ItemRow): number => utf8Length(data);

const among = (db: Db, ids: readonly string[], filter: ContentFilter): readonly ContentItem[] => {
  const { sql, values } = allOf(amongIds(ids), matching(filter));
  return db.all<ItemRow>(`select * from items where ${sql}`, ...values).map(itemOf);
};

/** The id of the item that has the slug or, without one, of the item that had it. */
const idOfSlug = (db: Db, slug: Slug, filter: FormerSlugFilter): string | undefined => {
  const { sql, values } = allOf({ sql: 'slug = ?', values: [slug] }, knownSlugs(filter));
  return db.get<{ readonly id: string }>(
    `select id from items where slug = ? union all
      select content_id as id from former_slugs where ${sql} limit 1`,
    slug,
    ...values,
  )?.id;
};

const pageSql = (db: Db, query: ContentQuery): Sql => {
  const { slug, limit, offset } = query;
  const ofSlug =
    slug === undefined ? undefined : { sql: 'id = ?', values: [idOfSlug(db, slug, query) ?? ''] };
  const { sql, values } = allOf(matching(query), ofSlug);
  return {
    sql: `where ${sql} order by created_at desc, id desc limit ? offset ?`,
    values: [...values, limit, offset],
  };
};

const placesAfter = (
  collectionId: string | undefined,
  after: ListPlace | undefined,
  limit: number,
): Sql => {
  const { sql, values } = allOf(
    collectionId === undefined ? undefined : { sql: 'collection_id = ?', values: [collectionId] },
    after && { sql: '(created_at, id) < (?, ?)', values: [after.createdAt, after.id] },
  );
  return {
    sql: `where ${sql} order by created_at desc, id desc limit ?`,
    values: [...values, limit],
  };
};

/** A digest of the rows, and of the store. */
const tagOf = (db: Db, query: ContentQuery, items: readonly ContentItem[]): PageTag =>
  digestOf([db.get('select epoch from meta'), query, items]);
