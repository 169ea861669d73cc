import {
  systemFields,
  type ItemQuery,
  type QueryCondition,
  type QueryPlace,
  type QuerySlice,
} from '../../../../core/store.ts';
import { candidatesMax } from '../../../../core/vocabulary.ts';
import type { Statement, Value } from '../../connection/statement.ts';
import { contentColumns, pageSelection } from '../content-row.ts';
import { chosenItem, isChosen } from '../languages/chosen-items.ts';
import { shownItems } from '../states/shown-items.ts';
import { newValues, type Values } from './condition-text.ts';
import { selectMatching } from './select-matching.ts';
import { keyExpression, type KeyOf } from './key-expressions.ts';
import { findsAllStatuses, scanEntries, scanSource } from './scan-source.ts';

export interface QueryStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** The number of columns. */
  readonly columns: number;
}

/** Not prepared, because callers can send any number of different queries. */
export const unnamed = (
  text: string,
  values: readonly Value[],
  columns: number,
): QueryStatement => ({
  statement: { name: '', text, rowMode: 'array' },
  values,
  columns,
});

/** For a query that follows no index, in milliseconds. Its candidates are few, so it takes longer on a busy server only. */
export const timeoutMs = 2_000;

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
  const find = !query.isFollowed
    ? checkedPage
    : query.chain === undefined
      ? followedPage
      : groupedPage;
  const { page, total, matched = '', item = pageItem(query) } = find(query, slice, values);
  const items = `(${page}) page cross join lateral (${item}) item`;
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
  /** Selects the item of a row of the page; by default that with its id. */
  readonly item?: string;
}

const pageItem = ({ shown }: ItemQuery): string => {
  const item = 'select * from content where id >= page_id and id <= page_id order by id offset 0';
  return shown === 'unpublished' ? shownItems(`(${item}) item`) : item;
};

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

/** Finds the keys of groups in the index alone, then the item of each. Every group with a key has an item. */
const groupedPage = (
  query: ItemQuery,
  { after, limit, countMax }: QuerySlice,
  values: Values,
): FoundPage => {
  const { collectionId, shown, scan, chain = [], idsDescend } = query;
  const keys = query.sort.map((_, at) => `key_${at}`);
  const groups = (place: QueryPlace | undefined, depth: number): string => {
    const columns = (key: KeyOf): string => selectedKeys(query, key).join(', ');
    const reading = { collectionId, shown, isDescending: idsDescend, after: place, columns, depth };
    const selected = keys.map((name) => `entry.${name}`).join(', ');
    return `select distinct ${selected} from ${scanSource(scan, reading, values)}`;
  };
  const order = keys.map((name) => `${name} ${idsDescend ? 'desc' : 'asc'}`).join(', ');
  const of = {
    own: 'null::uuid',
    group: 'page.key_1',
    chain: values.place(chain, 'text[]'),
  };
  const rest =
    ` and collection_id = '${collectionId}' ` +
    `and status = any (${values.place(scan.statuses, 'text[]')})`;
  return {
    page: `${groups(after, limit)} order by ${order} limit ${limit}`,
    item: chosenItem[shown](of, rest),
    total:
      countMax === undefined
        ? undefined
        : `select count(*)::integer from (${groups(undefined, countMax)} limit ${countMax}) found`,
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
    ...(query.chain !== undefined && { where: chosenText(query, query.chain, values) }),
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

/** Whether an item is the one that is shown of its group. */
const chosenText = (
  { collectionId, shown, scan }: ItemQuery,
  codes: readonly string[],
  { place }: Values,
): string =>
  isChosen[shown](
    { chain: place(codes, 'text[]'), group: 'found.group_id', locale: 'found.locale' },
    ` and collection_id = '${collectionId}' and status = any (${place(scan.statuses, 'text[]')})`,
  );

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
