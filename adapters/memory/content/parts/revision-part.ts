import { contentStateOf } from '../../../../core/store.ts';
import type { MemoryPart } from './memory-part.ts';

export const revisionPart: MemoryPart = {
  apply: ({ revisions }, { item, parts: { revision } }) => {
    if (revision === undefined) return;
    const { replaces, ...facts } = revision;
    const { id: contentId, version, updatedAt } = item;
    const state = { ...contentStateOf(item), contentId, version };
    const older = revisions.get(contentId) ?? [];
    revisions.set(contentId, [
      // Another program can have set back the version of an item.
      ...older.filter((one) => one.version !== replaces && one.version !== version),
      { ...state, ...facts, createdAt: updatedAt, storedAt: Date.now() },
    ]);
  },
  purge: ({ revisions }, contentId) => revisions.delete(contentId),
};
