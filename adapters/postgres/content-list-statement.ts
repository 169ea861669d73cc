import {
  pageBytes,
  type ContentFilter,
  type ContentPage,
  type ContentQuery,
  type QueryTrace,
} from '../../core/index.ts';
import { filterClause } from './content-filter.ts';
import {
  contentItemOf,
  contentSelection,
  contentSelectionWith,
  type ContentRow,
} from './content-row.ts';
import type { Statement, Value } from './statement.ts';

export interface ListStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  readonly trace: QueryTrace;
}

/** A row of a list. Its `data` is null where it was held back; see {@link Measure}. */
export type ListRow = readonly [dataBytes: number, ...ContentRow];

/**
 * What keeps a statement from answering more than {@link pageBytes} of data. Both tell by the stored
 * sizes, so that nothing is read that is held back.
 *
 * - `each`: no item has more than its share of the page. Costs nothing, but holds back large items
 *   of pages that are not large.
 * - `sum`: nothing of a large page, all of any other. Adds a fifth to a list of short items.
 */
export type Measure = 'each' | 'sum';

/** With more items to a page than this, the share of each would be too small to be usual. */
const eachLimitMax = 100;

export const usualMeasure = ({ limit }: ContentQuery): Measure =>
  limit <= eachLimitMax ? 'each' : 'sum';

/**
 * The one statement that answers a list. The scope comes last among the values and is left out of
 * the trace: it tells who asked.
 */
export const contentListStatement = (
  { limit, offset, ...filter }: ContentQuery,
  measure: Measure,
): ListStatement => {
  const clause = filterClause(filter);
  const isFar = offset > nearOffsetMax;
  const name = nameOf('content_list', measure, isFar ? 'far' : '', clause.name);
  const statement = prepared(name, () =>
    listText(clause.text(3), measure, isFar || isFiltered(filter)),
  );
  const asked = [limit, offset, ...clause.asked];
  return {
    statement,
    values: [...asked, ...clause.scoped],
    trace: { statement: statement.text, parameters: asked },
  };
};

/** Answers which of given items a list has. */
export const contentAmongStatement = (
  ids: readonly string[],
  filter: ContentFilter,
): Omit<ListStatement, 'trace'> => {
  const { name, text, asked, scoped } = filterClause(filter);
  const statement = prepared(nameOf('content_among', name), () => {
    const conditions = text(2);
    const where = `where id = any ($1)${conditions === '' ? '' : ` and ${conditions}`}`;
    return `select ${contentSelection} from content ${where}`;
  });
  return { statement, values: [ids, ...asked, ...scoped] };
};

/** @returns `isWhole`: false when data was held back although the page is not large. */
export const contentPageOf = (
  rows: readonly ListRow[],
): { readonly page: ContentPage; readonly isWhole: boolean } => {
  const sum = rows.reduce((total, [bytes]) => total + bytes, 0);
  if (sum > pageBytes) {
    return {
      page: { items: [], large: rows.map(([bytes, id]) => ({ id, bytes })) },
      isWhole: true,
    };
  }
  const items = rows.map(([, ...row]) => contentItemOf(row));
  return {
    page: { items },
    isWhole: items.every(({ data }: { data: string | null }) => data !== null),
  };
};

/** Up to here the rows before a page of all content are read and skipped. */
const nearOffsetMax = 500;

const isFiltered = ({ status, collectionId, visibility }: ContentFilter): boolean =>
  status !== undefined ||
  collectionId !== undefined ||
  visibility.publishedOnly ||
  visibility.scope !== 'all';

const mayBeSent: Readonly<Record<Measure, string>> = {
  each: `data_bytes <= ${pageBytes} / $1`,
  sum: `sum(data_bytes) over () <= ${pageBytes}`,
};

/**
 * Where rows are passed over, because they come before the page or a filter refuses them, the keys
 * of the page are found first, in an index that holds all that decides, and only the page's own
 * rows are read. The planner would rather walk the rows of all content by time and throw away what
 * does not match, which is any number of them when what matches is old.
 */
const listText = (conditions: string, measure: Measure, arePassedOver: boolean): string => {
  const columns = `data_bytes, ${contentSelectionWith(
    (text) => `case when ${mayBeSent[measure]} then ${text} end`,
  )}`;
  const where = conditions === '' ? '' : ` where ${conditions}`;
  const window = 'order by created_at desc, id desc limit $1 offset $2';
  if (arePassedOver) {
    return `select ${columns} from (select id as page_id, created_at as page_time from content${where} ${window}) page join content on id = page_id order by page_time desc, page_id desc`;
  }
  return measure === 'each'
    ? `select ${columns} from content${where} ${window}`
    : `select ${columns} from (select * from content${where} ${window}) page order by created_at desc, id desc`;
};

const statements = new Map<string, Statement>();

const prepared = (name: string, text: () => string): Statement => {
  const known = statements.get(name);
  if (known !== undefined) return known;
  const statement = { name, text: text(), rowMode: 'array' } as const;
  statements.set(name, statement);
  return statement;
};

const nameOf = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('_');
