import {
  pageBytes,
  type ContentFilter,
  type ContentPage,
  type ContentQuery,
  type KnownPlace,
  type QueryTrace,
  type Slug,
} from '../../core/index.ts';
import { keySearch, keySource, type KeyShape } from './content-keys.ts';
import { joinedPage, orderBy } from './index-order.ts';
import {
  contentSelection,
  contentSelectionWith,
  dataAt,
  isWhole,
  type ContentRow,
} from './content-row.ts';
import { statesOfPages } from './page-states.ts';
import { prepared, type Statement, type Value } from './statement.ts';

export interface ListStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  readonly trace: QueryTrace;
  /** Whether the rows come in the opposite order. */
  readonly isReversed?: boolean;
}

/** A row of a list. Its `data` is null where a {@link Measure} withholds it. */
export type ListRow = readonly [dataBytes: number | string, xmin: number | string, ...ContentRow];

/** The data of a {@link ListRow} comes as bytes. */
const asBytes = { bytesAt: dataAt + 2 };

/**
 * How a statement avoids returning more than {@link pageBytes} of data. Both compare the stored sizes,
 * so that withheld data is not read.
 *
 * - `each`: withholds items larger than their share of the page, even if the page is not large.
 *   Costs nothing.
 * - `sum`: withholds all data if the page is large. Costs a fifth of a list of short items.
 */
export type Measure = 'each' | 'sum';

/** What a list reads: whole rows, or their states; see `page-states.ts`. */
type Selection = Measure | 'states';

/** With a larger limit, the share of each item is so small that many items exceed it. */
const eachLimitMax = 100;

export const usualMeasure = ({ limit }: ContentQuery): Measure =>
  limit <= eachLimitMax ? 'each' : 'sum';

/**
 * The statement of a list. The trace is that of the statement that counts from the first item, so that it
 * does not depend on the places that are known.
 */
export const contentListStatement = (
  { known, ...query }: ContentQuery,
  selection: Selection,
): ListStatement => {
  const { limit, offset, slug } = query;
  if (slug !== undefined) return contentOfSlugStatement(query, slug);
  const window = known && windowFrom(known, query);
  if (window !== undefined) {
    const { trace } = contentListStatement(query, selection);
    return { ...windowStatement(query, selection, window), trace };
  }
  const { shape, conditions, values } = keySearch(query);
  // Skipping a few whole rows is faster than a join.
  const isDirect = offset <= limit && shape.width <= 1;
  const statementOf = (of: KeyShape): Statement =>
    pageStatement(selection, isDirect ? 'direct' : 'joined', of, () =>
      isDirect ? directText(of, selection) : joinedText(of, selection),
    );
  // The trace does not reveal how many collections the caller can see.
  const shown = shape.width > 1 ? { ...shape, width: 2 } : shape;
  return {
    statement: statementOf(shape),
    values: [limit, offset, ...values],
    trace: { statement: statementOf(shown).text, parameters: [limit, offset, ...conditions] },
  };
};

/** The rows of a page, counted from a known place. */
interface Window extends Pick<KnownPlace, 'place'> {
  /** How many rows to skip and to return. The known one is the first. */
  readonly skip: number;
  readonly count: number;
  readonly isReversed: boolean;
}

/** @returns undefined if the known place is inside of the page. */
const windowFrom = (
  { place, offset: at, isLast }: KnownPlace,
  { limit, offset }: ContentQuery,
): Window | undefined => {
  if (at <= offset) return { place, skip: offset - at, count: limit, isReversed: false };
  const last = isLast ? Math.min(at, offset + limit - 1) : offset + limit - 1;
  return at < last
    ? undefined
    : { place, skip: at - last, count: last - offset + 1, isReversed: true };
};

const windowStatement = (
  query: ContentQuery,
  selection: Selection,
  { place, skip, count, isReversed }: Window,
): Omit<ListStatement, 'trace'> => {
  const { shape, values } = keySearch(query);
  // The limit of the query decides which items are large, also if fewer rows are read.
  const limits = selection === 'each' ? [query.limit] : [];
  const form = isReversed ? 'before' : 'after';
  const statement = pageStatement(selection, form, shape, () => {
    const row = { time: '$3', id: '$4', isReversed };
    const { text, leading } = keySource(shape, 5 + limits.length, row);
    const page = joinedPage('content', text, { leading, isReversed });
    return `select ${columnsOf(selection, '$5')} from ${page}`;
  });
  const window = [count, skip, place.createdAt, place.id, ...limits];
  return { statement, values: [...window, ...values], isReversed };
};

/** The statement of a list of at most one item, which it finds by its slug. */
const contentOfSlugStatement = (query: ContentQuery, slug: Slug): ListStatement => {
  const { limit, offset, within } = query;
  const rest = unindexed(query, 4);
  const statement = prepared(
    `content_list_slug${rest.name}`,
    () =>
      `select data_bytes, xmin, ${contentSelection} from content where slug = $3${rest.text} limit $1 offset $2`,
    asBytes,
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

/** @returns undefined if data was withheld although the page is not large. */
export const contentPageOf = <Item>(
  rows: readonly ListRow[],
  itemOf: (row: ContentRow, xmin: number | string) => Item,
): ContentPage<Item> | undefined => {
  const sum = rows.reduce((total, [bytes]) => total + Number(bytes), 0);
  if (sum > pageBytes) {
    return { large: rows.map(([bytes, , id]) => ({ id, bytes: Number(bytes) })) };
  }
  const found = rows.map(([, xmin, ...row]) => [row, xmin] as const);
  return found.every(([row]) => isWhole(row))
    ? { items: found.map(([row, xmin]) => itemOf(row, xmin)) }
    : undefined;
};

const isSmallEnough: Readonly<Record<Measure, (limit: string) => string>> = {
  each: (limit) => `data_bytes <= ${pageBytes} / ${limit}`,
  sum: () => `sum(data_bytes) over () <= ${pageBytes}`,
};

/** @param limit the placeholder of the query's limit. */
const columnsOf = (selection: Selection, limit = '$1'): string => {
  if (selection === 'states') return 'id, xmin, updated_at';
  const condition = isSmallEnough[selection](limit);
  return `data_bytes, xmin, ${contentSelectionWith((text) => `case when ${condition} then ${text} end`)}`;
};

/** Reads rows in the order of an index, including the skipped ones. */
const directText = (shape: KeyShape, selection: Selection): string => {
  const { text, leading } = keySource(shape, 3);
  const page = `from ${text} ${orderBy({ leading })} limit $1 offset $2`;
  return selection === 'sum'
    ? `select ${columnsOf(selection)} from (select *, xmin ${page}) page ${orderBy({ leading })}`
    : `select ${columnsOf(selection)} ${page}`;
};

const joinedText = (shape: KeyShape, selection: Selection): string => {
  const { text, leading } = keySource(shape, 3);
  return `select ${columnsOf(selection)} from ${joinedPage('content', text, { leading })}`;
};

const pageStatement = (
  selection: Selection,
  form: string,
  { hasStatus, hasCollection, width }: KeyShape,
  text: () => string,
): Statement => {
  const name = [
    'content_list',
    selection,
    form,
    ...(hasStatus ? ['status'] : []),
    ...(hasCollection || width === 1 ? ['collection'] : []),
    ...(width > 1 ? [width] : []),
  ].join('_');
  return prepared(name, () => (selection === 'states' ? statesOfPages(text()) : text()), asBytes);
};
