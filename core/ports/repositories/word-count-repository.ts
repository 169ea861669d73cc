import type { Perspective } from '../../model/preview.ts';

/** How many words items and working copies have. Commits and saves of copies store the counts. */
export interface WordCountRepository {
  /**
   * The words of an item; in the perspective of drafts, those of its working copy if it has one. A change without a count
   * leaves the count of the item; a save of a copy without one leaves none.
   *
   * @returns undefined if no count was stored, or if an older version of the program has stored another text since.
   */
  find(contentId: string, perspective: Perspective): Promise<number | undefined>;
}
