import { isJsonObject, type Json, type JsonObject } from '../../../core/index.ts';
import { InvalidFile } from './text-file.ts';

/** Far above real front matter; stops aliases that multiply. */
const maxValues = 50_000;
const maxDepth = 64;

/**
 * Converts the result of a front matter parser to JSON. Dates become ISO 8601; integers that a number
 * cannot represent exactly become text.
 *
 * @throws InvalidFile for values that JSON does not have.
 */
export const toJsonObject = (parsed: unknown): JsonObject => {
  const value = converter()(parsed, maxDepth);
  if (!isJsonObject(value))
    throw new InvalidFile('its front matter is not a list of names and values');
  return value;
};

type Convert = (value: unknown, levelsLeft: number) => Json;

const converter = (): Convert => {
  let values = 0;
  const convert: Convert = (value, levelsLeft) => {
    values += 1;
    if (values > maxValues || levelsLeft === 0) {
      throw new InvalidFile('its front matter is too large or nested too deeply');
    }
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return finite(value);
    if (typeof value === 'bigint')
      return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) return value.map((each) => convert(each, levelsLeft - 1));
    if (typeof value !== 'object')
      throw new InvalidFile('its front matter holds more than text, numbers and dates');
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [safeKey(key), convert(each, levelsLeft - 1)]),
    );
  };
  return convert;
};

const finite = (value: number): number => {
  if (Number.isFinite(value)) return value;
  throw new InvalidFile(`its front matter holds ${value}, which is not a number in JSON`);
};

/** Rejects `__proto__`, which would change the prototype in programs that merge objects. */
const safeKey = (key: string): string => {
  if (key !== '__proto__') return key;
  throw new InvalidFile("its front matter has the name '__proto__'");
};
