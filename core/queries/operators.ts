import { systemFields } from '../collections/indexes/query-fields.ts';
import { formatOf } from '../collections/fields/field-rules.ts';
import {
  conditionTextMax,
  missingNumber,
  missingText,
  type Key,
  type KeyTest,
  type QueryField,
  type ValueKind,
} from '../model/content/item-query.ts';
import { parseDate } from '../primitives/dates.ts';
import type { EpochMs } from '../primitives/time.ts';
import { isStorable, lengthOf } from '../primitives/text.ts';
import { readUuid } from '../primitives/uuid.ts';

/** The operators of conditions, by their names in requests. */
export const operators = [
  'eq',
  'ne',
  'in',
  'lt',
  'lte',
  'gt',
  'gte',
  'startsWith',
  'contains',
  'exists',
] as const;
export type Operator = (typeof operators)[number];

/** What a kind of values allows, and how it reads the text of a condition. */
interface KindRules {
  readonly operators: readonly Operator[];
  /** @returns undefined for a text that is no value of the kind. */
  readonly read: (text: string) => Key | undefined;
  /** What a value must be. */
  readonly expected: string;
}

const equality = ['eq', 'ne', 'in', 'exists'] as const;
const comparison = [...equality, 'lt', 'lte', 'gt', 'gte'] as const;
const search = [...comparison, 'startsWith', 'contains'] as const;

const readText = (text: string): string | undefined =>
  text !== '' && lengthOf(text) <= conditionTextMax && isStorable(text) ? text : undefined;

const decimal = /^-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;

const readNumber = (text: string): number | undefined => {
  const number = decimal.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
};

/** The longest text with a moment, such as `2026-02-28T12:00:00.123456789+02:00`. */
const momentLength = 35;

/** The moment of a text in the form of a field of the type `datetime`. */
export const momentOf = (text: string): EpochMs | undefined =>
  text.length <= momentLength &&
  // PostgreSQL has no year 0.
  !text.startsWith('0000') &&
  formatOf.datetime?.matches(text) === true
    ? parseDate(text)
    : undefined;

const isDay = (text: string): boolean =>
  text.length === 10 && formatOf.date?.matches(text) === true;

/** A day is its first moment in UTC. */
const readMoment = (text: string): EpochMs | undefined =>
  isDay(text) ? momentOf(`${text}T00:00Z`) : momentOf(text);

const readTime = (text: string): EpochMs | undefined =>
  /^-?\d{1,15}$/.test(text) ? Number(text) : readMoment(text);

/** All kinds of values. A new one also needs a key: in `item-keys.ts`, and in each store. */
const kinds: Readonly<Record<ValueKind, KindRules>> = {
  text: {
    operators: search,
    read: readText,
    expected: `must be a text of 1 to ${conditionTextMax} characters`,
  },
  choice: {
    operators: search,
    read: readText,
    expected: `must be a choice of 1 to ${conditionTextMax} characters`,
  },
  date: {
    operators: comparison,
    read: (text) => (isDay(text) ? text : undefined),
    expected: 'must be a date such as 2026-02-28',
  },
  uuid: { operators: comparison, read: readUuid, expected: 'must be a UUID' },
  number: { operators: comparison, read: readNumber, expected: 'must be a number' },
  boolean: {
    operators: equality,
    read: (text) => (text === 'true' ? 1 : text === 'false' ? 0 : undefined),
    expected: 'must be true or false',
  },
  moment: {
    operators: comparison,
    read: readMoment,
    expected: 'must be a time such as 2026-02-28T12:00:00Z, or a date',
  },
  time: {
    operators: comparison,
    read: readTime,
    expected: 'must be epoch milliseconds, a time such as 2026-02-28T12:00:00Z, or a date',
  },
};

export const operatorsOf = ({ kind }: QueryField): readonly Operator[] => kinds[kind].operators;

export const isTextKind = (kind: ValueKind): boolean =>
  kind === 'text' || kind === 'choice' || kind === 'date' || kind === 'uuid';

/** Whether an item can lack the field. */
export const isOptional = ({ path }: QueryField): boolean =>
  path.startsWith('data.') || path === systemFields.published_at.path;

/** The key of an item without a value. */
export const missingKey = ({ kind }: QueryField): Key =>
  isTextKind(kind) ? missingText : missingNumber;

/** The most alternatives of one `in`. */
const alternativesMax = 50;

/** What a condition means. @returns a sentence that says what is wrong with the value. */
export const readCondition = (
  field: QueryField,
  operator: Operator,
  text: string,
): KeyTest | string => {
  const { read, expected } = kinds[field.kind];
  const one = (test: (key: Key) => KeyTest): KeyTest | string => {
    const key = read(text);
    return key === undefined ? expected : test(key);
  };
  const missing = isOptional(field) ? missingKey(field) : undefined;
  // Values are after the key of items without one.
  const afterMissing = missing === undefined ? undefined : { key: missing, isInclusive: false };
  switch (operator) {
    case 'eq':
      return one((key) => ({ kind: 'among', keys: [key] }));
    case 'ne':
      return one((key) => ({ kind: 'not', key }));
    case 'in':
      return readAlternatives(text, read, expected);
    case 'lt':
    case 'lte':
      return one((key) => ({
        kind: 'range',
        from: afterMissing,
        to: { key, isInclusive: operator === 'lte' },
      }));
    case 'gt':
    case 'gte':
      return one((key) => ({ kind: 'range', from: { key, isInclusive: operator === 'gte' } }));
    case 'startsWith':
      return one((key) => ({
        kind: 'range',
        from: { key, isInclusive: true },
        to: endOfPrefix(String(key)),
      }));
    case 'contains':
      return one((key) => ({ kind: 'contains', text: String(key) }));
    case 'exists': {
      if (text !== 'true' && text !== 'false') return 'must be true or false';
      const exists = text === 'true';
      if (field.isList) return { kind: 'exists', exists };
      return exists
        ? { kind: 'range', from: afterMissing }
        : { kind: 'among', keys: missing === undefined ? [] : [missing] };
    }
  }
};

/** Separated by commas. A comma in a value is `%2C`, after the query string was decoded. */
const readAlternatives = (
  text: string,
  read: KindRules['read'],
  expected: string,
): KeyTest | string => {
  const texts = text.split(',', alternativesMax + 1);
  if (texts.length > alternativesMax) return `must have at most ${alternativesMax} values`;
  const keys = texts.map((each) => read(each.replaceAll(/%2c/gi, ',')));
  return keys.every((key) => key !== undefined)
    ? { kind: 'among', keys: [...new Set(keys)] }
    : `${expected}; separate several with commas`;
};

/** The first text after all that start with the prefix; undefined if there is none. */
const endOfPrefix = (prefix: string) => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // No text contains a surrogate alone.
  points.push(last === 0xd7ff ? 0xe000 : last + 1);
  return { key: String.fromCodePoint(...points), isInclusive: false };
};
