import { invalid, type DomainError } from './errors.ts';
import { assertStorable, isLongerThan, type Brand } from './text.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * The text of a JSON object. It is stored and sent unchanged, so reads never parse it.
 */
export type JsonText = Brand<string, 'JsonText'>;

/** @throws TypeError for a value that JSON cannot represent. */
export const encodeJson = (value: JsonObject): JsonText => JSON.stringify(value) as JsonText;

/** The inverse of {@link encodeJson}. */
export const decodeJson = (text: JsonText): JsonObject => JSON.parse(text) as JsonObject;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `Array.isArray` makes a read-only array an array of `any`. */
const isJsonArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Whether the values are the same; the order of the members of an object does not count. */
export const isSameJson = (one: Json | undefined, other: Json | undefined): boolean => {
  if (one === other) return true;
  if (isJsonArray(one) && isJsonArray(other)) {
    return (
      one.length === other.length && one.every((each, index) => isSameJson(each, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  );
};

/** JSON that is equal for values that are the same; see {@link isSameJson}. */
export const sortedJson = (value: Json): string => JSON.stringify(value, sortMembers);

/** For `JSON.stringify`. */
const sortMembers = (_: string, value: Json): Json =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/** Those of the keys whose members of the objects differ, or which only one of them has. */
export const differingKeys = (
  keys: readonly string[],
  one: JsonObject,
  other: JsonObject,
): readonly string[] =>
  keys.filter((key) => {
    const isMember = Object.hasOwn(one, key);
    if (isMember !== Object.hasOwn(other, key)) return true;
    return isMember && !isSameJson(one[key], other[key]);
  });

/** Applies `change` to every string in `value`, at any depth. Names of members stay. */
export const mapStrings = (value: JsonObject, change: (text: string) => string): JsonObject => {
  const visit = (each: Json): Json => {
    if (typeof each === 'string') return change(each);
    if (Array.isArray(each)) return each.map(visit);
    return isJsonObject(each) ? mapStrings(each, change) : each;
  };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each)]));
};

/** In UTF-16 units. */
const maxShown = 60;

/** The value as JSON for a message; only its beginning if it is long. */
export const shortenJson = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown).toWellFormed()}…`;
};

export interface JsonLimits {
  readonly bytes: number;
  readonly depth: number;
  /** The error code for a value beyond a limit. Defaults to `invalid_data`. */
  readonly code?: 'invalid_data' | 'invalid_schema';
}

/**
 * Checks the rules that hold for every JSON value, and encodes the object.
 *
 * @param path of the object in the input.
 * @throws DomainError the code of `limits` for an object that is nested too deeply, too long as text,
 *   or contains an infinite number; `invalid_text` for a key or value with a NUL or a lone surrogate.
 */
export const encodeBounded = (value: JsonObject, path: string, limits: JsonLimits): JsonText => {
  checkValue(value, path, limits.depth, limits);
  const text = encodeJson(value);
  if (isLongerThan(text, limits.bytes)) {
    throw beyond(limits, path, `must be at most ${limits.bytes} bytes of JSON`);
  }
  return text;
};

const checkValue = (value: Json, path: string, levelsLeft: number, limits: JsonLimits): void => {
  if (typeof value === 'string') return assertStorable(value, path);
  // JSON.parse reads 1e999 as Infinity, which JSON.stringify would write as null.
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw beyond(limits, path, 'must be a number between -1.8e308 and 1.8e308');
  }
  if (typeof value !== 'object' || value === null) return;
  if (levelsLeft === 0) throw beyond(limits, path, `must be at most ${limits.depth} levels deep`);
  if (Array.isArray(value)) {
    value.forEach((item: Json, index) =>
      checkValue(item, `${path}.${index}`, levelsLeft - 1, limits),
    );
    return;
  }
  for (const [key, item] of Object.entries(value as JsonObject)) {
    assertStorable(key, path);
    checkValue(item, `${path}.${key}`, levelsLeft - 1, limits);
  }
};

const beyond = (
  { code = 'invalid_data' }: JsonLimits,
  path: string,
  message: string,
): DomainError => invalid(code, [{ path, message }]);
