import type { MemoryPart } from './memory-part.ts';

export const wordsPart: MemoryPart = {
  apply: ({ words }, { item, parts }) => {
    if (parts.words !== undefined) words.set(item.id, parts.words);
  },
  leave: ({ words }, contentId) => words.delete(contentId),
};
