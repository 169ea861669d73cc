import type { Field, FieldType } from '../../model/field.ts';
import { readUuid } from '../../primitives/uuid.ts';

/** The kind of JSON value that a field type contains. */
export type FieldShape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'any'
  | 'list'
  | 'object'
  | 'blocks';

export const shapeOf: Readonly<Record<FieldType, FieldShape>> = {
  string: 'text',
  textarea: 'text',
  richtext: 'text',
  markdown: 'text',
  slug: 'text',
  email: 'text',
  url: 'text',
  date: 'text',
  datetime: 'text',
  color: 'text',
  media: 'text',
  file: 'text',
  reference: 'text',
  number: 'number',
  boolean: 'boolean',
  select: 'choice',
  radio: 'choice',
  multiselect: 'choices',
  json: 'any',
  array: 'list',
  object: 'object',
  blocks: 'blocks',
};

/** The constraints of each shape, besides `title`, `description`, `default` and the parts of a field. */
export const constraintsOf: Readonly<Record<FieldShape, readonly string[]>> = {
  text: ['minLength', 'maxLength', 'pattern', 'enum'],
  number: ['minimum', 'maximum', 'enum'],
  boolean: [],
  choice: ['enum'],
  choices: ['enum', 'minLength', 'maxLength'],
  any: [],
  list: ['minLength', 'maxLength'],
  object: [],
  blocks: ['minItems', 'maxItems'],
};

const characterRules = ['minLength', 'maxLength', 'pattern'];

/** Constraints that the service enforces, but that say little about texts of these types. */
const pointless: Readonly<Partial<Record<FieldType, readonly string[]>>> = {
  textarea: ['enum'],
  richtext: ['enum'],
  markdown: ['enum'],
  color: characterRules,
  date: constraintsOf.text,
  datetime: constraintsOf.text,
  media: constraintsOf.text,
  file: constraintsOf.text,
  reference: constraintsOf.text,
};

/** The constraints that a form for schemas offers: those of {@link constraintsOf} that help. */
export const offeredConstraints = (type: FieldType): readonly string[] =>
  constraintsOf[shapeOf[type]].filter((name) => pointless[type]?.includes(name) !== true);

/** Types of fields that are searched only with `searchable: true`. */
const unsearchedTypes: readonly FieldType[] = [
  'url',
  'color',
  'json',
  'reference',
  'media',
  'file',
];

/** Whether the search finds items by a field: by its type, unless it says so itself. */
export const isSearched = ({ type, searchable }: Pick<Field, 'type' | 'searchable'>): boolean =>
  searchable ?? !unsearchedTypes.includes(type);

const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** The profile of ISO 8601 in RFC 3339. */
const momentPattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const absoluteUrl = /^https?:\/\/[^\s/?#]\S*$/i;
const localPath = /^\/(?!\/)[^\s\\]*$/;
const color = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

const isRealDay = (text: string): boolean => {
  const [year = 0, month = 0, dayOfMonth = 0] = text.slice(0, 10).split('-').map(Number);
  return dayOfMonth <= daysIn(year, month);
};

const daysIn = (year: number, month: number): number => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
};

interface TextFormat {
  readonly matches: (text: string) => boolean;
  readonly message: string;
}

/**
 * The format of some field types. A URL must be http, https or a path of this site, so that no
 * `javascript:` link can be stored.
 */
export const formatOf: Readonly<Partial<Record<FieldType, TextFormat>>> = {
  slug: {
    matches: (text) => /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(text),
    message: 'must be letters and digits joined by single hyphens',
  },
  email: {
    matches: (text) => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text),
    message: 'must be an e-mail address',
  },
  url: {
    matches: (text) => absoluteUrl.test(text) || localPath.test(text),
    message: 'must be an http or https URL, or a path starting with a slash',
  },
  media: {
    matches: (text) =>
      absoluteUrl.test(text) || localPath.test(text) || readUuid(text) !== undefined,
    message: 'must be the URL of a file',
  },
  file: {
    matches: (text) => absoluteUrl.test(text) || localPath.test(text),
    message: 'must be the URL of a file',
  },
  date: {
    matches: (text) => dayPattern.test(text) && isRealDay(text),
    message: 'must be a date such as 2026-02-28',
  },
  datetime: {
    matches: (text) => momentPattern.test(text) && isRealDay(text),
    message: 'must be a time such as 2026-02-28T12:00:00Z',
  },
  color: { matches: (text) => color.test(text), message: 'must be a color such as #1a2b3c' },
};
