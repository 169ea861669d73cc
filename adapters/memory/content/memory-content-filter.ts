import { inScope, type ContentFilter, type ContentItem } from '../../../core/index.ts';

export const matches = (
  { status, collectionId, within }: ContentFilter,
  item: ContentItem,
): boolean =>
  (status === undefined || item.status === status) &&
  (collectionId === undefined || item.collectionId === collectionId) &&
  inScope(within, item.collectionId);
