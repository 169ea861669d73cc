import {
  systemFields,
  type ItemQuery,
  type QueryCondition,
  type QueryPlace,
  type QuerySlice,
  type Scan,
  type Shown,
} from '../../../../core/store.ts';
import { candidatesMax } from '../../../../core/vocabulary.ts';
import type { Statement, Value } from '../../connection/statement.ts';
import { contentColumns, pageSelection } from '../content-row.ts';
import { copiesOf, shownItems } from '../states/shown-items.ts';
import { newValues, type Values } from './condition-text.ts';
import { selectMatching } from './select-matching.ts';
import { keyExpression, type KeyOf } from './key-expressions.ts';
import { findsAllStatuses, scanSource } from './scan-source.ts';

export interface QueryStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** The number of columns. */
  readonly columns: number;
}

/** Not prepared, because callers can send any number of different queries. */
const unnamed = (text: string, values: readonly Value[], columns: number): QueryStatement => ({
  statement: { name: '', text, rowMode: 'array' },
  values,
  columns,
});

/** For a query that follows no index, in milliseconds. Its candidates are few, so it takes longer on a busy server only. */
const timeoutMs = 2_000;

const itemColumns = [...contentColumns, 'data_bytes'].join(', ');

/** More than the most candidates of a query, because items may be added after they were counted. */
const candidateDepth = 2 * candidatesMax;

/**
 * The statement of a page: the columns of an item, its size, its keys and, if items are counted, their number. Withholds the
 * data of a large page. Counts in a row of its own kind if the page is empty: its columns are null.
 */
export const pageStatement = (query: ItemQuery, slice: QuerySlice): QueryStatement => {
  const values = newValues();
  const keys = query.sort.map((_, at) => `key_${at}`);
  const order = orderOf(query, (at) => `key_${at}`, 'id');
  const counted = slice.countMax === undefined ? [] : ['counted.number'];
  const {
    page,
    total,
    matched = '',
  } = query.isFollowed ? followedPage(query, slice, values) : checkedPage(query, slice, values);
  const item = 'select * from content where id >= page_id and id <= page_id order by id offset 0';
  const shown = query.shown === 'unpublished' ? shownItems(`(${item}) item`) : item;
  const items = `(${page}) page cross join lateral (${shown}) item`;
  const source =
    total === undefined ? items : `(${total}) counted (number) left join (${items}) on true`;
  const selected = [pageSelection, ...keys, ...counted];
  const text = `${matched}select ${selected.join(', ')} from ${source} order by ${order}`;
  const columns = contentColumns.length + 1 + keys.length + counted.length;
  const { statement, ...rest } = unnamed(text, values.all, columns);
  return { statement: query.isFollowed ? statement : { ...statement, timeoutMs }, ...rest };
};

/** Selects the ids and keys of a page, and the number of all items if they are counted. */
interface FoundPage {
  readonly page: string;
  readonly total: string | undefined;
  /** A WITH clause for both. */
  readonly matched?: string;
}

/** Finds the keys in the index alone. */
const followedPage = (
  given: ItemQuery,
  { after, limit, countMax }: QuerySlice,
  values: Values,
): FoundPage => {
  const query = after === undefined ? given : startingAtPlace(given);
  const source = scanSource(
    query.scan,
    {
      collectionId: query.collectionId,
      shown: query.shown,
      isDescending: query.idsDescend,
      after,
      columns: (key) => ['id', ...selectedKeys(query, key)].join(', '),
      depth: limit,
    },
    values,
  );
  const keys = query.sort.map((_, at) => `entry.key_${at} as key_${at}`);
  const order = orderOf(query, (at) => `entry.key_${at}`, 'entry.id');
  const selected = ['entry.id as page_id', ...keys].join(', ');
  return {
    page: `select ${selected} from ${source} order by ${order} limit ${limit}`,
    total:
      countMax === undefined
        ? undefined
        : `select count(*)::integer from (${scanEntries(given, given.scan, 'id', countMax, values)}) found`,
  };
};

/**
 * A query that follows an index and starts at a place in its range, instead of at the beginning of it: of two starts, the
 * planner may use the wrong one.
 */
const startingAtPlace = (query: ItemQuery): ItemQuery => {
  const { scan, sort, idsDescend } = query;
  if (scan.range === undefined) return query;
  const { from, to } = scan.range;
  const isDescending = sort[0]?.isDescending ?? idsDescend;
  const range = { kind: 'range', ...(isDescending ? { from } : { to }) } as const;
  return { ...query, scan: { ...scan, range } };
};

const selectedKeys = ({ sort }: ItemQuery, key: KeyOf): readonly string[] =>
  sort.map(({ field }, at) => `${key(field).text} as key_${at}`);

