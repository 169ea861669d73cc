import { placementFields, systemFields } from '../collections/indexes/query-fields.ts';
import { contentStatuses, type ContentStatus } from '../model/content/content-item.ts';
import type {
  FieldIndex,
  Key,
  KeyTest,
  QueryCondition,
  QueryField,
  Scan,
  SortField,
} from '../model/content/item-query.ts';
import type { LocaleCode } from '../model/locale.ts';
import { compareKeys, satisfies } from './item-keys.ts';
import type { ItemOrder } from './parse-query.ts';

/*
 * Which indexes a query can use. The decision is made here and not by a store, so that every store accepts the same
 * queries.
 */

/** The most candidates that a query reads and sorts. */
export const candidatesMax = 10_000;

/** The most `data` that a query parses: that of its candidates, and that of working copies. */
export const candidateMiB = 32;
export const candidateBytesMax: number = candidateMiB * 2 ** 20;

/** Whether a store must parse the `data` of each item to check the conditions and to sort. */
export const readsData = ({ conditions, sort }: Pick<Demand, 'conditions' | 'sort'>): boolean =>
  [...conditions, ...sort].some(({ field }) => field.path.startsWith('data.'));

/** The most parts of an index that one page merges: statuses, times the alternatives of `in`. */
const mergedMax = 64;

/** The most parts of an index in which one query looks for candidates. */
const partsMax = 500;

/** Whether both name the same field. */
export const isSame = (one: QueryField, other: QueryField | undefined): boolean =>
  one.path === other?.path;

/** The statuses that satisfy the conditions about the status. */
export const matchingStatuses = (
  conditions: readonly QueryCondition[],
  visible: ContentStatus | undefined,
): readonly ContentStatus[] =>
  contentStatuses.filter(
    (status) =>
      (visible === undefined || status === visible) &&
      conditions.every(
        ({ field, test }) => !isSame(field, systemFields.status) || satisfies(status, test),
      ),
  );

/** What a query asks of the indexes, without the conditions about the status. */
export interface Demand extends ItemOrder {
  /** At most one `among`, and at most one `range`, for each field that is no list. */
  readonly conditions: readonly QueryCondition[];
  readonly statuses: readonly ContentStatus[];
  /** As in `ItemQuery`. */
  readonly chain?: readonly LocaleCode[] | undefined;
}

/** Merges conditions about the same field, and leaves out the parts of the order that are equal for all items. */
export const demandOf = (
  conditions: readonly QueryCondition[],
  statuses: readonly ContentStatus[],
  { sort, idsDescend }: ItemOrder,
  chain?: Demand['chain'],
): Demand => {
  const groups = Map.groupBy(
    conditions.filter(({ field }) => !isSame(field, systemFields.status)),
    ({ field }) => field,
  );
  const merged = [...groups].flatMap(([field, group]) =>
    field.isList
      ? group
      : mergeTests(group.map(({ test }) => test)).map((test) => ({ field, test })),
  );
  const isConstant = (field: QueryField): boolean =>
    isSame(field, systemFields.status)
      ? statuses.length < 2
      : merged.some(
          (one) =>
            isSame(one.field, field) && one.test.kind === 'among' && one.test.keys.length < 2,
        );
  return {
    conditions: merged,
    statuses,
    sort: sort.filter(({ field }) => !isConstant(field)),
    idsDescend,
    chain,
  };
};

type Test<Kind extends KeyTest['kind']> = Extract<KeyTest, { readonly kind: Kind }>;

const isKind =
  <Kind extends KeyTest['kind']>(kind: Kind) =>
  (test: KeyTest): test is Test<Kind> =>
    test.kind === kind;

const mergeTests = (tests: readonly KeyTest[]): readonly KeyTest[] => {
  const [first, ...others] = tests.filter(isKind('among'));
  const rest = tests.filter(({ kind }) => kind !== 'among' && kind !== 'range');
  const ranges = tests.filter(isKind('range'));
  if (first !== undefined) {
    // `contains` is about the whole text.
    const decided = [...others, ...ranges, ...rest.filter(isKind('not'))];
    const keys = first.keys.filter((key) => decided.every((test) => satisfies(key, test)));
    return [{ kind: 'among', keys }, ...rest.filter(isKind('contains'))];
  }
  return ranges.length === 0 ? rest : [ranges.reduce(intersection), ...rest];
};

const intersection = (left: Test<'range'>, right: Test<'range'>): Test<'range'> => {
  /** @param sign 1 if the greater bound is the narrower one. */
  const narrower = (name: 'from' | 'to', sign: 1 | -1) => {
    const [one, other] = [left[name], right[name]];
    if (one === undefined || other === undefined) return one ?? other;
    const order = compareKeys(one.key, other.key) * sign || (one.isInclusive ? -1 : 1);
    return order > 0 ? one : other;
  };
  return { kind: 'range', from: narrower('from', 1), to: narrower('to', -1) };
};

