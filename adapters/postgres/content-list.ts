import {
  pageBytes,
  type ContentFilter,
  type ContentPage,
  type ContentQuery,
  type QueryTrace,
  type Slug,
} from '../../core/index.ts';
import { keySearch, keySource, type KeyShape } from './content-keys.ts';
import { joinedPage, newestFirst } from './index-order.ts';
import {
  contentItemOf,
  contentSelection,
  contentSelectionWith,
  type ContentRow,
} from './content-row.ts';
import { prepared, type Statement, type Value } from './statement.ts';

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
  const { limit, offset, slug } = query;
  if (slug !== undefined) return contentOfSlugStatement(query, slug);
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

/** The statement of a list of at most one item, which it finds by its slug. */
const contentOfSlugStatement = (query: ContentQuery, slug: Slug): ListStatement => {
  const { limit, offset, within } = query;
  const rest = unindexed(query, 4);
  const statement = prepared(
    `content_list_slug${rest.name}`,
    () =>
      `select data_bytes, ${contentSelection} from content where slug = $3${rest.text} limit $1 offset $2`,
  );
  const values = [limit, offset, slug, ...rest.values];
  // The last value is a part of what the caller can see.
  const shown = rest.values.slice(0, within === 'all' ? undefined : -1);
  const parameters = [limit, offset, slug, ...shown.map(String)];
  return { statement, values, trace: { statement: statement.text, parameters } };
};

/** The statement that returns the items with these ids that match the filter. */
export const contentAmongStatement = (
  ids: readonly string[],
  filter: ContentFilter,
): Omit<ListStatement, 'trace'> => {
  const rest = unindexed(filter, 2);
  const statement = prepared(
    `content_among${rest.name}`,
    () => `select ${contentSelection} from content where id = any ($1)${rest.text} order by id`,
  );
  return { statement, values: [ids, ...rest.values] };
};

/** Conditions for rows that another condition finds. */
interface Unindexed {
  /** The end of the statement's name. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly Value[];
}

/**
 * The conditions of a filter, `within` last, in a form that no index supports: the planner can only use
 * the index of the condition before them.
 *
 * @param first the number of the first placeholder.
 */
const unindexed = ({ status, collectionId, within }: ContentFilter, first: number): Unindexed => {
  const conditions = [
    ...(status === undefined ? [] : [['status =', status] as const]),
    ...(collectionId === undefined ? [] : [['collection_id =', collectionId] as const]),
    ...(within === 'all' ? [] : [['collection_id = any', within] as const]),
  ];
  const operators = conditions.map(([operator]) => operator);
  const texts = operators.map(
    (operator, index) => ` and (${operator} ($${first + index})) is true`,
  );
  return {
    name: operators.map((operator) => `_${operator.replaceAll(/\W+/g, '_')}`).join(''),
    text: texts.join(''),
    values: conditions.map(([, value]) => value),
  };
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
  const page = `from ${text} ${newestFirst({ leading })} limit $1 offset $2`;
  return measure === 'each'
    ? `select ${columnsOf(measure)} ${page}`
    : `select ${columnsOf(measure)} from (select * ${page}) page ${newestFirst({ leading })}`;
};

const joinedText = (shape: KeyShape, measure: Measure): string => {
  const { text, leading } = keySource(shape, 3);
  return `select ${columnsOf(measure)} from ${joinedPage('content', text, { leading })}`;
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