/** Finds the keys of all items of the query among the candidates, and sorts them. */
const checkedPage = (
  query: ItemQuery,
  { after, limit, countMax }: QuerySlice,
  values: Values,
): FoundPage => {
  const candidates = scanEntries(query, query.scan, itemColumns, candidateDepth, values);
  const conditions = [...statusConditions(query), ...query.conditions];
  const render = (key: KeyOf) => ({
    select: ['id as page_id', ...selectedKeys(query, key)].join(', '),
  });
  const matching = selectMatching(candidates, conditions, render, values);
  const order = orderOf(query, (at) => `key_${at}`, 'page_id');
  const where = whereAfter(query, after, values);
  return {
    matched: `with matched as materialized (${matching}) `,
    page: `select * from matched ${where} order by ${order} limit ${limit}`,
    total:
      countMax === undefined
        ? undefined
        : `select least(count(*), ${countMax})::integer from matched`,
  };
};

const statusConditions = (query: ItemQuery): readonly QueryCondition[] =>
  findsAllStatuses(query)
    ? [{ field: systemFields.status, test: { kind: 'among', keys: query.scan.statuses } }]
    : [];

const orderOf = (
  { sort, idsDescend }: ItemQuery,
  nameOf: (at: number) => string,
  id: string,
): string =>
  [
    ...sort.map(({ isDescending }, at) => `${nameOf(at)} ${isDescending ? 'desc' : 'asc'}`),
    `${id} ${idsDescend ? 'desc' : 'asc'}`,
  ].join(', ');

/** What follows a place, in an order whose fields have directions of their own. */
const whereAfter = (
  { sort, idsDescend }: ItemQuery,
  after: QueryPlace | undefined,
  values: Values,
): string => {
  if (after === undefined) return '';
  const columns = [
    ...sort.map(({ field, isDescending }, at) => ({
      name: `key_${at}`,
      place: values.place(after.keys[at] ?? null, keyExpression(field).type),
      isDescending,
    })),
    { name: 'page_id', place: values.place(after.id, 'uuid'), isDescending: idsDescend },
  ];
  const alternatives = columns.map(({ name, place, isDescending }, at) => {
    const equal = columns.slice(0, at).map((one) => `${one.name} = ${one.place}`);
    return [...equal, `${name} ${isDescending ? '<' : '>'} ${place}`].join(' and ');
  });
  return `where (${alternatives.join(') or (')})`;
};

/** Selects the entries of a scan, up to a maximum. */
const scanEntries = (
  { collectionId, shown }: Pick<ItemQuery, 'collectionId' | 'shown'>,
  scan: Scan,
  columns: string,
  max: number,
  values: Values,
): string => {
  const reading = {
    collectionId,
    shown,
    isDescending: false,
    columns: () => columns,
    depth: max,
  };
  return `select entry.* from ${scanSource(scan, reading, values)} limit ${max}`;
};

/** Selects the ids of those among the items that satisfy the conditions. */
export const meetingStatement = (
  ids: readonly string[],
  conditions: readonly QueryCondition[],
  shown: Shown,
): QueryStatement => {
  const values = newValues();
  const item =
    'select * from content where id >= wanted.id and id <= wanted.id order by id offset 0';
  const items = `unnest(${values.place(ids, 'uuid[]')}) wanted (id) cross join lateral (${item}) item`;
  const source =
    shown === 'unpublished'
      ? shownItems(`(select item.* from ${items}) item`)
      : `select item.* from ${items}`;
  const text = selectMatching(source, conditions, () => ({ select: 'id' }), values);
  const { statement, ...rest } = unnamed(text, values.all, 1);
  return { statement: { ...statement, timeoutMs }, ...rest };
};

/** What {@link candidatesStatement} and {@link copiesStatement} select of the rows that they count. */
const counts = 'count(*), coalesce(sum(data_bytes), 0)';

/** Counts the entries of each scan, up to a maximum, and their bytes: two numbers for each scan, in the order of the scans. */
export const candidatesStatement = (
  collectionId: string,
  scans: readonly Scan[],
  max: number,
  shown: Shown,
): QueryStatement => {
  const values = newValues();
  const counted = scans.map((scan) => {
    const entries = scanEntries({ collectionId, shown }, scan, 'data_bytes', max, values);
    return `(select array[${counts}] from (${entries}) counted)`;
  });
  return unnamed(`select array[${counted.join(', ')}]`, values.all, 1);
};

/** Counts the working copies of a collection and their bytes, up to a maximum. */
export const copiesStatement = (collectionId: string, max: number): QueryStatement =>
  unnamed(`select array[${counts}] from (${copiesOf(collectionId)} limit ${max}) counted`, [], 1);
