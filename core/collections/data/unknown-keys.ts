import type { CollectionSchema } from '../../model/field.ts';
import { rejectAll, type Issue } from '../../primitives/errors.ts';
import { decodeJson, type JsonObject, type JsonText } from '../../primitives/json.ts';
import { walkData, type DataValue } from './walk-data.ts';

/**
 * Rejects keys that neither the schema nor the stored data has. Where the schema names no fields, every key is allowed.
 *
 * @param stored the data that is replaced: of the item, and of its working copy.
 * @throws DomainError `unknown_data` with at most a hundred issues.
 */
export const assertKnownKeys = (
  schema: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
  stored: readonly JsonText[],
): void => rejectAll('unknown_data', unknownIssues(schema, data, stored));

function* unknownIssues(
  schema: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
  stored: readonly JsonText[],
): Generator<Issue> {
  let kept: ReadonlySet<string> | undefined;
  for (const { path, pointer, siblings } of unknownKeys(schema, data)) {
    kept ??= new Set(stored.flatMap((text) => unknownPaths(schema, decodeJson(text))));
    if (kept.has(path)) continue;
    const known = Object.keys(siblings).join(', ');
    yield { path: ['data', ...pointer].join('.'), message: `is unknown. Known: ${known}` };
  }
}

/** Without indexes: the entries of a list may have moved. */
const unknownPaths = (schema: Pick<CollectionSchema, 'properties'>, data: JsonObject) =>
  Array.from(unknownKeys(schema, data), ({ path }) => path);

function* unknownKeys(
  schema: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
): Generator<DataValue> {
  for (const value of walkData(schema, data)) {
    const isKey = typeof value.pointer.at(-1) === 'string';
    if (value.field === undefined && isKey && !isEmpty(value.siblings)) yield value;
  }
}

const isEmpty = (object: object): boolean => {
  for (const _ in object) return false;
  return true;
};
