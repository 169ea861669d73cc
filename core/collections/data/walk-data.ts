import type { CollectionSchema, Field, FieldMap } from '../../model/field.ts';
import { isJsonObject, type Json, type JsonObject } from '../../primitives/json.ts';
import { blockTypeOf } from '../fields/blocks.ts';
import { shapeOf } from '../fields/field-rules.ts';

/** A value in the data of an item, with the field that describes it. */
export interface DataValue {
  /** The names of the fields, without indexes and types of blocks: `sections.photo`. */
  readonly path: string;
  /** The keys from the data to the value, with the indexes of lists: `['sections', 0, 'photo']`. */
  readonly pointer: readonly (string | number)[];
  /** Undefined for a value that the schema does not describe. */
  readonly field: Field | undefined;
  /** The fields of the object that has the value, or has it in a list. */
  readonly siblings: FieldMap;
  readonly value: Json;
}

/**
 * Visits the data of an item in its order. An object, a list and a block are not visited themselves, but everything in
 * them is. A value that the schema does not describe, that has another shape than its field, or that is a block of an
 * unknown type is visited as a whole. The `type` and `id` of a block are not visited.
 */
export const walkData = (
  { properties }: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
): Generator<DataValue> => walkMembers(data, properties, { path: '', pointer: [] });

type Place = Pick<DataValue, 'path' | 'pointer' | 'siblings'>;

const inside = (
  { path, pointer }: Omit<Place, 'siblings'>,
  name: string,
  siblings: FieldMap,
): Place => ({
  path: path === '' ? name : `${path}.${name}`,
  pointer: [...pointer, name],
  siblings,
});

const at = ({ pointer, ...place }: Place, index: number): Place => ({
  ...place,
  pointer: [...pointer, index],
});

function* walkMembers(
  data: JsonObject,
  fields: FieldMap,
  place: Omit<Place, 'siblings'>,
): Generator<DataValue> {
  for (const [name, value] of Object.entries(data)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    yield* walkValue(value, field, inside(place, name, fields));
  }
}

function* walkValue(value: Json, field: Field | undefined, place: Place): Generator<DataValue> {
  const shape = field && shapeOf[field.type];
  const isList = shape === 'list' || shape === 'blocks';
  if (field !== undefined && shape === 'object' && isJsonObject(value)) {
    yield* walkMembers(value, field.properties ?? {}, place);
  } else if (field !== undefined && isList && Array.isArray(value)) {
    for (const [index, entry] of (value as readonly Json[]).entries()) {
      yield* walkEntry(entry, field, at(place, index));
    }
  } else {
    yield { ...place, field, value };
  }
}

function* walkEntry(entry: Json, list: Field, place: Place): Generator<DataValue> {
  if (shapeOf[list.type] === 'list') {
    yield* walkValue(entry, list.items, place);
    return;
  }
  const type = blockTypeOf(entry, list);
  if (type !== undefined && isJsonObject(entry)) {
    const { type: _, id: __, ...members } = entry;
    yield* walkMembers(members, type.properties, place);
  } else {
    yield { ...place, field: undefined, value: entry };
  }
}
