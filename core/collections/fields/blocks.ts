import type { BlockType, Field } from '../../model/field.ts';
import { isJsonObject, type Json } from '../../primitives/json.ts';
import { lengthOf } from '../../primitives/text.ts';

/** The members that every block has besides its fields. */
export const blockMembers: readonly string[] = ['type', 'id'];

/** In characters. */
const blockIdMaxLength = 64;

/** The type of a block in a field. @returns undefined if the value is no block of a type that the field names. */
export const blockTypeOf = (block: Json, { blocks = {} }: Field): BlockType | undefined => {
  const name = isJsonObject(block) ? block['type'] : undefined;
  return typeof name === 'string' && Object.hasOwn(blocks, name) ? blocks[name] : undefined;
};

/**
 * @param others the ids of the blocks before it in the field, to which a right id is added.
 * @returns undefined if a block can have the id.
 */
export const mistakeOfBlockId = (id: Json | undefined, others: Set<Json>): string | undefined => {
  if (typeof id !== 'string' || lengthOf(id) > blockIdMaxLength) {
    return `must be text of 1 to ${blockIdMaxLength} characters`;
  }
  if (others.has(id)) return 'is the id of another block of this field';
  others.add(id);
  return undefined;
};
