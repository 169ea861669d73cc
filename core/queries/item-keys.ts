import { systemFields } from '../collections/indexes/query-fields.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import {
  keyLength,
  type Bound,
  type Key,
  type KeyTest,
  type QueryCondition,
  type QueryField,
  type Scan,
  type SortField,
  type ValueKind,
} from '../model/content/item-query.ts';
import { groupOf } from '../model/content/translation.ts';
import { decodeJson, isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { missingKey, momentOf } from './operators.ts';

/*
 * What conditions and orders mean, in terms of an item. Stores with an index of their own must agree with it.
 */

const systemValue: Readonly<Record<string, (item: ContentItem) => Json>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  slug: ({ slug }) => slug,
  status: ({ status }) => status,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  published_at: ({ publishedAt = null }) => publishedAt,
  locale: ({ locale = null }) => locale,
  group_since: (item) => groupOf(item).since,
  group_id: (item) => groupOf(item).id,
};

/** The value at a path; undefined if there is none. */
const valueAt = (data: JsonObject, path: readonly string[]): Json | undefined => {
  let value: Json | undefined = data;
  for (const name of path) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
};

/** The path of a field of `data` within it. */
const fieldPath = ({ path }: Pick<QueryField, 'path'>): readonly string[] =>
  path.split('.').slice(1);

/** Reads a value as its kind. @returns undefined for no value, and for a value of a wrong type. */
const readValue: Readonly<Record<ValueKind, (value: Json | undefined) => Key | undefined>> = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  date: (value) => (typeof value === 'string' ? value : undefined),
  uuid: (value) => (typeof value === 'string' ? value.toLowerCase() : undefined),
  choice: (value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined,
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  time: (value) => (typeof value === 'number' ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? Number(value) : undefined),
  moment: (value) => (typeof value === 'string' ? momentOf(value) : undefined),
};

/** The values of the field in the item: none, one, or those of a list. */
export const valuesOf = (item: ContentItem, field: QueryField): readonly Key[] => {
  const systemField = Object.hasOwn(systemValue, field.path) ? systemValue[field.path] : undefined;
  const value = systemField?.(item) ?? valueAt(decodeJson(item.data), fieldPath(field));
  const values = field.isList ? (Array.isArray(value) ? (value as readonly Json[]) : []) : [value];
  return values
    .map((each) => readValue[field.kind](each))
    .filter((key) => key !== undefined && key !== '') as readonly Key[];
};

const shorten = (key: Key): Key =>
  typeof key === 'string' && key.length > keyLength
    ? Array.from(key).slice(0, keyLength).join('')
    : key;

/** The key of an item in the order by the field. */
export const keyOf = (item: ContentItem, field: QueryField): Key =>
  shorten(valuesOf(item, field)[0] ?? missingKey(field));

/** By code point, or by size. */
export const compareKeys = (left: Key, right: Key): number => {
  if (typeof left === 'number' || typeof right === 'number')
    return Number(left) - Number(right) || 0;
  for (let index = 0; ;) {
    const one = left.codePointAt(index);
    const other = right.codePointAt(index);
    if (one === undefined || other === undefined) {
      return Number(one !== undefined) - Number(other !== undefined);
    }
    if (one !== other) return one - other;
    index += one > 0xffff ? 2 : 1;
  }
};

const isAfter = (key: Key, from: Bound | undefined): boolean => {
  if (from === undefined) return true;
  const order = compareKeys(key, from.key);
  return order > 0 || (order === 0 && from.isInclusive);
};

const isBefore = (key: Key, to: Bound | undefined): boolean => {
  if (to === undefined) return true;
  const order = compareKeys(key, to.key);
  return order < 0 || (order === 0 && to.isInclusive);
};

/** Whether the key satisfies a test about a single key. */
export const satisfies = (key: Key, test: KeyTest): boolean => {
  switch (test.kind) {
    case 'among':
      return test.keys.includes(key);
    case 'range':
      return isAfter(key, test.from) && isBefore(key, test.to);
    case 'not':
      return key !== test.key;
    case 'contains':
      return String(key).includes(test.text);
    case 'exists':
      return test.exists;
  }
};

/** Whether the item satisfies a condition. */
export const meets = (item: ContentItem, { field, test }: QueryCondition): boolean => {
  const values = valuesOf(item, field);
  if (!field.isList) return satisfies(values[0] ?? missingKey(field), test);
  if (test.kind === 'exists') return values.length > 0 === test.exists;
  if (test.kind === 'not') return values.every((value) => satisfies(value, test));
  return values.some((value) => satisfies(value, test));
};

/** Compares two places in an order. */
export const comparePlaces = (
  left: { readonly keys: readonly Key[]; readonly id: string },
  right: typeof left,
  sort: readonly SortField[],
  idsDescend: boolean,
): number => {
  for (const [index, { isDescending }] of sort.entries()) {
    const order = compareKeys(left.keys[index] ?? '', right.keys[index] ?? '');
    if (order !== 0) return isDescending ? -order : order;
  }
  const byId = compareKeys(left.id, right.id);
  return idsDescend ? -byId : byId;
};

/** What the entries of a scan satisfy. */
export const scanConditions = ({
  fields,
  among,
  range,
  statuses,
}: Scan): readonly QueryCondition[] => {
  const ofStatus = { field: systemFields.status, test: { kind: 'among', keys: statuses } } as const;
  const tests = [
    ...among.map((keys) => ({ kind: 'among', keys }) as const),
    ...(range ? [range] : []),
  ];
  return [
    ...(fields[0]?.isList === true ? [] : [ofStatus]),
    ...tests.flatMap((test, at) => {
      const field = fields[at];
      return field === undefined ? [] : [{ field, test }];
    }),
  ];
};
