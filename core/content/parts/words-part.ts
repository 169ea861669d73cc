import type { DecidedChange } from '../../model/content/content-change.ts';
import { countWords, type CountingDependencies } from '../../collections/data/count-words.ts';

/** @returns undefined for a deletion, and for a change that leaves title, data and collection as they are. */
export const wordsPart = async (
  dependencies: CountingDependencies,
  change: DecidedChange,
): Promise<number | undefined> => {
  if (change.kind === 'delete') return undefined;
  const isCountedAnew =
    change.kind !== 'update' ||
    (['title', 'data', 'collectionId'] as const).some(
      (member) => change.before[member] !== change.item[member],
    );
  return isCountedAnew ? countWords(dependencies, change.collection, change.item) : undefined;
};
