import { searchTextOf } from '../../collections/data/item-text.ts';
import type { DecidedChange } from '../../model/content/content-change.ts';
import type { SearchText } from '../../model/content/search.ts';
import type { MarkdownReader } from '../../ports/markdown-reader.ts';

/** @returns undefined for a deletion, and for a change of the status alone, which leaves what is searched as it is. */
export const searchPart = (
  markdown: MarkdownReader,
  change: DecidedChange,
): SearchText | undefined => {
  if (change.kind === 'delete') return undefined;
  const isSearchedAnew =
    change.kind !== 'update' ||
    (['title', 'slug', 'data', 'collectionId'] as const).some(
      (member) => change.before[member] !== change.item[member],
    );
  return isSearchedAnew ? searchTextOf(change.collection.schema, change.item, markdown) : undefined;
};
