import { hash } from 'node:crypto';
import {
  pageBytes,
  type ContentFilter,
  type ContentPage,
  type VisibleQuery,
  type PageTag,
  type QueryTrace,
  type SizedItem,
} from '../../../core/store.ts';
import type { Slug } from '../../../core/vocabulary.ts';
import { keySearch, keySource, type KeyShape } from './content-keys.ts';
import { joinedPage, orderBy } from './index-order.ts';
import {
  contentColumns,
  contentItemOf,
  contentSelection,
  contentSelectionWith,
  isSmallPage,
  isWhole,
  placeOf,
  type ContentRow,
} from './content-row.ts';
import { isFree, itemOfFormerSlug, seenCondition, withSlug } from './redirects/former-slugs.ts';
import { prepared, type Statement, type Value } from '../connection/statement.ts';

export interface ListStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  readonly trace: QueryTrace;
}

/** A row of a list: an item, `data_bytes` and `xmin`. Its `data` is null where a {@link Measure} withholds it. */
export type ListRow = ContentRow;

/** The number of columns of a {@link ListRow}, and the indexes of some. */
export const listColumns: number = contentColumns.length + 2;
const updatedAt = placeOf('updated_at');
const [dataBytes, xmin] = [contentColumns.length, contentColumns.length + 1];

/**
 * How a statement avoids returning more than {@link pageBytes} of data. Both compare the stored sizes,
 * so that withheld data is not read.
 *
 * - `each`: withholds items larger than their share of the page, even if the page is not large.
 *   Costs nothing.
 * - `sum`: withholds all data if the page is large. Costs a fifth of a list of short items.
 */
export type Measure = 'each' | 'sum';

/** What a statement reads of a page: its rows, or only their states. */
export type Selection = Measure | 'states';

/** With a larger limit, the share of each item is so small that many items exceed it. */
const eachLimitMax = 100;

export const usualMeasure = ({ limit }: VisibleQuery): Measure =>
  limit <= eachLimitMax ? 'each' : 'sum';

