import { searchTextOf } from '../../collections/data/item-text.ts';
import type { DecidedChange } from '../../model/content/content-change.ts';
import type { SearchText } from '../../model/content/search.ts';
import type { MarkdownReader } from '../../ports/markdown-reader.ts';
import { setsAny } from './sets-any.ts';

/** @returns undefined for a deletion, and for a change of the status alone: no text changes. */
export const searchPart = (
  markdown: MarkdownReader,
  change: DecidedChange,
): SearchText | undefined => {
  if (change.kind === 'delete') return undefined;
  return setsAny(change, ['title', 'slug', 'data', 'collectionId', 'locale'])
    ? searchTextOf(change.collection.schema, change.item, markdown)
    : undefined;
};
