import {
  DomainError,
  type CollectionShares,
  type TrashCount,
  type TrashRepository,
  type TrashScope,
  type TrashedItem,
} from 'quoin/core/store';
import {
  utf8Length,
  type ContentItem,
  type Page,
  type TranslationGroup,
  type TrashEntry,
} from 'quoin/core/vocabulary';
import { findUser } from '../accounts/users.ts';
import type { Access } from '../work/access.ts';
import type { Db, Sql } from '../work/db.ts';
import { forgetFormerIds, putFormerId } from './former-ids.ts';
import { allOf, amongIds, inLocales, upToPageBytes } from './items.ts';
import { purgeParts } from './parts.ts';

/** The most items that one step of a sweep deletes. */
const stepSize = 100;

export class SqliteTrash implements TrashRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(scope: TrashScope, { limit, offset }: Page): Promise<readonly TrashEntry[]> {
    const { sql, values } = inScope(scope);
    return this.#access.read((db) =>
      db
        .all<TrashRow>(
          `select * from trash where ${sql} order by deleted_at desc, id desc limit ? offset ?`,
          ...values,
          limit,
          offset,
        )
        .map(trashedOf)
        .map(({ item: { id, title, slug, collectionId }, deletedAt, deletedBy }) => ({
          id,
          title,
          slug,
          collectionId,
          deletedAt,
          deletedBy,
        })),
    );
  }

  async find(id: string): Promise<TrashedItem | undefined> {
    return this.#access.read((db) => findTrashed(db, id));
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly TrashedItem[]> {
    return this.#access.read((db) => {
      const rows = db.each<TrashRow>(
        'select * from trash where id > ? order by id limit ?',
        id ?? '',
        limit,
      );
      return upToPageBytes(rows, (row) => utf8Length(trashedOf(row).item.data)).map(trashedOf);
    });
  }

  async add(trashed: TrashedItem): Promise<boolean> {
    return this.#access.write((db) => {
      const { item, deletedAt, deletedBy } = trashed;
      if (db.get('select 1 from stamps where id = ?', item.id) !== undefined) return false;
      if (db.get('select 1 from collections where id = ?', item.collectionId) === undefined) {
        throw new DomainError('collection_not_found', 'The collection is gone');
      }
      const author = { ...item, authorId: knownUser(db, item.authorId) };
      putTrashed(db, { item: author, deletedAt, deletedBy });
      if (item.group !== undefined) putFormerId(db, { id: item.id, groupId: item.group.id });
      return true;
    });
  }

  async findIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { sql, values } = amongIds(ids);
    return this.#access.read(
      (db) =>
        new Set(
          db.all<TrashRow>(`select id from trash where ${sql}`, ...values).map((row) => row.id),
        ),
    );
  }

  async count(shares: CollectionShares, max: number): Promise<readonly TrashCount[]> {
    const { sql, values } = inScope(shares);
    return this.#access.read((db) =>
      [...shares.whole, ...shares.owned].flatMap((collectionId) => {
        const { length } = db.all(
          `select 1 from trash where collection_id = ? and (${sql}) limit ?`,
          collectionId,
          ...values,
          max,
        );
        return length === 0 ? [] : [{ collectionId, count: length }];
      }),
    );
  }

  async purge(id: string, version: number): Promise<boolean> {
    return this.#access.write((db) => {
      if (findTrashed(db, id)?.item.version !== version) return false;
      deleteTrashed(db, id);
      return true;
    });
  }

  async purgeScope(scope: TrashScope, limit: number): Promise<number> {
    return this.#purge(inScope(scope), limit);
  }

  async sweep(ageMs: number): Promise<boolean> {
    const old = { sql: 'stored_at <= ?', values: [Date.now() - ageMs] };
    return (await this.#purge(old, stepSize)) === stepSize;
  }

  #purge({ sql, values }: Sql, limit: number): Promise<number> {
    return this.#access.write((db) => {
      const rows = db.all<TrashRow>(`select id from trash where ${sql} limit ?`, ...values, limit);
      for (const { id } of rows) deleteTrashed(db, id);
      return rows.length;
    });
  }
}

interface TrashRow {
  readonly id: string;
  readonly author_id: string | null;
  readonly deleted_at: number;
  readonly deleted_by: string | null;
  readonly doc: string;
}

const trashedOf = ({ author_id, deleted_at, deleted_by, doc }: TrashRow): TrashedItem => ({
  item: { ...(JSON.parse(doc) as ContentItem), authorId: author_id ?? undefined },
  deletedAt: deleted_at,
  deletedBy: deleted_by ?? undefined,
});

export const findTrashed = (db: Db, id: string): TrashedItem | undefined => {
  const row = db.get<TrashRow>('select * from trash where id = ?', id);
  return row && trashedOf(row);
};

const knownUser = (db: Db, id: string | undefined): string | undefined =>
  id === undefined ? undefined : findUser(db, 'id', id)?.id;

export const putTrashed = (db: Db, { item, deletedAt, deletedBy }: TrashedItem): void => {
  db.put('trash', 'id', {
    id: item.id,
    collection_id: item.collectionId,
    author_id: item.authorId,
    version: item.version,
    updated_at: item.updatedAt,
    deleted_at: deletedAt,
    deleted_by: knownUser(db, deletedBy),
    stored_at: Date.now(),
    doc: JSON.stringify(item),
  });
};

/** Takes the items of a group into another one. */
export const moveTrashed = (db: Db, groupId: string, group: TranslationGroup): void => {
  db.run(
    "update trash set doc = json_set(doc, '$.group', json(?)) where doc -> '$.group' ->> 'id' = ?",
    JSON.stringify(group),
    groupId,
  );
};

const inScope = (scope: TrashScope): Sql => {
  if (scope === 'all') return { sql: 'true', values: [] };
  const [whole, owned] = [scope.whole, scope.owned].map((ids) => amongIds(ids, 'collection_id'));
  return allOf(
    {
      sql: `${whole?.sql} or (author_id = ? and ${owned?.sql})`,
      values: [...(whole?.values ?? []), scope.ownerId, ...(owned?.values ?? [])],
    },
    inLocales(scope.locales, 'collection_id', "json_extract(doc, '$.locale')"),
  );
};

/** Deletes an item of the trash permanently, with all that belongs to it. */
export const deleteTrashed = (db: Db, id: string): void => {
  const group = findTrashed(db, id)?.item.group;
  db.run('delete from trash where id = ?', id);
  if (group !== undefined) forgetFormerIds(db, group.id);
  purgeParts(db, id);
};
