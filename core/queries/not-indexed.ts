import { placementFields, systemFields } from '../collections/indexes/query-fields.ts';
import type { FieldIndex, KeyTest, QueryField } from '../model/content/item-query.ts';
import { DomainError } from '../primitives/errors.ts';
import { candidateMiB, candidatesMax, isSame, type Demand } from './choose-scan.ts';

/** The error for a query that would read too much. It names the fields to index, or what no index serves. */
export const notIndexed = (
  ready: readonly FieldIndex[],
  building: readonly FieldIndex[],
  demand: Demand,
): DomainError => {
  const wanted = wantedFields(demand);
  const isWanted = ({ fields }: FieldIndex): boolean =>
    fields.length === wanted.length && fields.every((field, at) => isSame(field, wanted[at]));
  const unserved = unservedParts(demand, wanted, ready.some(isWanted));
  const error = (message: string, details: string, paths: readonly string[], issue: string) =>
    new DomainError('not_indexed', message, {
      details,
      issues: paths.map((path) => ({ path, message: issue })),
    });
  if (unserved.length > 0) {
    const missing = findable(demand).filter(
      ({ path }) => isIndexable(path) && !starts(ready, path),
    );
    const remedy =
      missing.length === 0
        ? `Add ${narrowCondition}`
        : `Index ${listed(missing)}, or add ${narrowCondition}`;
    const message = `No index serves ${unserved.map(({ text }) => text).join(', or ')}`;
    const paths = new Set(unserved.flatMap(({ fields }) => fields.map(({ path }) => path)));
    return error(message, remedy, [...paths], 'is served by no index in this query');
  }
  // An indexed field is indexed with the time of creation, too.
  const named = wanted.filter((field, at) => at === 0 || !isSame(field, systemFields.created_at));
  const [first, second] = named.map(({ path }) => path);
  const setting = `Set indexed on ${first}${second === undefined ? '' : ` and ${second} in its indexedWith`}`;
  return error(
    `The query needs an index on ${second === undefined ? first : `the pair ${first} and ${second}`}`,
    building.some(isWanted)
      ? 'The index is not ready. Try again later'
      : `${setting}, or add ${narrowCondition}`,
    named.map(({ path }) => path),
    'must be indexed for this query',
  );
};

const narrowCondition =
  `a condition (eq, in, startsWith, a range) on an indexed field that at most ${candidatesMax} items ` +
  `satisfy, with at most ${candidateMiB} MiB of data together`;

const isIndexable = (path: string): boolean => path.startsWith('data.');

const starts = (indexes: readonly FieldIndex[], path: string): boolean =>
  indexes.some(({ fields: [first] }) => first?.path === path);

const listed = (fields: readonly QueryField[]): string =>
  fields.map(({ path }) => path).join(' and ');

const findable = ({ conditions }: Demand): readonly QueryField[] =>
  conditions
    .filter(({ test }) => test.kind === 'among' || test.kind === 'range')
    .map(({ field }) => field);

/** The fields of the index that the query would follow, if there can be one. */
const wantedFields = ({ conditions, sort }: Demand): readonly QueryField[] => [
  ...conditions.filter(({ test }) => test.kind === 'among').map(({ field }) => field),
  ...sort.map(({ field }) => field),
];

/** The operators that no index serves, by what they test. */
const unservedOperators: Partial<Record<KeyTest['kind'], string>> = {
  not: 'ne',
  contains: 'contains',
  exists: 'exists',
};

interface UnservedPart {
  readonly text: string;
  readonly fields: readonly QueryField[];
}

const orderedFields = ({ sort }: Demand): readonly QueryField[] =>
  sort.length === 0 ? [systemFields.id] : sort.map(({ field }) => field);

/** Why no index can have the order of the query. */
const unservedParts = (
  demand: Demand,
  wanted: readonly QueryField[],
  exists: boolean,
): readonly UnservedPart[] => {
  const { conditions, sort, idsDescend, chain } = demand;
  const operators = conditions.flatMap(({ field, test }): UnservedPart[] => {
    const name = unservedOperators[test.kind];
    return name === undefined ? [] : [{ text: `${name} on ${field.path}`, fields: [field] }];
  });
  if (operators.length > 0) return operators;
  if (chain !== undefined) {
    const isByGroup = isSame(placementFields.since, sort[0]?.field);
    const tested = conditions.map(({ field }) => field);
    const fields = isByGroup ? tested : [...tested, ...orderedFields(demand)];
    return [{ text: `${listed(fields)} in a locale`, fields }];
  }
  const order = orderedFields(demand);
  const tested = conditions.flatMap(({ field, test }): UnservedPart[] => {
    const kind = test.kind === 'range' ? 'a range of' : 'the list';
    return field.isList || (test.kind === 'range' && !isSame(field, order[0]))
      ? [
          {
            text: `${kind} ${field.path} in the order of ${listed(order)}`,
            fields: [field, ...order],
          },
        ]
      : [];
  });
  if (tested.length > 0) return tested;
  if (sort.some(({ isDescending }) => isDescending !== idsDescend)) {
    return [{ text: `ascending and descending fields together: ${listed(order)}`, fields: order }];
  }
  const [first] = wanted;
  const isPossible = wanted.length < 2 || (wanted.length === 2 && isIndexable(first?.path ?? ''));
  if (!isPossible) return [{ text: `${listed(wanted)} together`, fields: wanted }];
  return exists ? [{ text: `so many values of ${first?.path} in an order`, fields: wanted }] : [];
};
