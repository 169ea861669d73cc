import {
  isVisible,
  visibleFilter,
  visibleQuery,
  type Alternate,
  type AmongQuery,
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
  type VisibleQuery,
} from 'quoin/core/store';
import {
  decodeJson,
  differingKeys,
  utf8Length,
  type ContentItem,
  type LocaleCode,
  type Slug,
} from 'quoin/core/vocabulary';
import type { Access } from '../work/access.ts';
import { digestOf, readOn } from '../work/basis.ts';
import type { Db, Sql } from '../work/db.ts';
import {
  allOf,
  amongIds,
  findItem,
  inLocale,
  itemOf,
  itemsOfGroup,
  itemsOrSizes,
  matching,
  sizesOf,
  tableOf,
  upToPageBytes,
  type ItemRow,
  type Items,
} from './items.ts';
import { pageSql, shownOfGroup } from './pages.ts';

export class SqliteContents implements ContentRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(query: ContentQuery, view: View, basis: Basis): Promise<BasedRead<ContentPage>> {
    return readOn(this.#access, basis, (db) => {
      const visible = visibleQuery(query, view);
      const page = itemsOrSizes(db, tableOf[view.shown], pageSql(db, visible, view.shown));
      if ('large' in page || view.shown !== 'published') return page;
      return { ...page, tag: tagOf(db, visible, page.items) };
    });
  }

  async tagOf(query: ContentQuery, view: PublishedView, basis: Basis): Promise<BasedRead<PageTag>> {
    return readOn(this.#access, basis, (db) => {
      const visible = visibleQuery(query, view);
      return tagOf(db, visible, listed(db, visible, view.shown));
    });
  }

  async listAmong(
    query: AmongQuery,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentItem[]>> {
    return readOn(this.#access, basis, (db) =>
      among(db, tableOf[shown], query.ids, visibleFilter(query, audience)),
    );
  }

  async sizesAmong(
    query: AmongQuery,
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly SizedItem[]>> {
    return readOn(this.#access, basis, (db) => {
      const { sql, values } = allOf(amongIds(query.ids), matching(visibleFilter(query, audience)));
      return sizesOf(db, tableOf[shown], { sql: `where ${sql}`, values });
    });
  }

  async getById(
    id: string,
    { audience, shown, languages }: View,
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>> {
    return readOn(this.#access, basis, (db) => {
      if (languages !== undefined) {
        const isSeen = (item: ContentItem): boolean => isVisible(audience, item);
        return shownOfGroup(db, tableOf[shown], id, languages.chain, isSeen);
      }
      const item = findItem(db, id, tableOf[shown]);
      return item !== undefined && isVisible(audience, item) ? item : undefined;
    });
  }

  async getBySlug(
    query: SlugQuery,
    view: View,
    basis: Basis,
  ): Promise<BasedRead<ContentItem | undefined>> {
    const visible = visibleQuery({ ...query, limit: 1, offset: 0 }, view);
    return readOn(this.#access, basis, (db) => listed(db, visible, view.shown)[0]);
  }

  async listAlternates(
    ids: readonly string[],
    { audience, shown }: View,
    basis: Basis,
  ): Promise<BasedRead<readonly Alternate[]>> {
    const { sql, values } = amongIds(ids);
    return readOn(this.#access, basis, (db) =>
      db
        .all<ItemRow>(
          `select * from ${tableOf[shown]} where group_id in (select group_id from items where ${sql})`,
          ...values,
        )
        .map(itemOf)
        .filter((item) => isVisible(audience, item))
        .flatMap(({ id, slug, locale, group }) =>
          locale === undefined || group === undefined
            ? []
            : [{ id, slug, locale, groupId: group.id }],
        ),
    );
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
    return this.#access.read((db) => among(db, 'items', ids, { within: 'all' }));
  }

  async findByGroup(groupId: string): Promise<readonly ContentItem[]> {
    return this.#access.read((db) => itemsOfGroup(db, groupId));
  }

  async findUnequalGroups(
    collectionId: string,
    keys: readonly string[],
    max: number,
  ): Promise<readonly string[]> {
    return this.#access.read((db) => {
      const unequal: string[] = [];
      let first: ContentItem | undefined;
      const rows = db.each<ItemRow>(
        'select * from items where collection_id = ? and group_id is not null order by group_id',
        collectionId,
      );
      for (const item of Array.from(rows, itemOf)) {
        const id = item.group?.id;
        if (id === undefined || unequal.at(-1) === id) continue;
        if (first?.group?.id !== id) first = item;
        else if (differingKeys(keys, decodeJson(first.data), decodeJson(item.data)).length > 0)
          unequal.push(id);
        if (unequal.length === max) break;
      }
      return unequal;
    });
  }

  async countInLocale(locale: LocaleCode, max: number): Promise<number> {
    return this.#access.read(
      (db) =>
        db.all(
          "select 1 from items where locale = ? union all select 1 from trash where doc ->> 'locale' = ? limit ?",
          locale,
          locale,
          max,
        ).length,
    );
  }

  async renameLocale(from: LocaleCode, to: LocaleCode): Promise<void> {
    return this.#access.write((db) => {
      db.run('update items set locale = ? where locale = ?', to, from);
      db.run(
        "update trash set doc = json_set(doc, '$.locale', ?) where doc ->> 'locale' = ?",
        to,
        from,
      );
    });
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
    locale?: ExactLocale,
  ): Promise<readonly ListPlace[]> {
    const { sql, values } = placesAfter(collectionId, after, limit, locale);
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

const among = (
  db: Db,
  items: Items,
  ids: readonly string[],
  filter: ContentFilter,
): readonly ContentItem[] => {
  const { sql, values } = allOf(amongIds(ids), matching(filter));
  return db.all<ItemRow>(`select * from ${items} where ${sql}`, ...values).map(itemOf);
};

const listed = (db: Db, query: VisibleQuery, shown: Shown): readonly ContentItem[] => {
  const { sql, values } = pageSql(db, query, shown);
  return db.all<ItemRow>(`select * from ${tableOf[shown]} ${sql}`, ...values).map(itemOf);
};

const placesAfter = (
  collectionId: string | undefined,
  after: ListPlace | undefined,
  limit: number,
  locale?: ExactLocale,
): Sql => {
  const { sql, values } = allOf(
    collectionId === undefined ? undefined : { sql: 'collection_id = ?', values: [collectionId] },
    after && { sql: '(created_at, id) < (?, ?)', values: [after.createdAt, after.id] },
    inLocale(locale),
  );
  return {
    sql: `where ${sql} order by created_at desc, id desc limit ?`,
    values: [...values, limit],
  };
};

/** A digest of the rows, and of the store. */
const tagOf = (db: Db, query: VisibleQuery, items: readonly ContentItem[]): PageTag =>
  digestOf([db.get('select epoch from meta'), query, items]);
