import type { BlockType, Field } from '../model/field.ts';
import { isJsonObject, type Json } from '../primitives/json.ts';

/** In characters. */
export const blockIdMaxLength = 64;

/** The type of a block in a field. @returns undefined if the value is no block of a type that the field names. */
export const blockTypeOf = (block: Json, { blocks = {} }: Field): BlockType | undefined => {
  const name = isJsonObject(block) ? block['type'] : undefined;
  return typeof name === 'string' && Object.hasOwn(blocks, name) ? blocks[name] : undefined;
};
