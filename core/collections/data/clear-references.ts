import type { CollectionSchema, Field, FieldMap } from '../../model/field.ts';
import { targetOf, type ReferenceTarget } from '../../model/content/reference.ts';
import { isJsonObject, type Json, type JsonObject } from '../../primitives/json.ts';
import { readUuid } from '../../primitives/uuid.ts';
import { blockTypeOf } from '../fields/blocks.ts';

/**
 * The data without the references to the targets whose field has the rule `clear`: a member is removed, and so is an entry
 * of a list. Everything else stays.
 */
export const clearReferences = (
  { properties }: Pick<CollectionSchema, 'properties'>,
  data: JsonObject,
  targets: ReadonlySet<ReferenceTarget>,
): JsonObject => clearMembers(data, properties, targets);

const clearMembers = (
  data: JsonObject,
  fields: FieldMap,
  targets: ReadonlySet<ReferenceTarget>,
): JsonObject =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const left = field === undefined ? value : clearValue(value, field, targets);
      return left === undefined ? [] : [[name, left]];
    }),
  );

/** @returns undefined to remove the value. */
const clearValue = (
  value: Json,
  field: Field,
  targets: ReadonlySet<ReferenceTarget>,
): Json | undefined => {
  const { type, onDelete, properties = {}, items } = field;
  if (type === 'reference' && onDelete === 'clear') {
    const id = typeof value === 'string' ? readUuid(value) : undefined;
    return id !== undefined && targets.has(targetOf('item', id)) ? undefined : value;
  }
  if (type === 'object' && isJsonObject(value)) return clearMembers(value, properties, targets);
  if (!Array.isArray(value)) return value;
  const entries = value as readonly Json[];
  if (type === 'array' && items !== undefined) {
    return entries.flatMap((entry): readonly Json[] => {
      const left = clearValue(entry, items, targets);
      return left === undefined ? [] : [left];
    });
  }
  return type === 'blocks' ? entries.map((block) => clearBlock(block, field, targets)) : entries;
};

const clearBlock = (block: Json, list: Field, targets: ReadonlySet<ReferenceTarget>): Json => {
  const type = blockTypeOf(block, list);
  return type !== undefined && isJsonObject(block)
    ? clearMembers(block, type.properties, targets)
    : block;
};
