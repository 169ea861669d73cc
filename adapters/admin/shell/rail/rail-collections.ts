import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { Total } from '../../screens/content/format-total.ts';

/** More would push the other screens out of sight. */
const shownMax = 12;

interface Shown<T> {
  readonly shown: readonly T[];
  /** Whether there are more than are shown at first. */
  readonly isLong: boolean;
}

/** The first collections, and the current one; all of them on demand. */
export const firstOf = <T extends Pick<CollectionDto, 'name'>>(
  collections: readonly T[],
  current: string | undefined,
  showsAll: boolean,
): Shown<T> => ({
  shown: collections.filter(({ name }, index) => showsAll || index < shownMax || name === current),
  isLong: collections.length > shownMax,
});

/** The number of drafts of a collection; undefined for none, and for a singleton, whose item says it. */
export const draftsOf = (
  { name, singleton = false }: Pick<CollectionDto, 'name' | 'singleton'>,
  counts: readonly ContentCountsDto[],
): Total | undefined => {
  const drafts = counts.find(({ collection }) => collection === name)?.counts.draft;
  return singleton || drafts?.count === 0 ? undefined : drafts;
};
