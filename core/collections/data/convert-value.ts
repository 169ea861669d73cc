import type { Field, FieldType } from '../../model/field.ts';
import { readSlug } from '../../model/content/slug.ts';
import { readDate } from '../../primitives/dates.ts';
import { losesDigits } from '../../primitives/exact-numbers.ts';
import { isJsonObject, type Json, type JsonObject } from '../../primitives/json.ts';
import { shapeOf, type FieldShape } from '../fields/field-rules.ts';

/** What a value means for a field of another type. */
export interface ConvertedValue {
  /** Undefined if it means that there is no value. */
  readonly value: Json | undefined;
  /** Why this is a guess: a clause about the value. Undefined if the meaning is plain. */
  readonly guess?: string;
  /** The part of the value that the guess is about, if not all of it. */
  readonly part?: Json;
}

type Convert = (value: Json, field: Field, name: string) => ConvertedValue | undefined;

/**
 * Converts a value to the type of a field, as far as its meaning is known. The result can still break another rule of
 * the field. Does not convert the items of a list and the members of an object.
 *
 * @param name of the field.
 * @returns undefined if the value means nothing in this field.
 */
export const convertValue: Convert = (value, field, name) =>
  converters[shapeOf[field.type]](value, field, name);

/** What `false` means in a field of another type. */
const none: ConvertedValue = { value: undefined, guess: 'means that there is none' };

/** The members of an object that say what it stands for, by the type of the field. */
const partNames: Readonly<Partial<Record<FieldType, readonly string[]>>> = {
  media: ['src', 'url', 'image', 'path', 'file', 'href', 'publicURL', 'source', 'filename'],
  file: ['src', 'url', 'file', 'path', 'href', 'publicURL', 'source', 'filename'],
  url: ['url', 'href', 'link', 'src'],
  email: ['email', 'address', 'mail'],
  reference: ['slug', 'id', 'name'],
  date: ['date', 'value'],
  datetime: ['date', 'time', 'value'],
};
const labelNames: readonly string[] = ['label', 'name', 'title', 'text', 'value'];

type Scalar = string | number | boolean;
type ConvertScalar = (value: Scalar, field: Field) => ConvertedValue | undefined;

const isScalar = (value: Json | undefined): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Converts the part of an object that stands for it. */
const convertPart = (value: JsonObject, field: Field, name: string): ConvertedValue | undefined => {
  const names = partNames[field.type] ?? labelNames;
  const part = names.find((each) => Object.hasOwn(value, each) && isScalar(value[each]));
  const inner = part === undefined ? undefined : value[part];
  if (part === undefined || inner === undefined) return undefined;
  const converted = convertValue(inner, field, name) ?? { value: inner };
  const { [part]: _, ...others } = value;
  return Object.keys(others).length === 0
    ? converted
    : { ...converted, guess: `is not stored, only its ${part}`, part: others };
};

/** Converts a list of one value, and an object, to a single value. */
const single =
  (convertScalar: ConvertScalar): Convert =>
  (value, field, name) => {
    if (isScalar(value)) return convertScalar(value, field);
    if (isJsonObject(value)) return convertPart(value, field, name);
    if (!Array.isArray(value)) return undefined;
    const [first, ...others] = value as readonly Json[];
    if (first === undefined) return { value: undefined };
    if (others.length > 0) return joined(value, field);
    return convertValue(first, field, name) ?? { value: first };
  };

/** Types whose text is free. */
const proseTypes: readonly FieldType[] = ['string', 'textarea', 'richtext', 'markdown'];

const joined = (values: readonly Json[], { type }: Field): ConvertedValue | undefined =>
  proseTypes.includes(type) && values.every(isScalar)
    ? { value: values.join(', '), guess: 'is stored as one text' }
    : undefined;

const addressTypes: readonly FieldType[] = ['email', 'url', 'media', 'file'];