export const contentListStatement = (query: VisibleQuery, selection: Selection): ListStatement => {
  const { limit, offset, slug } = query;
  if (slug !== undefined) return contentOfSlugStatement(query, slug, selection);
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

/**
 * The statement of a list of at most one item, which it finds by its slug or, without one, by a former slug. The second
 * part runs only if the first finds none.
 */
const contentOfSlugStatement = (
  query: VisibleQuery,
  slug: Slug,
  selection: Selection,
): ListStatement => {
  const { limit, offset } = query;
  const { locales } = query;
  const rest = unindexed(query, 4);
  const isStates = selection === 'states';
  const columns = isStates ? 'id, xmin, updated_at' : `${contentSelection}, data_bytes, xmin`;
  // Without other conditions, the first part finds every item that has the slug.
  const isUnmatched = rest.text === '' ? '' : ` and ${isFree('former')}`;
  const seen = seenCondition(query, 'former', 4 + rest.values.length);
  const codes = `$${4 + rest.values.length + seen.values.length}::text[]`;
  const live =
    locales === undefined
      ? `select ${columns} from content where ${withSlug('$3')}${rest.text}`
      : `(select ${columns} from content where slug = $3${rest.text} order by array_position(${codes}, locale) limit 1)`;
  const page =
    `${live} union all ` +
    `select ${columns} from content where id = ${itemOfFormerSlug('$3', isUnmatched + seen.text)}${rest.text} ` +
    'limit least($1::bigint, 1) offset $2';
  const statement = prepared(
    `content_list_slug${locales === undefined ? '' : '_locales'}${isStates ? '_states' : ''}${rest.name}${seen.name}`,
    () => (isStates ? statesText(page) : page),
  );
  const order = locales === undefined ? [] : [locales];
  const values = [limit, offset, slug, ...rest.values, ...seen.values, ...order];
  const parameters = [limit, offset, slug, ...rest.requested];
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

/** The statement that returns the ids and sizes of these items. */
export const contentSizesStatement = (
  ids: readonly string[],
  filter: ContentFilter,
): Omit<ListStatement, 'trace'> => {
  const rest = unindexed(filter, 2);
  const statement = prepared(
    `content_sizes${rest.name}`,
    () => `select id, data_bytes from content where id = any ($1)${rest.text} order by id`,
  );
  return { statement, values: [ids, ...rest.values] };
};

export type SizeRow = readonly [id: string, bytes: number | string];

export const sizedItemOf = ([id, bytes]: SizeRow): SizedItem => ({ id, bytes: Number(bytes) });

/** Conditions for rows that another condition finds. */
interface Unindexed {
  /** The end of the statement's name. It is short, because a name has at most 63 bytes. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly Value[];
  /** The values without `within`, which is a part of what the caller can see. */
  readonly requested: readonly string[];
}

/**
 * The conditions of a filter in a form that no index supports: the planner can only use
 * the index of the condition before them.
 *
 * @param first the number of the first placeholder.
 */
export const unindexed = (
  { status, collectionId, within, locale }: ContentFilter,
  first: number,
): Unindexed => {
  const conditions = [
    ...(status === undefined ? [] : [['status', 'status =', status] as const]),
    ...(collectionId === undefined ? [] : [['1', 'collection_id =', collectionId] as const]),
    ...(within === 'all' ? [] : [['within', 'collection_id = any', within] as const]),
  ];
  const texts = conditions.map(
    ([, operator], index) => ` and (${operator} ($${first + index})) is true`,
  );
  const code = `$${first + conditions.length}::text`;
  return {
    name: [...conditions.map(([name]) => `_${name}`), ...(locale ? ['_locale'] : [])].join(''),
    text: [...texts, ...(locale ? [` and coalesce(locale, ${code}) = ${code}`] : [])].join(''),
    values: [...conditions.map(([, , value]) => value), ...(locale ? [locale.code] : [])],
    requested: [status, collectionId].filter((value) => value !== undefined),
  };
};

/** @returns undefined if data was withheld although the page is not large. */
export const contentPageOf = (rows: readonly ListRow[]): ContentPage | undefined => {
  const sum = rows.reduce((total, row) => total + Number(row[dataBytes]), 0);
  if (sum > pageBytes) {
    return { large: rows.map((row) => ({ id: row[0], bytes: Number(row[dataBytes]) })) };
  }
  return rows.every(isWhole) ? { items: rows.map(contentItemOf) } : undefined;
};

/** The states of the rows, as {@link statesText} selects them. */
export const statesOf = (rows: readonly ListRow[]): string =>
  rows.map((row) => `${row[0]} ${row[xmin]} ${row[updatedAt]}`).join(',');

/** An aggregate takes rows in the order of a sorted subquery (PostgreSQL manual, section 9.21). */
export const statesText = (page: string): string =>
  "select coalesce(string_agg(concat_ws(' ', id, xmin, updated_at), ','), '') as states " +
  `from (${page}) page`;

/** @param run of the server: another one may give the same numbers to other transactions. */
export const tagOfStates = (query: VisibleQuery, run: string, states: string): PageTag => {
  const { statement, values } = contentListStatement(query, 'states');
  return hash('sha256', JSON.stringify([statement.name, values, run, states]), 'base64url');
};

const isSmallEnough: Readonly<Record<Measure, string>> = {
  each: `data_bytes <= ${pageBytes} / $1`,
  sum: isSmallPage,
};

export const columnsOf = (selection: Selection): string => {
  if (selection === 'states') return 'id, xmin, updated_at';
  const condition = isSmallEnough[selection];
  const columns = contentSelectionWith((text) => `case when ${condition} then ${text} end`);
  return `${columns}, data_bytes, xmin`;
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
    ...(hasCollection || width > 0 ? [Math.max(1, width)] : []),
  ].join('_');
  return prepared(name, () => (selection === 'states' ? statesText(text()) : text()));
};
