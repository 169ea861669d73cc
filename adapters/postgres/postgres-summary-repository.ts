import {
  contentStatuses,
  inScope,
  type ContentFilter,
  type ContentSummary,
  type StatusCount,
  type SummaryQuery,
  type SummaryRepository,
  type SummarySearch,
} from '../../core/index.ts';
import type { Database } from './connections.ts';
import { equalAsRange, leadingColumns, orderBy, type Equality } from './index-order.ts';
import { query, type Statement } from './statement.ts';
import { summaryListStatement, summaryOf, type SummaryRow } from './summary-list.ts';
import { titleSearchStatement } from './title-search.ts';

const collectionIds: Statement = { name: 'collection_ids', text: 'select id from collections' };

/** The order leaves only one index, which contains all columns that the statement reads. */
const pair: readonly Equality[] = [
  ['collection_id', 'asked.id'],
  ['status', 'each.status'],
];
const counted =
  `select from content where ${equalAsRange(pair)} ` +
  `${orderBy({ leading: leadingColumns(pair) })} limit $3`;

const count: Statement = {
  name: 'summaries_count',
  text:
    `select asked.id as "collectionId", each.status, ` +
    `(select count(*)::integer from (${counted}) counted) as count ` +
    'from unnest($1::uuid[]) asked (id) cross join unnest($2::text[]) each (status)',
};

/** Summaries of the content in PostgreSQL. */
export class PostgresSummaryRepository implements SummaryRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(summaryQuery: SummaryQuery): Promise<readonly ContentSummary[]> {
    const ids = limitingIds(summaryQuery);
    if (ids?.length === 0) return [];
    // The indexes for authors contain the collection before the status.
    const resolved = summaryQuery.authorId === undefined ? ids : (ids ?? (await this.#allIds()));
    const { statement, values } = summaryListStatement(summaryQuery, resolved);
    return (await query<SummaryRow>(this.#database, statement, values)).map(summaryOf);
  }

  async find(search: SummarySearch): Promise<readonly ContentSummary[]> {
    const ids = limitingIds(search);
    if (ids?.length === 0) return [];
    const { statement, values } = titleSearchStatement(search, ids, ids ?? (await this.#allIds()));
    return (await query<SummaryRow>(this.#database, statement, values)).map(summaryOf);
  }

  async count(ids: readonly string[], max: number): Promise<readonly StatusCount[]> {
    return query<StatusCount>(this.#database, count, [ids, contentStatuses, max]);
  }

  /** The ids of all collections. */
  async #allIds(): Promise<readonly string[]> {
    const rows = await query<{ readonly id: string }>(this.#database, collectionIds);
    return rows.map(({ id }) => id);
  }
}

/** The collections to which a read is limited; undefined if it is not limited. */
const limitingIds = ({ collectionId, within }: ContentFilter): readonly string[] | undefined => {
  if (collectionId !== undefined) return inScope(within, collectionId) ? [collectionId] : [];
  return within === 'all' ? undefined : within;
};
