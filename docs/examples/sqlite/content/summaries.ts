import {
  keyPrefix,
  type BasedRead,
  type Basis,
  type ContentFilter,
  type ExactLocale,
  type StatusCount,
  type SummaryQuery,
  type SummaryRepository,
  type SummarySearch,
} from 'quoin/core/store';
import { contentStatuses, type ContentSummary } from 'quoin/core/vocabulary';
import { findUser } from '../accounts/users.ts';
import type { Access } from '../work/access.ts';
import { readOn } from '../work/basis.ts';
import type { Db, Sql } from '../work/db.ts';
import { allOf, amongIds, itemOf, matching, type ItemRow } from './items.ts';

export class SqliteSummaries implements SummaryRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async list(query: SummaryQuery, basis: Basis): Promise<BasedRead<readonly ContentSummary[]>> {
    const { authorId, order, limit, offset } = query;
    const { sql, values } = allOf(
      matching(query),
      authorId === undefined ? undefined : { sql: 'author_id = ?', values: [authorId] },
    );
    return readOn(this.#access, basis, (db) =>
      summariesOf(db, {
        sql: `${sql} order by ${order}_at desc, id desc limit ? offset ?`,
        values: [...values, limit, offset],
      }),
    );
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentSummary[]>> {
    return readOn(this.#access, basis, (db) =>
      summariesOf(db, allOf(amongIds(ids), matching(filter))),
    );
  }

  async find(
    { title, limit, ...filter }: SummarySearch,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentSummary[]>> {
    const start = keyPrefix(title);
    const { sql, values } = allOf(
      matching(filter),
      ...title.words.map((word) => ({
        sql: `instr(' ' || title_key || ' ', ?) > 0`,
        values: [` ${word} `],
      })),
      { sql: `instr(' ' || title_key, ?) > 0`, values: [` ${title.prefix}`] },
    );
    return readOn(this.#access, basis, (db) =>
      summariesOf(db, {
        sql: `${sql} order by substr(title_key, 1, length(?)) = ? desc, updated_at desc, id desc limit ?`,
        values: [...values, start, start, limit],
      }),
    );
  }

  async count(
    collectionIds: readonly string[],
    max: number,
    basis: Basis,
    locale?: ExactLocale,
  ): Promise<BasedRead<readonly StatusCount[]>> {
    return readOn(this.#access, basis, (db) =>
      collectionIds.flatMap((collectionId) =>
        contentStatuses.map((status) => {
          const { sql, values } = matching({
            status,
            collectionId,
            within: 'all',
            ...(locale && { locale }),
          });
          const found = db.all(`select 1 from items where ${sql} limit ?`, ...values, max);
          return { collectionId, status, count: found.length };
        }),
      ),
    );
  }
}

type SummaryRow = ItemRow & { readonly collection: string };

const columns =
  "id, collection_id, author_id, title, slug, status, '' as data, version, origin, created_at, updated_at, published_at, locale, translation_group";

/** @param condition with the order. */
const summariesOf = (db: Db, { sql, values }: Sql): readonly ContentSummary[] =>
  db
    .all<SummaryRow>(
      `select ${columns}, (select name from collections c where c.id = collection_id) as collection
        from items where ${sql}`,
      ...values,
    )
    .map((row) => summaryOf(db, row));

const summaryOf = (db: Db, row: SummaryRow): ContentSummary => {
  const { data: _data, origin: _origin, authorId, ...item } = itemOf(row);
  const user = authorId === undefined ? undefined : findUser(db, 'id', authorId);
  return {
    ...item,
    collection: row.collection,
    author: user && {
      id: user.id,
      username: user.username,
      firstName: user.firstName,
      lastName: user.lastName,
    },
  };
};
