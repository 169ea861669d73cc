import type { ValueKind } from '../../../../../contracts/client/vocabulary.ts';
import { formatDate, formatTime } from '../../../components/time.tsx';
import { isFileType } from '../../../media/media-facts.ts';
import type { ListState } from '../list-state.ts';
import { isDataField, type ListField } from './list-fields.ts';

/** A condition, as the user chooses it. */
export interface Operator {
  /** Of the API. */
  readonly name: string;
  readonly label: string;
  /** The value, if there is nothing to choose. */
  readonly value?: string;
}

const is: Operator = { name: 'eq', label: 'is' };
const isNot: Operator = { name: 'ne', label: 'is not' };
const isOneOf: Operator = { name: 'in', label: 'is one of' };

const texts: readonly Operator[] = [
  is,
  isNot,
  isOneOf,
  { name: 'startsWith', label: 'starts with' },
  { name: 'contains', label: 'contains' },
];

const times: readonly Operator[] = [
  { name: 'gte', label: 'is at or after' },
  { name: 'lt', label: 'is before' },
];

const byKind: Readonly<Record<ValueKind, readonly Operator[]>> = {
  text: texts,
  choice: [is, isNot, isOneOf],
  uuid: [is, isNot],
  boolean: [is],
  number: [
    is,
    isNot,
    { name: 'lt', label: 'is less than' },
    { name: 'lte', label: 'is at most' },
    { name: 'gt', label: 'is more than' },
    { name: 'gte', label: 'is at least' },
    isOneOf,
  ],
  date: [
    is,
    { name: 'lt', label: 'is before' },
    { name: 'lte', label: 'is on or before' },
    { name: 'gt', label: 'is after' },
    { name: 'gte', label: 'is on or after' },
  ],
  moment: times,
  time: times,
};

const ofLists: readonly Operator[] = [
  { name: 'eq', label: 'includes' },
  { name: 'ne', label: 'does not include' },
  { name: 'in', label: 'includes one of' },
];

const existence: readonly Operator[] = [
  { name: 'exists', label: 'has a value', value: 'true' },
  { name: 'exists', label: 'has no value', value: 'false' },
];

/** The operators that make sense for a field. The service has more for some kinds. */
export const operatorsOf = (field: ListField): readonly Operator[] => [
  ...(isFileType(field.schema?.type) ? [] : field.isList ? ofLists : byKind[field.kind]),
  ...(isDataField(field) ? existence : []),
];

/** Whether an index can serve the condition. Others work only beside one, or in a small collection. */
export const isServed = (field: ListField, { name }: Operator): boolean =>
  field.isIndexed && name !== 'ne' && name !== 'contains' && !(field.isList && name === 'exists');

/** The fields that conditions can be about. The status has a filter of its own. */
export const conditionFields = (fields: readonly ListField[]): readonly ListField[] =>
  fields.filter(({ path }) => path !== 'status' && path !== 'author');

export interface Condition {
  /** As in the URL: `[data.price][gte]`. */
  readonly key: string;
  readonly path: string;
  readonly operator: string;
  readonly value: string;
}

export const keyOf = (path: string, operator: string): string => `[${path}][${operator}]`;

export const conditionsOf = ({ where }: Pick<ListState, 'where'>): readonly Condition[] =>
  Object.entries(where).map(([key, value]) => {
    const [path = '', operator = ''] = key.slice(1, -1).split('][');
    return { key, path, operator, value };
  });

/** The conditions without one of them, with another one. */
export const replaceCondition = (
  where: ListState['where'],
  old: string | undefined,
  added: Pick<Condition, 'key' | 'value'> | undefined,
): ListState['where'] =>
  Object.fromEntries([
    ...Object.entries(where).filter(([key]) => key !== old && key !== added?.key),
    ...(added === undefined ? [] : [[added.key, added.value] as const]),
  ]);

/** The alternatives of “is one of”: separated by commas, which are escaped in a value. */
export const splitAlternatives = (value: string): readonly string[] =>
  value.split(',').map((each) => each.replaceAll(/%2c/gi, ','));

export const joinAlternatives = (values: readonly string[]): string =>
  values.map((each) => each.replaceAll(',', '%2C')).join(',');

/** A day without a time zone, for people. */
export const formatDay = (text: string): string => {
  const time = Date.parse(`${text}T00:00`);
  return Number.isNaN(time) ? text : formatDate(time);
};

export const formatMomentText = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : formatTime(time);
};

const valueText = (value: string, kind: ValueKind | undefined): string => {
  if (kind === 'boolean') return value === 'true' ? 'Yes' : 'No';
  if (kind === 'date') return formatDay(value);
  if (kind === 'moment' || kind === 'time') return formatMomentText(value);
  return value;
};

/** “Price is at least 10”. @param titleOf of an item to which a field refers. */
export const conditionText = (
  { path, operator, value }: Condition,
  fields: readonly ListField[],
  titleOf: (id: string) => string,
): string => {
  const field = fields.find((each) => each.path === path);
  const label = field?.label ?? path;
  const named = field === undefined ? texts : operatorsOf(field);
  const verb =
    named.find((each) => each.name === operator && (each.value ?? value) === value) ??
    byKind.number.find((each) => each.name === operator);
  if (verb?.value !== undefined) return `${label} ${verb.label}`;
  const values = operator === 'in' ? splitAlternatives(value) : [value];
  const shown = values.map((each) =>
    field?.kind === 'uuid' ? titleOf(each) : valueText(each, field?.kind),
  );
  return `${label} ${verb?.label ?? operator} ${shown.join(', ')}`;
};
