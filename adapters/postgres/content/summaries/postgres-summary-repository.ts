import type {
  BasedRead,
  Basis,
  ContentFilter,
  ExactLocale,
  StatusCount,
  SummaryQuery,
  SummaryRepository,
  SummarySearch,
} from '../../../../core/store.ts';
import {
  contentStatuses,
  type ContentStatus,
  type ContentSummary,
} from '../../../../core/vocabulary.ts';
import { queryOnBasis } from '../../basis.ts';
import type { DatabaseSession } from '../../connection/database-session.ts';
import { limitingIds } from '../content-keys.ts';
import { equalitiesByRange, leadingColumns, orderBy, type Equality } from '../index-order.ts';
import { query, type Statement } from '../../connection/statement.ts';
import {
  summariesAmongStatement,
  summaryColumns,
  summaryListStatement,
  summaryOf,
  type SummaryRow,
  type SummaryStatement,
} from './summary-list.ts';
import { titleSearchStatement } from './title-search.ts';

const collectionIds: Statement = { name: 'collection_ids', text: 'select id from collections' };

/** The order leaves only one index, which contains all columns that the statement reads. */
const pair: readonly Equality[] = [
  ['collection_id', 'asked.id'],
  ['status', 'each.status'],
];
const counted =
  `select from content where ${equalitiesByRange(pair)} ` +
  `${orderBy({ leading: leadingColumns(pair) })} limit $3`;

const counts = (ids: string, rows: string): string =>
  `select asked.id, each.status, (select count(*)::integer from (${rows}) counted) as count ` +
  `from unnest(${ids}::uuid[]) asked (id) cross join unnest($2::text[]) each (status)`;

const count: Statement = { name: 'summaries_count', text: counts('$1', counted) };

const inLocale: readonly Equality[] = [
  ['collection_id', 'asked.id'],
  ['locale', '$4::text'],
  ['status', 'each.status'],
];
const countedInLocale =
  `select from content where ${equalitiesByRange(inLocale)} ` +
  'order by status desc, group_since desc, group_id desc limit $3';

/** Of localised collections and of others. */
const countInLocale: Statement = {
  name: 'summaries_count_locale',
  text: `${counts('$5', countedInLocale)} union all ${counts('$1', counted)}`,
};

/** Summaries of the content in PostgreSQL. */
export class PostgresSummaryRepository implements SummaryRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async list(
    summaryQuery: SummaryQuery,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentSummary[]>> {
    const ids = limitingIds(summaryQuery);
    // The indexes for authors contain the collection before the status.
    const resolved = summaryQuery.authorId === undefined ? ids : (ids ?? (await this.#allIds()));
    return this.#summaries(summaryListStatement(summaryQuery, resolved), basis);
  }

  async listAmong(
    ids: readonly string[],
    filter: ContentFilter,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentSummary[]>> {
    return this.#summaries(summariesAmongStatement(ids, filter), basis);
  }

  async find(search: SummarySearch, basis: Basis): Promise<BasedRead<readonly ContentSummary[]>> {
    const ids = limitingIds(search);
    return this.#summaries(titleSearchStatement(search, ids, ids ?? (await this.#allIds())), basis);
  }

  async count(
    ids: readonly string[],
    max: number,
    basis: Basis,
    locale?: ExactLocale,
  ): Promise<BasedRead<readonly StatusCount[]>> {
    const localized = ids.filter((id) => locale?.localized.includes(id) === true);
    const others = ids.filter((id) => !localized.includes(id));
    return queryOnBasis(this.#database, basis, {
      ...(locale === undefined || localized.length === 0
        ? { statement: count, values: [ids, contentStatuses, max] }
        : {
            statement: countInLocale,
            values: [others, contentStatuses, max, locale.code, localized],
          }),
      columns: 3,
      valueOf: (rows: readonly (readonly [string, ContentStatus, number])[]) =>
        rows.map(([collectionId, status, found]) => ({
          collectionId,
          status,
          count: Number(found),
        })),
    });
  }

  async #summaries(
    { statement, values }: SummaryStatement,
    basis: Basis,
  ): Promise<BasedRead<readonly ContentSummary[]>> {
    return queryOnBasis(this.#database, basis, {
      statement,
      columns: summaryColumns,
      values,
      valueOf: (rows: readonly SummaryRow[]) => rows.map(summaryOf),
    });
  }

  /** The ids of all collections. */
  async #allIds(): Promise<readonly string[]> {
    const rows = await query<{ readonly id: string }>(this.#database, collectionIds);
    return rows.map(({ id }) => id);
  }
}
