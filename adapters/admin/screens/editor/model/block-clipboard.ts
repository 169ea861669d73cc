import { isObject, type Json, type JsonObject } from './json-path.ts';

/** Marks a text of the clipboard that contains blocks. */
const marker = 'quoin-blocks';

/** The text that puts blocks into the clipboard. */
export const writeBlocks = (blocks: readonly JsonObject[]): string =>
  JSON.stringify({ [marker]: blocks });

/** The blocks in a text of the clipboard. @returns undefined if it contains something else. */
export const readBlocks = (text: string): readonly JsonObject[] | undefined => {
  // Most texts are long and no JSON.
  if (!text.startsWith(`{"${marker}":`)) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    const blocks = isObject(value) ? value[marker] : undefined;
    return Array.isArray(blocks) && blocks.every(isObject) ? blocks : undefined;
  } catch {
    return undefined;
  }
};
