import { searchTextOf } from '../collections/data/item-text.ts';
import { readingOnce } from '../collections/data/markdown-text.ts';
import { countWords, type CountingDependencies } from '../collections/data/count-words.ts';
import type { Collection } from '../model/collection.ts';
import type { CopyParts, CopyState } from '../model/content/working-copy.ts';

/** What is stored of the text of a working copy. @param collection that of the copy. */
export const textPartsOf = async (
  dependencies: CountingDependencies,
  collection: Pick<Collection, 'schema'>,
  copy: CopyState,
): Promise<Pick<CopyParts, 'search' | 'words'>> => {
  const markdown = readingOnce(dependencies.markdown);
  return {
    search: searchTextOf(collection.schema, copy, markdown),
    words: await countWords({ ...dependencies, markdown }, collection, copy),
  };
};