const toText: ConvertScalar = (value, field) => {
  const { type } = field;
  if (type === 'date' || type === 'datetime') return toDate(value, type);
  if (value === false && !proseTypes.includes(type)) return none;
  if (typeof value !== 'string' && addressTypes.includes(type)) return undefined;
  const text = String(value).trim();
  if (field.enum !== undefined) return toChoice(text, field);
  if (type === 'slug') return { value: readSlug(text) ?? text };
  if (type === 'email') return { value: /^(?:mailto:|.*<)?([^<>]+?)>?$/is.exec(text)?.[1] ?? text };
  return { value: text };
};

const toDate = (value: Scalar, type: 'date' | 'datetime'): ConvertedValue | undefined => {
  if (value === false) return none;
  const read = readDate(value);
  if (read === undefined) return undefined;
  const text = type === 'date' ? read.day : new Date(read.time).toISOString();
  return { value: text, ...(read.isGuess && { guess: `is read as ${text}` }) };
};

const numberPattern = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** A number that has no more digits than JSON can keep. */
const toNumber: ConvertScalar = (value) => {
  const text = typeof value === 'string' ? value.trim() : '';
  if (!numberPattern.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && !losesDigits(text) ? { value: number } : undefined;
};

/** The words of YAML 1.1. */
const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  n: false,
  off: false,
  '0': false,
};

/** @returns undefined for any other word. */
export const readBoolean = (value: Json | undefined): boolean | undefined => {
  const word = isScalar(value) ? String(value).trim().toLowerCase() : '';
  return Object.hasOwn(booleans, word) ? booleans[word] : undefined;
};

const toBoolean: ConvertScalar = (value) => {
  if (value === '') return { value: undefined };
  const read = readBoolean(value);
  return read === undefined ? undefined : { value: read };
};

/** The choice that differs only in case, spaces and its type. */
const toChoice: ConvertScalar = (value, field) => {
  const choices = field.enum ?? [];
  const word = String(value).trim().toLowerCase();
  const choice =
    choices.find((each) => String(each) === String(value).trim()) ??
    choices.find((each) => String(each).toLowerCase() === word);
  return choice === undefined ? undefined : { value: choice };
};

/** Fields whose texts are short words: a comma separates two of them. */
const wordLists = /^(?:tags?|categor(?:y|ies)|keywords?|topics?|labels?|series)$/i;

const toList: Convert = (value, { items, type }, name) => {
  if (Array.isArray(value)) return { value };
  if (value === false && items?.type !== 'boolean') return none;
  const isOfWords =
    type === 'multiselect' || (wordLists.test(name) && shapeOf[items?.type ?? 'string'] === 'text');
  if (typeof value !== 'string' || !isOfWords) return { value: [value] };
  const text = value.trim();
  const words = text.split(',').flatMap((word) => word.trim() || []);
  if (words.length > 1) return { value: words, guess: `is read as ${words.length} entries` };
  return { value: words, ...(/\s/.test(text) && { guess: 'is read as one entry' }) };
};

/** A text where an object is expected is its label or name. */
const toObject: Convert = (value, { properties = {} }) => {
  if (isJsonObject(value)) return { value };
  if (Array.isArray(value) && value.length === 1) return { value: value[0] as Json };
  const part = labelNames.find(
    (each) => properties[each] && shapeOf[properties[each].type] === 'text',
  );
  if (part === undefined || !isScalar(value) || value === false) return undefined;
  return { value: { [part]: value }, guess: `is stored as its ${part}` };
};

const toBlocks: Convert = (value) => {
  if (Array.isArray(value)) return { value };
  if (value === false) return none;
  return isJsonObject(value) ? { value: [value] } : undefined;
};

const converters: Readonly<Record<FieldShape, Convert>> = {
  text: single(toText),
  number: single(toNumber),
  boolean: single(toBoolean),
  choice: single(toChoice),
  choices: toList,
  any: (value) => ({ value }),
  list: toList,
  object: toObject,
  blocks: toBlocks,
};
