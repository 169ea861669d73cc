import {
  placementFields,
  scanConditions,
  type ItemQuery,
  type Key,
  type QueryField,
  type QueryPlace,
  type Scan,
  type Shown,
} from '../../../../core/store.ts';
import { candidatesMax } from '../../../../core/vocabulary.ts';
import {
  equalitiesByRange,
  equalityWithRange,
  leadingColumns,
  type Equality,
} from '../index-order.ts';
import { hasNoShownCopy, shownCopies } from '../states/shown-items.ts';
import { boundConditions, type Values } from './condition-text.ts';
import { selectMatching } from './select-matching.ts';
import { isColumn, keyExpression, listArguments, type KeyOf } from './key-expressions.ts';

/** How the entries of a scan are read. */
export interface ScanReading {
  readonly collectionId: string;
  readonly shown: Shown;
  readonly isDescending: boolean;
  /** Starts after this place; the first keys of the place are those of the fields that the scan does not fix. */
  readonly after?: QueryPlace | undefined;
  /** Renders the select list, of columns of `content` and of keys. */
  readonly columns: (key: KeyOf) => string;
  /** The most entries of each part of the index. */
  readonly depth: number;
}

/**
 * The FROM clause, without the keyword, of the entries of a scan. Each part of the index, for one status and one key of
 * each fixed field, is read in its order and up to the depth. Only the index of the scan has this order; see
 * `index-order.ts`. For what is unpublished, the working copies of the collection are read, too: all of them, because
 * they are in no index.
 */
export const scanSource = (scan: Scan, reading: ScanReading, values: Values): string => {
  const [first] = scan.fields;
  const stored =
    first?.isList === true
      ? listSource(scan, first, reading, values)
      : first?.path === placementFields.locale.path
        ? placementSource(scan, reading, values)
        : partsSource(scan, reading, values);
  return reading.shown === 'unpublished'
    ? `(select entry.* from ${stored} union all ${copiedEntries(scan, reading, values)}) entry`
    : stored;
};

/** The entries of a scan that working copies are. */
const copiedEntries = (
  scan: Scan,
  { collectionId, isDescending, after, columns }: ScanReading,
  values: Values,
): string => {
  const free = scan.fields.slice(scan.among.length);
  const render = (key: KeyOf) => ({
    select: columns(key),
    ...(after && { where: startCondition(free, after, isDescending, values, key) }),
  });
  return selectMatching(shownCopies(collectionId), scanConditions(scan), render, values);
};

const partsSource = (
  { fields, among, range, statuses }: Scan,
  { collectionId, shown, isDescending, after, columns, depth }: ScanReading,
  values: Values,
): string => {
  const fixed = fields.slice(0, among.length);
  const free = fields.slice(among.length);
  const isOfEveryCollection = fields.every(isColumn);
  const equalities: readonly Equality[] = [
    ...(isOfEveryCollection ? [['collection_id', `'${collectionId}'`] as const] : []),
    ['status', 'part.status'],
    ...fixed.map((field, at) => [keyExpression(field).text, `part.key_${at}`] as const),
  ];
  // A range that ends needs equality before it: otherwise the scan does not stop at the end, but reads all that follows.
  const end = isDescending ? range?.from : range?.to;
  const isStopped = end !== undefined;
  const [ranged] = free;
  const conditions = [
    ...(isOfEveryCollection ? [] : [`collection_id = '${collectionId}'`]),
    isStopped ? equalities.map(equalityWithRange).join(' and ') : equalitiesByRange(equalities),
    ...(range && ranged ? boundConditions(keyExpression(ranged), range, values) : []),
    ...(after ? [startCondition(free, after, isDescending, values, keyExpression)] : []),
    ...(shown === 'unpublished' ? [hasNoShownCopy('part.status', 'content.id')] : []),
  ];
  const order = [
    ...(isStopped ? [] : leadingColumns(equalities)),
    ...free.filter(({ path }) => path !== 'id').map((field) => keyExpression(field).text),
    'id',
  ].map((text) => `${text} ${isDescending ? 'desc' : 'asc'}`);
  const parts = crossProduct([statuses, ...among]);
  const arrays = [
    values.place(
      parts.map(([status]) => status as string),
      'text[]',
    ),
    ...fixed.map((field, at) =>
      values.place(
        parts.map((part) => part[at + 1] ?? null),
        `${keyExpression(field).type}[]`,
      ),
    ),
  ];
  const names = ['status', ...fixed.map((_, at) => `key_${at}`)];
  return (
    `unnest(${arrays.join(', ')}) part (${names.join(', ')}) cross join lateral (` +
    `select ${columns(keyExpression)} from content where ${conditions.join(' and ')} ` +
    `order by ${order.join(', ')} limit ${depth}) entry`
  );
};

