import type { BlockType, CollectionSchema, Field, FieldMap } from '../model/field.ts';
import { sortedJson, type Json } from '../primitives/json.ts';

/**
 * The same schema with the members of every field in one order: the type, then by name. The order of fields, and of types of
 * block, is a part of the schema and stays.
 */
export const orderedSchema = ({ properties, required }: CollectionSchema): CollectionSchema => ({
  type: 'object',
  properties: orderedFields(properties),
  required: orderedNames(required, properties),
});

const orderedFields = (fields: FieldMap): FieldMap =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, orderedField(field)]));

const orderedField = ({ type, items, properties, blocks, required, ...rest }: Field): Field => ({
  type,
  ...Object.fromEntries(
    Object.entries({
      ...(JSON.parse(sortedJson(rest)) as Readonly<Record<string, Json>>),
      ...(items && { items: orderedField(items) }),
      ...(properties && { properties: orderedFields(properties) }),
      ...(required && { required: orderedNames(required, properties ?? {}) }),
      ...(blocks && { blocks: orderedBlocks(blocks) }),
    }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ),
});

const orderedBlocks = (blocks: NonNullable<Field['blocks']>): Field['blocks'] =>
  Object.fromEntries(Object.entries(blocks).map(([name, type]) => [name, orderedBlock(type)]));

const orderedBlock = ({ title, properties, required }: BlockType): BlockType => ({
  properties: orderedFields(properties),
  ...(required && { required: orderedNames(required, properties) }),
  ...(title !== undefined && { title }),
});

/** In the order of the fields: that of the list means nothing. */
const orderedNames = (names: readonly string[], fields: FieldMap): readonly string[] =>
  Object.keys(fields).filter((name) => names.includes(name));
