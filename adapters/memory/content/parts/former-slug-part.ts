import { stateWithFormerSlug, wasShownAt } from '../../../../core/store.ts';
import type { MemoryPart } from './memory-part.ts';

/** An item that takes a slug ends the memory of others that had it. */
export const formerSlugPart: MemoryPart = {
  apply: ({ formerSlugs, collections }, change) => {
    const { id: contentId, slug: taken } = change.item;
    if (change.kind !== 'delete' && formerSlugs.get(taken)?.contentId !== contentId) {
      formerSlugs.delete(taken);
    }
    const { formerSlug: slug } = change.parts;
    if (slug === undefined) return;
    const { collectionId, updatedAt } = stateWithFormerSlug(change);
    const stored = formerSlugs.get(slug);
    const seenIn = new Set(stored?.contentId === contentId ? stored.seenIn : []);
    if (wasShownAt(collections.get(collectionId), updatedAt)) seenIn.add(collectionId);
    formerSlugs.set(slug, { slug, contentId, seenIn: [...seenIn] });
  },
  purge: ({ formerSlugs }, contentId) => {
    for (const [slug, former] of formerSlugs) {
      if (former.contentId === contentId) formerSlugs.delete(slug);
    }
  },
};