/** The items of a collection in some locales, of each locale in the order of the groups. */
const placementSource = (
  { fields, among: [codes = []], statuses }: Scan,
  { collectionId, shown, isDescending, after, columns, depth }: ScanReading,
  values: Values,
): string => {
  const free = fields.slice(1);
  const conditions = [
    equalityWithRange(['collection_id', `'${collectionId}'`]),
    'locale = lang.code',
    'status = part.status',
    ...(after ? [startCondition(free, after, isDescending, values, keyExpression)] : []),
    ...(shown === 'unpublished' ? [hasNoShownCopy('part.status', 'content.id')] : []),
  ];
  const order = free.map(({ path }) => `${path} ${isDescending ? 'desc' : 'asc'}`);
  return (
    `unnest(${values.place(codes, 'text[]')}) lang (code) ` +
    `cross join unnest(${values.place(statuses, 'text[]')}) part (status) cross join lateral (` +
    `select ${columns(keyExpression)} from content where ${conditions.join(' and ')} ` +
    `order by ${order.join(', ')} limit ${depth}) entry`
  );
};

const crossProduct = (lists: readonly (readonly Key[])[]): readonly (readonly Key[])[] =>
  lists.reduce<readonly (readonly Key[])[]>(
    (parts, list) => parts.flatMap((part) => list.map((key) => [...part, key])),
    [[]],
  );

/**
 * The entries after a place. One comparison of rows, so that the scan starts there. Items of a group, which are at one place,
 * are not told apart by their ids.
 */
const startCondition = (
  free: readonly QueryField[],
  { keys, id }: QueryPlace,
  isDescending: boolean,
  { place }: Values,
  key: KeyOf,
): string => {
  const expressions = free.filter(({ path }) => path !== 'id').map((field) => key(field));
  const isOfGroups = free.some(({ path }) => path === placementFields.group.path);
  const left = [...expressions.map(({ text }) => text), ...(isOfGroups ? [] : ['id'])];
  const right = [
    ...expressions.map(({ type }, at) => place(keys[at] ?? null, type)),
    ...(isOfGroups ? [] : [place(id, 'uuid')]),
  ];
  return `(${left.join(', ')}) ${isDescending ? '<' : '>'} (${right.join(', ')})`;
};

/** The items whose list has one of the keys, of all statuses, in no order. */
const listSource = (
  { among: [keys = []] }: Scan,
  field: QueryField,
  { collectionId, shown, columns, depth }: ScanReading,
  { place }: Values,
): string => {
  const isPreview = shown === 'unpublished';
  // Not more copies than this take the place of what is found.
  const most = depth + (isPreview ? candidatesMax : 0);
  const found =
    `content_with_values('${collectionId}', ${listArguments(field)}, ` +
    `${place(keys.map(String), 'text[]')}, ${most}) found (id)`;
  const rest = isPreview ? ` where ${hasNoShownCopy('status', 'content.id')} limit ${depth}` : '';
  // `offset 0` keeps the planner from joining by reading the whole table.
  const item = 'select * from content where id >= found.id and id <= found.id order by id offset 0';
  return `(select ${columns(keyExpression)} from (select content.* from ${found} cross join lateral (${item}) content) content${rest}) entry`;
};

/** Whether the scan finds items of other statuses, too. */
export const findsAllStatuses = ({ scan }: Pick<ItemQuery, 'scan'>): boolean =>
  scan.fields[0]?.isList === true;

/** Selects the entries of a scan, up to a maximum. */
export const scanEntries = (
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
