import type { ContentItem, JsonObject } from '../../../core/vocabulary.ts';
import { blocksOf } from './block-world.ts';

/** A quote. */
export const block = (id: string, text = id): JsonObject => ({ type: 'quote', id, text });

/** Data with these blocks. */
export const sections = (...blocks: readonly JsonObject[]): JsonObject => ({ sections: blocks });

/** The ids and texts of the quotes of an item, such as `a-mine`; only the id if both are the same. */
export const shownBlocks = (item: Pick<ContentItem, 'data'>): readonly string[] =>
  blocksOf(item).map(({ id, text }) =>
    typeof text !== 'string' || text === id ? id : `${id}-${text}`,
  );
