import { isJsonObject, type Json, type JsonObject } from '../../core/index.ts';
import { BrokenFile } from './broken-file.ts';

/** More than front matter written by people has; an alias that multiplies itself meets it soon. */
const maxValues = 50_000;
const maxDepth = 64;

/**
 * What a parser of front matter made of it, as JSON: dates as ISO 8601, integers beyond those that
 * a number holds exactly as text.
 *
 * @throws BrokenFile for what JSON cannot hold.
 */
export const toJsonObject = (parsed: unknown): JsonObject => {
  const value = converter()(parsed, maxDepth);
  if (!isJsonObject(value))
    throw new BrokenFile('its front matter is not a list of names and values');
  return value;
};

type Convert = (value: unknown, levelsLeft: number) => Json;

const converter = (): Convert => {
  let values = 0;
  const convert: Convert = (value, levelsLeft) => {
    values += 1;
    if (values > maxValues || levelsLeft === 0) {
      throw new BrokenFile('its front matter is too large or nested too deeply');
    }
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return finite(value);
    if (typeof value === 'bigint')
      return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) return value.map((each) => convert(each, levelsLeft - 1));
    if (typeof value !== 'object')
      throw new BrokenFile('its front matter holds more than text, numbers and dates');
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [safeKey(key), convert(each, levelsLeft - 1)]),
    );
  };
  return convert;
};

const finite = (value: number): number => {
  if (Number.isFinite(value)) return value;
  throw new BrokenFile(`its front matter holds ${value}, which is not a number in JSON`);
};

/** Programs that merge objects by hand would take it for the prototype. */
const safeKey = (key: string): string => {
  if (key !== '__proto__') return key;
  throw new BrokenFile("its front matter has the name '__proto__'");
};
