import { countWords, type CountingDependencies } from '../../collections/data/count-words.ts';
import type { DecidedChange } from '../../model/content/content-change.ts';
import { setsAny } from './sets-any.ts';

/** @returns undefined for a deletion, and if neither title nor data nor collection changes. */
export const wordsPart = async (
  dependencies: CountingDependencies,
  change: DecidedChange,
): Promise<number | undefined> => {
  if (change.kind === 'delete') return undefined;
  return setsAny(change, ['title', 'data', 'collectionId'])
    ? countWords(dependencies, change.collection, change.item)
    : undefined;
};
