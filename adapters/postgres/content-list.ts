import {
  pageBytes,
  type ContentFilter,
  type ContentPage,
  type ContentQuery,
  type QueryTrace,
} from '../../core/index.ts';
import { keySearch, keySource, type KeyShape } from './content-keys.ts';
import { joinedPage, newestFirst } from './index-order.ts';
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

/** A row of a list. Its `data` is null where a {@link Measure} withholds it. */
export type ListRow = readonly [dataBytes: number, ...ContentRow];

/**
 * How a statement avoids returning more than {@link pageBytes} of data. Both compare the stored sizes,
 * so that withheld data is not read.
 *
 * - `each`: withholds items larger than their share of the page, even if the page is not large.
 *   Costs nothing.
 * - `sum`: withholds all data if the page is large. Costs a fifth of a list of short items.
 */
export type Measure = 'each' | 'sum';

/** With a larger limit, the share of each item is so small that many items exceed it. */
const eachLimitMax = 100;

export const usualMeasure = ({ limit }: ContentQuery): Measure =>
  limit <= eachLimitMax ? 'each' : 'sum';

/** The statement of a list. */
export const contentListStatement = (query: ContentQuery, measure: Measure): ListStatement => {
  const { limit, offset } = query;
  const { shape, conditions, values } = keySearch(query, query);
  // Skipping a few whole rows is faster than a join.
  const isDirect = offset <= limit && shape.width <= 1;
  const statementOf = (of: KeyShape): Statement =>
    prepared(nameOf('content_list', measure, isDirect ? 'direct' : 'joined', of), () =>
      isDirect ? directText(of, measure) : joinedText(of, measure),
    );
  // The trace does not reveal how many collections the caller can see.
  const shown = shape.width > 1 ? { ...shape, width: 2 } : shape;
  return {
    statement: statementOf(shape),
    values: [limit, offset, ...values],
    trace: { statement: statementOf(shown).text, parameters: [limit, offset, ...conditions] },
  };
};

/** The statement that returns the items with these ids that match the filter. */
export const contentAmongStatement = (
  ids: readonly string[],
  { status, collectionId, within }: ContentFilter,
): Omit<ListStatement, 'trace'> => {
  const conditions = [
    ...(status === undefined ? [] : [['status =', status] as const]),
    ...(collectionId === undefined ? [] : [['collection_id =', collectionId] as const]),
    ...(within === 'all' ? [] : [['collection_id = any', within] as const]),
  ];
  const operators = conditions.map(([operator]) => operator);
  const name = ['content_among', ...operators].join('_').replaceAll(/\W+/g, '_');
  const statement = prepared(name, () => {
    // `is true` prevents an index on the conditions, so that the planner uses the one on the ids.
    const texts = operators.map((operator, index) => ` and (${operator} ($${index + 2})) is true`);
    return `select ${contentSelection} from content where id = any ($1)${texts.join('')} order by id`;
  });
  return { statement, values: [ids, ...conditions.map(([, value]) => value)] };
};

/** @returns `isWhole`: false if data was withheld although the page is not large. */
export const contentPageOf = (
  rows: readonly ListRow[],
): { readonly page: ContentPage; readonly isWhole: boolean } => {
  const sum = rows.reduce((total, [bytes]) => total + bytes, 0);
  if (sum > pageBytes) {
    return { page: { large: rows.map(([bytes, id]) => ({ id, bytes })) }, isWhole: true };
  }
  const items = rows.map(([, ...row]) => contentItemOf(row));
  return {
    page: { items },
    isWhole: items.every(({ data }: { data: string | null }) => data !== null),
  };
};

const isSmallEnough: Readonly<Record<Measure, string>> = {
  each: `data_bytes <= ${pageBytes} / $1`,
  sum: `sum(data_bytes) over () <= ${pageBytes}`,
};

const columnsOf = (measure: Measure): string =>
  `data_bytes, ${contentSelectionWith((text) => `case when ${isSmallEnough[measure]} then ${text} end`)}`;

/** Reads rows in the order of an index, including the skipped ones. */
const directText = (shape: KeyShape, measure: Measure): string => {
  const { text, leading } = keySource(shape, 3);
  const page = `from ${text} ${newestFirst(leading)} limit $1 offset $2`;
  return measure === 'each'
    ? `select ${columnsOf(measure)} ${page}`
    : `select ${columnsOf(measure)} from (select * ${page}) page ${newestFirst(leading)}`;
};

const joinedText = (shape: KeyShape, measure: Measure): string => {
  const { text, leading } = keySource(shape, 3);
  return `select ${columnsOf(measure)} from ${joinedPage('content', text, leading)}`;
};

const statements = new Map<string, Statement>();

const prepared = (name: string, text: () => string): Statement => {
  const known = statements.get(name);
  if (known !== undefined) return known;
  const statement = { name, text: text(), rowMode: 'array' } as const;
  statements.set(name, statement);
  return statement;
};

const nameOf = (
  list: string,
  measure: Measure,
  form: string,
  { hasStatus, hasCollection, width }: KeyShape,
): string =>
  [
    list,
    measure,
    form,
    ...(hasStatus ? ['status'] : []),
    ...(hasCollection || width === 1 ? ['collection'] : []),
    ...(width > 1 ? [width] : []),
  ].join('_');
