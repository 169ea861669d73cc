import { isObject, type Json, type JsonObject } from './json-path.ts';

/** The id of a block, if it has one. */
export const blockId = ({ id }: JsonObject): string | undefined =>
  typeof id === 'string' && id !== '' ? id : undefined;

/** The blocks of a field by their ids, in their order. */
export type Blocks = ReadonlyMap<string, JsonObject>;

/** @returns undefined if a block has no id, or two have the same. */
export const blocksById = (value: Json | undefined): Blocks | undefined => {
  const list = value ?? [];
  if (!Array.isArray(list) || !list.every(isObject)) return undefined;
  const blocks = new Map(list.map((block) => [blockId(block), block] as const));
  return blocks.has(undefined) || blocks.size < list.length ? undefined : (blocks as Blocks);
};
