import { inScope, type ContentFilter, type ContentItem } from '../../../core/index.ts';
import type { MemoryTables } from '../memory-tables.ts';

export const matches = (
  { status, collectionId, within }: ContentFilter,
  item: ContentItem,
): boolean =>
  (status === undefined || item.status === status) &&
  (collectionId === undefined || item.collectionId === collectionId) &&
  inScope(within, item.collectionId);

/** The existing items with these ids. */
export const among = ({ contents }: MemoryTables, ids: readonly string[]): readonly ContentItem[] =>
  [...new Set(ids)].map((id) => contents.get(id)).filter((item) => item !== undefined);
