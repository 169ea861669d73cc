import type { Store } from '../../../core/store.ts';
import { encodeJson, parseSlug, type WorkingCopy } from '../../../core/vocabulary.ts';
import { ok } from '../assert.ts';
import { collectionId, contentId, momentOf, sampleContent } from '../samples.ts';

/** A version of a copy: a UUID. */
export const copyVersion = (n: number): string =>
  `90000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** A copy of the sample with that number, based on its first version. */
export const sampleCopy = (n: number, changes: Partial<WorkingCopy> = {}): WorkingCopy => {
  const { title, slug, collectionId: collection, data, version } = sampleContent(n);
  return {
    contentId: contentId(n),
    title: `Copy ${n}`,
    slug: parseSlug(`copy-${n}`),
    collectionId: collectionId(1),
    data: encodeJson({ copy: n }),
    base: { title, slug, collectionId: collection, data, version },
    authorId: undefined,
    version: copyVersion(n),
    createdAt: momentOf(200 + n),
    updatedAt: momentOf(200 + n),
    ...changes,
  };
};

/** Stores first copies of items that have the version of their base. */
export const saveCopies = async (store: Store, copies: readonly WorkingCopy[]): Promise<void> => {
  for (const copy of copies) {
    const isSaved = await store.repositories.copies.save(copy, copy.base.version, undefined);
    ok(isSaved, 'the copy was saved');
  }
};
