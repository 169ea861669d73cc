import type { MemoryPart } from './memory-part.ts';

/** Without a new text, the entry is that of the new version if it was that of the former one. */
export const searchPart: MemoryPart = {
  apply: ({ search, searchIndex }, change) => {
    const { id, version } = change.item;
    if (change.parts.search !== undefined) {
      const rebuild = searchIndex.get('current')?.rebuild ?? 0;
      search.set(id, { text: change.parts.search, version, rebuild });
      return;
    }
    const entry = search.get(id);
    if (entry !== undefined && 'before' in change && entry.version === change.before.version) {
      search.set(id, { ...entry, version });
    }
  },
  leave: ({ search }, contentId) => search.delete(contentId),
};
