import type { CollectionSchema, Field, FieldMap } from '../../model/field.ts';
import type { JsonObject } from '../../primitives/json.ts';
import { fieldIndexesOf } from '../indexes/field-indexes.ts';
import { queryFields, schemaFields } from '../indexes/query-fields.ts';

type Report = (path: string, message: string) => void;

/** Every index makes each write of the collection slower, and each of its service a little. */
const indexesMax = 40;

/** Reads what a field says about indexes. {@link checkIndexing} checks whether that is possible. */
export const readIndexing = (raw: JsonObject, path: string, report: Report): Partial<Field> => {
  const flags = (['indexed', 'unique'] as const).flatMap((key) => {
    const value = raw[key];
    if (value !== undefined && typeof value !== 'boolean') {
      report(`${path}.${key}`, 'must be true or false');
    }
    return value === true ? [[key, true] as const] : [];
  });
  const { indexedWith } = raw;
  if (indexedWith === undefined) return Object.fromEntries(flags);
  const isList =
    Array.isArray(indexedWith) && indexedWith.every((each) => typeof each === 'string');
  if (!isList) report(`${path}.indexedWith`, 'must list paths of fields');
  return {
    ...Object.fromEntries(flags),
    ...(isList && indexedWith.length > 0 && { indexedWith: [...new Set(indexedWith)] }),
  };
};

const isFlagged = ({ indexed, unique, indexedWith }: Field): boolean =>
  indexed === true || unique === true || indexedWith !== undefined;

/** Reports fields that cannot have the indexes that the schema asks for. */
export const checkIndexing = (schema: CollectionSchema, report: Report): void => {
  const possible = schemaFields(schema);
  const known = queryFields(schema);
  const visit = (fields: FieldMap, parent: string, reportPath: string): void => {
    for (const [name, field] of Object.entries(fields)) {
      const path = `${parent}.${name}`;
      const at = `${reportPath}.properties.${name}`;
      if (field.type === 'object') visit(field.properties ?? {}, path, at);
      else reportMembers(field, at, report);
      if (!isFlagged(field)) continue;
      const isList = possible.get(path)?.field.isList;
      if (isList === undefined) {
        report(at, `cannot be indexed: the type ${field.type} has no single value`);
      } else if (isList && (field.unique === true || field.indexedWith !== undefined)) {
        report(at, 'of a list can only be indexed');
      } else if (field.indexedWith !== undefined && field.indexed !== true) {
        report(`${at}.indexedWith`, 'needs indexed: true');
      }
      for (const other of field.indexedWith ?? []) {
        const pair = known.get(other);
        if (pair === undefined || pair.isList || other === path || other === 'status') {
          report(`${at}.indexedWith`, `must list other fields with a single value: ${other}`);
        }
      }
    }
  };
  visit(schema.properties, 'data', 'schema');
  const { length } = fieldIndexesOf({ id: '', schema });
  if (length > indexesMax) {
    report('schema', `must ask for at most ${indexesMax} indexes, and asks for ${length}`);
  }
};

/** A list is indexed as a whole, and blocks are not. */
const reportItems = (items: Field, path: string, report: Report): void => {
  if (isFlagged(items)) report(path, 'cannot be indexed: it is not the only one of its item');
  reportMembers(items, path, report);
};

const reportMembers = (
  { properties = {}, items, blocks = {} }: Field,
  path: string,
  report: Report,
): void => {
  for (const [name, field] of Object.entries(properties)) {
    reportItems(field, `${path}.properties.${name}`, report);
  }
  if (items !== undefined) reportItems(items, `${path}.items`, report);
  for (const [type, block] of Object.entries(blocks)) {
    for (const [name, field] of Object.entries(block.properties)) {
      reportItems(field, `${path}.blocks.${type}.properties.${name}`, report);
    }
  }
};
