import type { ContentItem, ItemStamp } from '../../core/vocabulary.ts';
import type { MemoryTables } from './memory-tables.ts';

/** The item in content or in the trash. */
export const findAnywhere = (
  { contents, trash }: Pick<MemoryTables, 'contents' | 'trash'>,
  id: string,
): ContentItem | undefined => contents.get(id) ?? trash.get(id)?.item;

export const stampOf = ({ id, version, updatedAt }: ContentItem): ItemStamp => ({
  id,
  version,
  updatedAt,
});
