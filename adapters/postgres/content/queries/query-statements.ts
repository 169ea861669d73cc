import {
  candidatesMax,
  systemFields,
  type ItemQuery,
  type Perspective,
  type QueryCondition,
  type QueryPlace,
  type QuerySlice,
  type Scan,
} from '../../../../core/index.ts';
import type { Statement, Value } from '../../connection/statement.ts';
import { contentColumns, pageSelection } from '../content-row.ts';
import { copiesOf, shownItems } from '../previews/shown-items.ts';
import { conditionText, newValues, type Values } from './condition-text.ts';
import { keyExpression } from './key-expressions.ts';
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

const itemColumns = [...contentColumns, 'data_bytes'].join(', ');

/** More than the most candidates of a query, because items may be added after they were counted. */
const candidateDepth = 2 * candidatesMax;

/** The statement of a page: the columns of an item, its size, and its keys. Withholds the data of a large page. */
export const pageStatement = (query: ItemQuery, { after, limit }: QuerySlice): QueryStatement => {
  const values = newValues();
  const keys = query.sort.map((_, at) => `key_${at}`);
  const order = orderOf(query, (at) => `key_${at}`, 'id');
  const selected = [pageSelection, ...keys].join(', ');
  const source = query.isFollowed
    ? followedPage(query, { after, limit }, values)
    : `(select * from (${candidates(query, values)}) candidate ` +
      `${whereAfter(query, after, values)} order by ${order} limit ${limit}) page`;
  return unnamed(
    `select ${selected} from ${source} order by ${order}`,
    values.all,
    contentColumns.length + 1 + keys.length,
  );
};

/** Finds the keys first, and joins the rows to them. */
const followedPage = (query: ItemQuery, { after, limit }: QuerySlice, values: Values): string => {
  const source = scanSource(
    query.scan,
    {
      collectionId: query.collectionId,
      perspective: query.perspective,
      isDescending: query.idsDescend,
      after,
      columns: ['id', ...selectedKeys(query)].join(', '),
      depth: limit,
    },
    values,
  );
  const keys = query.sort.map((_, at) => `entry.key_${at} as key_${at}`);
  const order = orderOf(query, (at) => `entry.key_${at}`, 'entry.id');
  const page = `select ${['entry.id as page_id', ...keys].join(', ')} from ${source} order by ${order} limit ${limit}`;
  const item = 'select * from content where id >= page_id and id <= page_id order by id offset 0';
  const shown = query.perspective === 'drafts' ? shownItems(`(${item}) item`) : item;
  return `(${page}) page cross join lateral (${shown}) item`;
};

const selectedKeys = ({ sort }: ItemQuery): readonly string[] =>
  sort.map(({ field }, at) => `${keyExpression(field).text} as key_${at}`);

/** All items of a query that does not follow its scan, with their keys. */
const candidates = (query: ItemQuery, values: Values): string => {
  const source = scanSource(
    query.scan,
    {
      collectionId: query.collectionId,
      perspective: query.perspective,
      isDescending: false,
      columns: itemColumns,
      depth: candidateDepth,
    },
    values,
  );
  const conditions = [...statusConditions(query), ...query.conditions].map((condition) =>
    conditionText(condition, values),
  );
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const keys = ['*', ...selectedKeys(query)].join(', ');
  return `select ${keys} from (select entry.* from ${source} limit ${candidateDepth}) entry${where}`;
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
    { name: 'id', place: values.place(after.id, 'uuid'), isDescending: idsDescend },
  ];
  const alternatives = columns.map(({ name, place, isDescending }, at) => {
    const equal = columns.slice(0, at).map((one) => `${one.name} = ${one.place}`);
    return [...equal, `${name} ${isDescending ? '<' : '>'} ${place}`].join(' and ');
  });
  return `where (${alternatives.join(') or (')})`;
};

/** Counts the items of a query, up to a maximum. */
export const countStatement = (query: ItemQuery, max: number): QueryStatement => {
  const values = newValues();
  const counted = query.isFollowed
    ? countedScan(query, query.scan, max, values)
    : `${candidates(query, values)} limit ${max}`;
  return unnamed(`select count(*)::integer from (${counted}) counted`, values.all, 1);
};

const countedScan = (
  { collectionId, perspective }: Pick<ItemQuery, 'collectionId' | 'perspective'>,
  scan: Scan,
  max: number,
  values: Values,
): string => {
  const columns = 'id';
  const reading = { collectionId, perspective, isDescending: false, columns, depth: max };
  return `select from ${scanSource(scan, reading, values)} limit ${max}`;
};

/** Counts the entries of each scan, up to a maximum, in the order of the scans. */
export const candidatesStatement = (
  collectionId: string,
  scans: readonly Scan[],
  max: number,
  perspective: Perspective | undefined,
): QueryStatement => {
  const values = newValues();
  const counts = scans.map((scan) => {
    const counted = countedScan({ collectionId, perspective }, scan, max, values);
    return `(select count(*)::integer from (${counted}) counted)`;
  });
  return unnamed(`select array[${counts.join(', ')}]`, values.all, 1);
};

/** Counts the working copies of a collection, up to a maximum. */
export const copiesStatement = (collectionId: string, max: number): QueryStatement =>
  unnamed(`select count(*)::integer from (${copiesOf(collectionId)} limit ${max}) counted`, [], 1);
