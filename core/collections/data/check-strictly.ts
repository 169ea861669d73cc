import type { CollectionSchema } from '../../model/field.ts';
import { rejectAll, type Issue } from '../../primitives/errors.ts';
import { decodeJson, type JsonObject, type JsonText } from '../../primitives/json.ts';
import { readUuid } from '../../primitives/uuid.ts';
import { walkData, type DataValue } from './walk-data.ts';

/**
 * Rejects what is accepted otherwise, although it is probably a mistake: keys that the schema does not have, where it names
 * fields, and references that are no id. What is stored already stays allowed.
 *
 * @param stored the data that is replaced: of the item, and of its working copy.
 * @throws DomainError `unknown_data`, `invalid_data`, with at most a hundred issues.
 */
export const checkStrictly = (
  schema: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
  stored: readonly JsonText[],
): void => {
  rejectAll('invalid_data', namelessIssues(schema, data, stored));
  rejectAll('unknown_data', unknownIssues(schema, data, stored));
};

function* namelessIssues(
  schema: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
  stored: readonly JsonText[],
): Generator<Issue> {
  let kept: ReadonlySet<string> | undefined;
  for (const { key, pointer } of namelessValues(schema, data)) {
    kept ??= new Set(
      stored.flatMap((text) =>
        Array.from(namelessValues(schema, decodeJson(text)), (each) => each.key),
      ),
    );
    if (kept.has(key)) continue;
    yield { path: ['data', ...pointer].join('.'), message: 'must be the id of an item' };
  }
}

/** Media and file fields accept ids and URLs only, always. */
function* namelessValues(schema: Pick<CollectionSchema, 'properties'>, data: JsonObject) {
  for (const { path, pointer, field, value } of walkData(schema, data)) {
    if (field?.type !== 'reference' || typeof value !== 'string' || value === '') continue;
    if (readUuid(value) === undefined) yield { key: `${path} ${value}`, pointer };
  }
}

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