/** A scan, and what it leaves to be checked. */
export interface ScanChoice {
  readonly scan: Scan;
  readonly conditions: readonly QueryCondition[];
}

/** @returns undefined if no part of the index is delimited. */
const scanOf = (
  { fields }: FieldIndex,
  { conditions, statuses }: Demand,
): ScanChoice | undefined => {
  const among: (readonly Key[])[] = [];
  const used = new Set<QueryCondition>();
  let parts: number = contentStatuses.length;
  let range: Test<'range'> | undefined;
  for (const field of fields) {
    const about = conditions.filter((one) => isSame(one.field, field));
    const equal = about.find(({ test }) => test.kind === 'among');
    if (equal?.test.kind === 'among' && parts * equal.test.keys.length <= partsMax) {
      parts *= Math.max(1, equal.test.keys.length);
      among.push(equal.test.keys);
      used.add(equal);
      continue;
    }
    const within = about.find(({ test }) => test.kind === 'range');
    if (within?.test.kind === 'range' && !field.isList) {
      range = within.test;
      used.add(within);
    }
    break;
  }
  if (used.size === 0) return undefined;
  return {
    scan: { fields, among, ...(range && { range }), statuses },
    conditions: conditions.filter((one) => !used.has(one)),
  };
};

/** The entries of a localised collection in some locales, of each locale in the order of the groups. */
const placementScan = (chain: readonly LocaleCode[], statuses: readonly ContentStatus[]): Scan => ({
  fields: [placementFields.locale, placementFields.since, placementFields.group],
  among: [chain],
  statuses,
});

/**
 * A scan whose entries are in the order of the query, and satisfy all of its conditions. In languages there is only that of
 * the groups: in the order of another field, a page could have to skip any number of items that others replace.
 */
export const followedScan = (indexes: readonly FieldIndex[], demand: Demand): Scan | undefined => {
  const { sort, idsDescend, statuses, chain } = demand;
  if (chain !== undefined) {
    const isByGroup = isSame(placementFields.since, sort[0]?.field);
    return isByGroup && demand.conditions.length === 0 ? placementScan(chain, statuses) : undefined;
  }
  if (sort.some(({ isDescending }) => isDescending !== idsDescend)) return undefined;
  for (const index of indexes) {
    if (index.isUnique || index.fields.some(({ isList }) => isList)) continue;
    const choice = scanOf(index, demand) ?? {
      scan: { fields: index.fields, among: [], statuses },
      conditions: demand.conditions,
    };
    const { scan } = choice;
    const merged = scan.among.reduce((product, { length }) => product * length, statuses.length);
    const isFollowed =
      choice.conditions.length === 0 &&
      merged <= mergedMax &&
      isSameOrder(index.fields.slice(scan.among.length), sort);
    if (isFollowed) return scan;
  }
  return undefined;
};

/** Whether the index is in the order, whose ids come last anyway. */
const isSameOrder = (fields: readonly QueryField[], sort: readonly SortField[]): boolean => {
  const named = fields.filter((field) => !isSame(field, systemFields.id));
  return named.length === sort.length && named.every((field, at) => isSame(field, sort[at]?.field));
};

/**
 * The scans that may find few candidates, or else the whole collection. Leaves out scans that find all that another one
 * finds, because each scan is counted.
 */
export const candidateScans = (
  indexes: readonly FieldIndex[],
  demand: Demand,
): readonly ScanChoice[] => {
  const { conditions, statuses, chain } = demand;
  const whole: Scan =
    chain === undefined
      ? { fields: [systemFields.created_at], among: [], statuses }
      : placementScan(chain, statuses);
  const choices = [
    ...indexes.flatMap((index) => (index.isUnique ? [] : (scanOf(index, demand) ?? []))),
    { scan: whole, conditions },
  ];
  return choices.filter(
    (choice, at) => !choices.some((other, otherAt) => isNarrower(other, choice, otherAt < at)),
  );
};

/**
 * Whether `one` leaves fewer conditions to check than `other`, and none that `other` does not leave. Of two that leave the
 * same, the first one counts. The index of a list is never compared: it finds items of all statuses.
 */
const isNarrower = (one: ScanChoice, other: ScanChoice, isFirst: boolean): boolean => {
  if (one.scan.fields[0]?.isList === true || other.scan.fields[0]?.isList === true) return false;
  const isWithin = one.conditions.every((condition) => other.conditions.includes(condition));
  return (
    isWithin &&
    (one.conditions.length < other.conditions.length ||
      (isFirst && one.conditions.length === other.conditions.length))
  );
};
