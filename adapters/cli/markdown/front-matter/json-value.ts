import { isJsonObject, type Json, type JsonObject } from '../../../../core/vocabulary.ts';
import { InvalidFile } from '../text-file.ts';

/** Far above real front matter; stops aliases that multiply. */
const maxValues = 50_000;
const maxDepth = 64;

/** Reports a value that JSON does not have. The message is a clause: `is not a number in JSON`. */
export type ReportValue = (path: string, message: string) => void;

/**
 * Converts the result of a front matter parser to JSON. Dates become ISO 8601; integers that a number
 * cannot represent exactly become text. Values that JSON does not have are left out and reported.
 *
 * @throws InvalidFile for too many values, and for anything but an object.
 */
export const toJsonObject = (parsed: unknown, report: ReportValue): JsonObject => {
  const convert = converter(report);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw notNamed();
  const members = Object.entries(parsed).flatMap(([name, member]: [string, unknown]) => {
    const value = convert({ [name]: member }, '', maxDepth);
    if (value === tooDeep) report(name, 'is nested too deeply');
    return isJsonObject(value) ? Object.entries(value) : [];
  });
  return Object.fromEntries(members);
};

const notNamed = (): InvalidFile =>
  new InvalidFile('its front matter is not a list of names and values');

const tooDeep = Symbol('too deep');

/** Undefined for a value that is left out. */
type Converted = Json | undefined | typeof tooDeep;
type Convert = (value: unknown, path: string, levelsLeft: number) => Converted;

const converter = (report: ReportValue): Convert => {
  let values = 0;
  const convert: Convert = (value, path, levelsLeft) => {
    values += 1;
    if (values > maxValues) throw new InvalidFile('its front matter is too large');
    if (levelsLeft === 0) return tooDeep;
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'bigint')
      return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
    if (value instanceof Date) return value.toISOString();
    if (typeof value !== 'object') {
      const shown = typeof value === 'number' ? `${value}` : typeof value;
      report(path, `is ${shown}, which JSON does not have`);
      return undefined;
    }
    const prefix = path === '' ? '' : `${path}.`;
    const members: (readonly [string, Json])[] = [];
    for (const [key, each] of Object.entries(value)) {
      // It would change the prototype in programs that merge objects.
      if (key === '__proto__') {
        report(prefix + key, 'has a name that is not safe');
        continue;
      }
      const member = convert(each, prefix + key, levelsLeft - 1);
      if (member === tooDeep) return tooDeep;
      if (member !== undefined) members.push([key, member]);
    }
    return Array.isArray(value) ? members.map(([, each]) => each) : Object.fromEntries(members);
  };
  return convert;
};
