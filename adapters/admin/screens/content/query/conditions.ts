import type { ValueKind } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { formatDate, formatTime } from '../../../components/format-time.ts';
import { decimalText } from '../../../components/inputs/decimals.ts';
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

const words = t.query.operators;

const is: Operator = { name: 'eq', label: words.is };
const isNot: Operator = { name: 'ne', label: words.isNot };
const isOneOf: Operator = { name: 'in', label: words.isOneOf };

const texts: readonly Operator[] = [
  is,
  isNot,
  isOneOf,
  { name: 'startsWith', label: words.startsWith },
  { name: 'contains', label: words.contains },
];

const times: readonly Operator[] = [
  { name: 'gte', label: words.isAtOrAfter },
  { name: 'lt', label: words.isBefore },
];

const byKind: Readonly<Record<ValueKind, readonly Operator[]>> = {
  text: texts,
  choice: [is, isNot, isOneOf],
  uuid: [is, isNot],
  boolean: [is],
  number: [
    is,
    isNot,
    { name: 'lt', label: words.isLess },
    { name: 'lte', label: words.isAtMost },
    { name: 'gt', label: words.isMore },
    { name: 'gte', label: words.isAtLeast },
    isOneOf,
  ],
  date: [
    is,
    { name: 'lt', label: words.isBefore },
    { name: 'lte', label: words.isOnOrBefore },
    { name: 'gt', label: words.isAfter },
    { name: 'gte', label: words.isOnOrAfter },
  ],
  moment: times,
  time: times,
};

const ofLists: readonly Operator[] = [
  { name: 'eq', label: words.includes },
  { name: 'ne', label: words.includesNot },
  { name: 'in', label: words.includesOneOf },
];

const existence: readonly Operator[] = [
  { name: 'exists', label: words.hasValue, value: 'true' },
  { name: 'exists', label: words.hasNoValue, value: 'false' },
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

/** A number of the API in the language of the admin. Another text stays. */
export const numberTextOf = (text: string): string =>
  text !== '' && Number.isFinite(Number(text)) ? decimalText(Number(text)) : text;

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
  if (kind === 'boolean') return value === 'true' ? t.common.yes : t.common.no;
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
  if (verb?.value !== undefined) return t.query.existence(label, verb.label);
  const values = operator === 'in' ? splitAlternatives(value) : [value];
  const shown = values.map((each) => {
    if (field?.kind === 'uuid') return titleOf(each);
    // Several are written with points, because commas separate them.
    if (field?.kind === 'number' && operator !== 'in') return numberTextOf(each);
    return valueText(each, field?.kind);
  });
  return t.query.condition(label, verb?.label ?? operator, shown.join(', '));
};
